import { useState } from 'react';
import { useText } from '#web/text.tsx';
import { copyText } from '#web/ui/copy.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Tells others, by what the device offers, else by copying the link. */
export function PledgeShare({ path, text }: { path: string; text: string }) {
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
      <button className="btn btn-line with-script" type="button" onClick={() => void share()}>
        <Icon name="share" /> {copied ? t('site.linkCopied') : t('donation.share')}
      </button>
      <span className="vh" role="status">
        {copied && t('site.linkCopied')}
      </span>
    </>
  );
}
