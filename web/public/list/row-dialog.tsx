import { Fragment, useEffect, useRef, useState } from 'react';
import type { EventCard } from '#contract/pages.ts';
import { countryName } from '#domain/country.ts';
import { Bib } from '#web/parts/bib.tsx';
import { useShell, useText } from '#web/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PledgeInDialog } from '#web/public/give/in-dialog.tsx';
import { Detail } from './detail.tsx';
import type { Opened } from './open-dialog.ts';

interface RowDialogProps {
  event: EventCard;
  opened: Opened;
  onClose: () => void;
}

/** One participant: what there is to know, and where the event takes pledges only, the form as well. */
export function RowDialog({ event, opened, onClose }: RowDialogProps) {
  const text = useText();
  const { language } = useShell();
  const { participant } = opened;
  const { name, bib, club, birth_year: year, category, country } = participant;
  // `birth_year` holds the category where no year is known.
  const born = year !== '' && year !== category && text('participants.born', { year });
  const facts = [born, category, country && countryName(country, language)].filter((fact) => typeof fact === 'string');
  const [kind, setKind] = useState(opened.kind);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [kind]);

  return (
    <Dialog ref={dialog} labelledBy="dialog-title" onClose={onClose}>
      <div className="dlg-head">
        <div className="who-top">
          <Bib bib={bib} name={name} size="l" />
          <div className="stack">
            <h2 id="dialog-title" tabIndex={-1} ref={title}>
              {kind === 'detail' ? name : text('participants.giveTo', { name })}
            </h2>
            <p className="soft sm">
              {club ?? text('participants.noClub')}
              <br />
              {facts.map((fact, n) => (
                <Fragment key={fact}>
                  {n > 0 && ' '}
                  <span className="fact">
                    {fact}
                    {n < facts.length - 1 && '\u00a0·'}
                  </span>
                </Fragment>
              ))}
            </p>
          </div>
        </div>
        <button className="x" type="button" aria-label={text('site.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {kind === 'detail' ? (
        <Detail event={event} participant={participant} onPledge={() => setKind('pledge')} />
      ) : (
        <PledgeInDialog event={event} participant={participant} onCancel={close} />
      )}
    </Dialog>
  );
}
