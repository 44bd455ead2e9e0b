import type { Pages } from '#contract/pages.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { giftProgress } from '#domain/progress.ts';
import { givePath } from '#web/parts/event-words.ts';
import { Onward } from '#web/public/events/onward.tsx';
import { Goal } from '#web/parts/goal.tsx';
import { ShareButton } from '#web/parts/share-button.tsx';
import { sumOf } from '#web/parts/sum.ts';
import { FORM_ID } from '#web/public/give/form-values.ts';
import { Rich, useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Proof } from './proof.tsx';

type Props = Pages['gift'];
type Gift = Props['gift'];

/** The provider has told nothing yet. That is not said to be a failure. */
export function Checking({ gift }: { gift: Gift }) {
  const t = useText();
  const { address } = useShell();
  const toPaying = (words: string) => <a href={gift.link ?? address}>{words}</a>;
  return (
    <>
      <h1 tabIndex={-1}>{t('gift.checking')}</h1>
      <Alert>
        <p className="with-script">
          <span className="spin" aria-hidden="true" /> {t('gift.checkingLead')}
        </p>
        <p>{t(gift.donor_email ? 'gift.mayLeave' : 'gift.mayReturn')}</p>
        <p className="without-script">
          <a href={address}>{t('gift.lookAgain')}</a>
        </p>
      </Alert>
      {gift.link && (
        <p className="sm soft">
          <Rich text="gift.unpaid" tags={{ a: toPaying }} />
        </p>
      )}
    </>
  );
}

/** The payment page says that nothing was paid. Should money arrive all the same, this page will say so. */
export function NotYet({ gift, came }: { gift: Gift; came: NonNullable<Props['came']> }) {
  const t = useText();
  return (
    <>
      <h1 tabIndex={-1}>{t('gift.notYet')}</h1>
      <p className="lead">{t(`gift.came.${came}`)}</p>
      <p>{t('gift.stillWatching')}</p>
      <Again gift={gift} />
    </>
  );
}

export function Thanks({ gift, raised }: Pick<Props, 'gift' | 'raised'>) {
  const t = useText();
  const { participant, event } = gift;
  return (
    <>
      <h1 tabIndex={-1}>{t('gift.thanks', { amount: formatMoney(wireMoney(gift.net)) })}</h1>
      {raised && <RaisedNow gift={gift} raised={raised} />}
      <Proof gift={gift} heading={t('gift.proof')} />
      <div className="btns">
        {event.slug && (
          <ShareButton
            className="btn"
            path={givePath(participant)}
            text={t('donation.shareText', { name: participant.name, event: event.name })}
          />
        )}
        <Onward event={event} className="btn btn-line">
          {t('gift.another')}
        </Onward>
        <button className="btn btn-soft with-script" type="button" onClick={() => print()}>
          {t('gift.print')}
        </button>
      </div>
    </>
  );
}

/** The sum of all gifts for the participant, with this one. */
function RaisedNow({ gift, raised }: { gift: Gift; raised: NonNullable<Props['raised']> }) {
  const t = useText();
  const sum = sumOf(raised.amount, raised.goal, giftProgress);
  return (
    <div className="receipt-goal">
      <Goal
        {...sum}
        label={t('participants.givenFor', { name: gift.participant.name })}
        people={t('gift.soFar', { amount: formatMoney(sum.amount) })}
        size="l"
      />
    </div>
  );
}

export function Unpaid({ gift }: { gift: Gift }) {
  const t = useText();
  return (
    <>
      <h1 tabIndex={-1}>{t('gift.failed')}</h1>
      <p className="lead">{t('gift.failedLead')}</p>
      <Again gift={gift} />
    </>
  );
}

export function Refunded({ gift }: { gift: Gift }) {
  const t = useText();
  return (
    <>
      <h1 tabIndex={-1}>{t('gift.refunded')}</h1>
      <p className="lead">{t('gift.refundedLead', { organiser: gift.event.organiser })}</p>
      <Proof gift={gift} heading={t('gift.yours')} />
      <div className="btns">
        <Onward event={gift.event} className="btn btn-line">
          {t('donation.toList')}
        </Onward>
      </div>
    </>
  );
}

/** Leads back to the form, filled as it was sent; sending it again makes another gift. */
function Again({ gift }: { gift: Gift }) {
  const t = useText();
  return (
    <div className="btns">
      {gift.event.slug && (
        <a className="btn" href={`${givePath(gift.participant)}#${FORM_ID}`}>
          {t('site.retry')}
        </a>
      )}
      <Onward event={gift.event} className="btn btn-line">
        {t('donation.toList')}
      </Onward>
    </div>
  );
}
