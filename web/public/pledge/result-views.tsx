import type { FormEvent, ReactNode } from 'react';
import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/dates.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { knownUnit } from '#domain/units.ts';
import { unitWord } from '#locales/units.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Receipt, type ReceiptRow } from '#web/parts/receipt.tsx';
import { ShareButton } from '#web/parts/share-button.tsx';
import { Rich, useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { pledgeTones } from './bib.tsx';

type Action = Pages['pledge-result']['action'];
type Pledge = NonNullable<Pages['pledge-result']['pledge']>;

export interface PledgeViewProps {
  pledge: Pledge;
  /** A mail about the last move was queued. */
  mailed: boolean;
  token: string;
  onMove: (to: Action) => void;
}

export function AskConfirm({ pledge, token, onMove }: PledgeViewProps) {
  const t = useText();
  const { rows, rate, unit } = useFacts(pledge);
  return (
    <Sheet heading={t('donation.confirmHeading')} lead={t('donation.confirmLead')}>
      <Receipt rows={[rows.person, rows.rate, ...rows.cap, rows.event]} />
      <MoveForm to="confirm" token={token} onMove={onMove}>
        <button className="btn btn-give" type="submit">
          {t('donation.confirmButton', { rate, unit })}
        </button>
      </MoveForm>
    </Sheet>
  );
}

export function Confirmed({ pledge, mailed, token }: PledgeViewProps) {
  const t = useText();
  const { participant, event } = pledge;
  const { rows } = useFacts(pledge);
  const lead = mailed ? `${t('donation.isConfirmed')} ${t('donation.copySent')}` : t('donation.isConfirmed');
  const kind = knownUnit(event.unit_description) ?? 'other';
  const toCancelling = (words: string) => <a href={paths.pledgeResult('cancel', token)}>{words}</a>;
  return (
    <Sheet heading={t('donation.thanks', { name: participant.first_name || participant.name })} lead={lead}>
      <Receipt rows={[rows.rate, rows.event, { ...rows.person, value: participant.name }, ...rows.cap]} />
      <Alert title={t('donation.next')}>
        <p>{t('donation.afterwards', { organiser: event.organiser, kind })}</p>
      </Alert>
      <div className="btns">
        <ListLink pledge={pledge} />
        {event.slug && (
          <ShareButton
            path={paths.give(participant.id)}
            text={t('donation.shareText', { name: participant.name, event: event.name })}
          />
        )}
        <HomeLink />
      </div>
      <p className="sm soft">
        <Rich text="donation.changedMind" tags={{ a: toCancelling }} />
      </p>
    </Sheet>
  );
}

export function AskCancel({ pledge, token, onMove }: PledgeViewProps) {
  const t = useText();
  const { rows } = useFacts(pledge);
  return (
    <Sheet heading={t('donation.cancelHeading')} lead={t('donation.cancelLead')}>
      <Receipt rows={[rows.person, rows.rate, rows.state]} />
      <MoveForm to="cancel" token={token} onMove={onMove}>
        <button className="btn" type="submit">
          {t('donation.cancelButton')}
        </button>
        {/* The confirming address would confirm a pledge that is only pending, which this link must not. */}
        <a
          className="btn btn-line"
          href={pledge.donation.status === 'confirmed' ? paths.pledgeResult('confirm', token) : paths.home}
        >
          {t('donation.keep')}
        </a>
      </MoveForm>
    </Sheet>
  );
}

export function Cancelled({ pledge, mailed, token, onMove }: PledgeViewProps) {
  const t = useText();
  const { rows } = useFacts(pledge);
  const lead = mailed ? `${t('donation.noPayments')} ${t('donation.cancelMailSent')}` : t('donation.noPayments');
  return (
    <Sheet heading={t('donation.isCancelled')} lead={lead}>
      <Receipt rows={[rows.person, rows.rate, rows.state]} />
      <p>{t('donation.canReturn')}</p>
      <MoveForm to="confirm" token={token} onMove={onMove}>
        <button className="btn" type="submit">
          {t('donation.confirmAgain')}
        </button>
        <ListLink pledge={pledge} second />
        <HomeLink />
      </MoveForm>
    </Sheet>
  );
}

/** Stands here while the server moves the pledge. */
export function Moving({ words }: { words: string }) {
  return (
    <Sheet heading={words}>
      <div className="receipt" aria-hidden="true">
        {Array.from({ length: 4 }, (_, line) => (
          <div key={line}>
            <span className="bone" />
          </div>
        ))}
      </div>
    </Sheet>
  );
}

interface SheetProps {
  heading: string;
  lead?: string;
  children: ReactNode;
}

/** The words beside the bib. The bib stays while they change. */
function Sheet({ heading, lead, children }: SheetProps) {
  return (
    <>
      <h1 tabIndex={-1}>{heading}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </>
  );
}

/** Moves the pledge, with and without script. */
function MoveForm({
  to,
  token,
  onMove,
  children,
}: Pick<PledgeViewProps, 'token' | 'onMove'> & { to: Action; children: ReactNode }) {
  function submitted(submit: FormEvent) {
    submit.preventDefault();
    onMove(to);
  }
  return (
    <form className="btns" method="post" action={paths.pledgeResult(to, token)} onSubmit={submitted}>
      {children}
    </form>
  );
}

function useFacts({ donation, event, participant }: Pledge) {
  const t = useText();
  const { language } = useShell();
  const unit = unitWord(t, event.unit_description);
  const rate = formatMoney(wireMoney(donation.amount_per_unit));
  const day = event.event_date && formatDay(event.event_date, language);
  const cap: ReceiptRow[] = donation.max_amount
    ? [{ label: t('donation.atMost'), value: formatMoney(wireMoney(donation.max_amount)) }]
    : [];
  const rows = {
    cap,
    person: {
      label: t('donation.for'),
      value: (
        <>
          {participant.name} <Bib bib={participant.bib} name={participant.name} size="s" />
        </>
      ),
    },
    rate: { label: t('donation.perUnitLabel', { unit }), value: rate },
    event: { label: t('donation.event'), value: day ? `${event.name}, ${day.replaceAll(' ', '\u00a0')}` : event.name },
    state: {
      label: t('donation.state'),
      value: <Chip tone={pledgeTones[donation.status]}>{t(`donation.status.${donation.status}`)}</Chip>,
    },
  };
  return { rows, rate, unit };
}

function ListLink({ pledge, second = false }: { pledge: Pledge; second?: boolean }) {
  const t = useText();
  // Of a deleted event there is none.
  if (pledge.event.slug === null) return null;
  return (
    <a className={second ? 'btn btn-line' : 'btn'} href={`${paths.participants}?eventId=${pledge.event.id}`}>
      {t('donation.toList')}
    </a>
  );
}

function HomeLink() {
  const t = useText();
  return (
    <a className="btn btn-soft" href={paths.home}>
      {t('donation.home')}
    </a>
  );
}
