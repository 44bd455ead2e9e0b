import type { ReactNode } from 'react';
import type { ParticipantRow } from '#contract/pages.ts';
import { copyLink } from '#web/parts/copy-link.ts';
import { givePath } from '#web/parts/event-words.ts';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface CopyLinkProps {
  participant: ParticipantRow;
  className: string;
  /** Words beside the icon; without them the button is named by the participant. */
  children?: ReactNode;
}

/** Copies the address where one gives to a participant. */
export function CopyLink({ participant, className, children }: CopyLinkProps) {
  const text = useText();
  const copy = () => copyLink(new URL(givePath(participant), location.href).href, text);
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
