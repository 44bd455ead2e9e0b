import type { ReactNode } from 'react';
import type { ParticipantRow } from '#contract/pages.ts';
import { useText } from '#web/text.tsx';
import { copyText } from '#web/ui/copy.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { givePath } from '#web/public/events/event-words.ts';

interface CopyLinkProps {
  participant: ParticipantRow;
  className: string;
  /** Words beside the drawing; without any it is named for whom it is. */
  children?: ReactNode;
}

/** Copies the address where one gives to a participant. */
export function CopyLink({ participant, className, children }: CopyLinkProps) {
  const text = useText();
  const copy = async () => {
    const link = new URL(givePath(participant), location.href).href;
    const isCopied = await copyText(link);
    toast(
      isCopied ? { text: text('site.linkCopied') } : { text: text('participants.copyFailed', { link }), tone: 'bad' },
    );
  };
  return (
    <button
      className={`${className} with-script`}
      type="button"
      aria-label={children ? undefined : text('participants.copyLinkTo', { name: participant.name })}
      onClick={() => void copy()}
    >
      <Icon name="copy-link" /> {children}
    </button>
  );
}
