import { useState } from 'react';
import { useText } from '#web/text.tsx';
import { copyText } from '#web/ui/copy.ts';
import { Icon } from '#web/ui/icon.tsx';

interface ShareButtonProps {
  path: string;
  text: string;
  className?: string;
}

/** Tells others, by what the device offers, else by copying the link. */
export function ShareButton({ path, text, className = 'btn btn-line' }: ShareButtonProps) {
  const t = useText();
  const [copied, setCopied] = useState(false);

  async function share() {
    const url = new URL(path, location.href).href;
    if (!navigator.share) return setCopied(await copyText(url));
    try {
      await navigator.share({ text, url });
    } catch {
      // changed their mind
    }
  }

  return (
    <>
      <button className={`${className} with-script`} type="button" onClick={() => void share()}>
        <Icon name="share" /> {copied ? t('site.linkCopied') : t('donation.share')}
      </button>
      <span className="vh" role="status">
        {copied && t('site.linkCopied')}
      </span>
    </>
  );
}
