import { useEffect, useRef, useState } from 'react';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { organiserOf } from '#domain/organiser.ts';
import { givePath } from '#web/parts/event-words.ts';
import { Rich, useShell, useText } from '#web/text.tsx';
import type { SentForm } from './form-send.ts';
import { GiveForm } from './form.tsx';

interface PledgeInDialogProps {
  event: Event;
  participant: Participant;
  onCancel: () => void;
}

/** The form, and the thanks in its place once it is sent; giving again begins with an empty form. */
export function PledgeInDialog({ event, participant, onCancel }: PledgeInDialogProps) {
  const [sent, setSent] = useState<SentForm | null>(null);
  const [isAgain, setAgain] = useState(false);
  const onAgain = () => {
    setAgain(true);
    setSent(null);
  };
  if (sent) return <Thanks sent={sent} onAgain={onAgain} />;
  return (
    <div className="dlg-body" ref={isAgain ? begin : undefined}>
      <GiveForm event={event} participant={participant} gift={null} onSent={setSent} onCancel={onCancel} />
      <OrganiserLine event={event} participant={participant} />
    </div>
  );
}

/** The button that was pressed is gone: the focus goes where the form begins. */
const begin = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('input:checked')?.focus();

const strong = (words: string) => <b className="strong">{words}</b>;

function Thanks({ sent: { email, receipt }, onAgain }: { sent: SentForm; onAgain: () => void }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="dlg-body">
        <h3 tabIndex={-1} ref={heading}>
          {t('donation.sent.heading')}
        </h3>
        <p>
          <Rich text="donation.sent.lead" values={{ email }} tags={{ b: strong }} />
        </p>
        <p className="sm">
          <a href={paths.pledgeSent(receipt)}>{t('donation.sent.more')}</a>
        </p>
      </div>
      <div className="dlg-foot btns">
        <button className="btn btn-line" type="button" onClick={onAgain}>
          {t('donation.donateAgain')}
        </button>
      </div>
    </>
  );
}

/** Who gets the money is never out of sight. */
function OrganiserLine({ event, participant }: Pick<PledgeInDialogProps, 'event' | 'participant'>) {
  const { operator } = useShell().brand;
  const more = (words: string) => <a href={`${givePath(participant)}#organiser`}>{words}</a>;
  return (
    <p className="sm soft">
      <Rich
        text="donation.organiserShort"
        values={{ organiser: organiserOf(event, operator).name }}
        tags={{ a: more }}
      />
    </p>
  );
}
