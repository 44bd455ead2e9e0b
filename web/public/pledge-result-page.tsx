import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { call, type ApiError } from '#web/api.ts';
import { useShell, useText } from '#web/text.tsx';
import { titleOf } from '#web/titles.ts';
import { Alert } from '#web/ui/alert.tsx';
import { PledgeBib } from './pledge/bib.tsx';
import { AskCancel, AskConfirm, Cancelled, Confirmed, Moving, type PledgeViewProps } from './pledge/result-views.tsx';

type Action = Pages['pledge-result']['action'];

/** Where the links of the mails lead: confirms, cancels after asking, and shows the state on every later visit. */
export function PledgeResultPage({ token, ...opened }: Pages['pledge-result']) {
  const t = useText();
  const shell = useShell();
  const [shown, setShown] = useState(opened);
  const [moving, setMoving] = useState(false);
  const [failure, setFailure] = useState<{ to: Action; error: ApiError } | null>(null);
  const [said, setSaid] = useState('');
  const page = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const { action, pledge, email_sent } = shown;
  const confirmsItself = action === 'confirm' && pledge?.donation.status === 'pending';

  async function move(to: Action, by: 'script' | 'button') {
    pressed.current = by === 'button';
    setMoving(true);
    setFailure(null);
    setSaid(t(`donation.moving.${to}`));
    const { data, error } = await call(`POST /api/donations/${to}/{token}`, { params: { token }, body: { by } });
    setMoving(false);
    if (error) return setFailure({ to, error });
    const { email_sent, ...moved } = data;
    setShown({ action: to, pledge: moved, email_sent });
    setSaid(t(to === 'confirm' ? 'donation.isConfirmed' : 'donation.isCancelled'));
    // A reload must lead to what is shown now.
    history.replaceState(history.state, '', paths.pledgeResult(to, token));
  }

  useEffect(() => {
    document.title = titleOf(
      { page: 'pledge-result', props: { token, ...shown, pledge: failure ? null : shown.pledge }, shell },
      t,
    );
  }, [failure, shown, shell, t, token]);

  // The pressed button is gone; what became of the pledge is said at the top.
  useEffect(() => {
    if (!pressed.current) return;
    scrollTo(0, 0);
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [moving]);

  const confirmUnasked = useEffectEvent(() => void move('confirm', 'script'));

  // Only a page that is looked at confirms: a browser may have opened this one in advance or in the background.
  useEffect(() => {
    if (!confirmsItself) return;
    const waiting = new AbortController();
    const confirm = () => {
      if (document.visibilityState !== 'visible') return;
      waiting.abort();
      confirmUnasked();
    };
    document.addEventListener('visibilitychange', confirm, { signal: waiting.signal });
    confirm();
    return () => waiting.abort();
  }, [confirmsItself]);

  return (
    <div className={`wrap result${action === 'confirm' ? ' result-full' : ''}`} ref={page}>
      <p className="vh" role="status">
        {said}
      </p>
      {pledge && <PledgeBib status={pledge.donation.status} participant={pledge.participant} event={pledge.event} />}
      {failure && <Failed error={failure.error} onRetry={() => void move(failure.to, 'button')} />}
      {moving && <Moving words={said} />}
      {!failure && !moving && (
        <State
          action={action}
          pledge={pledge}
          mailed={email_sent === true}
          token={token}
          onMove={(to) => void move(to, 'button')}
        />
      )}
    </div>
  );
}

type StateProps = Omit<PledgeViewProps, 'pledge'> & Pick<Pages['pledge-result'], 'action' | 'pledge'>;

function State({ action, pledge, ...view }: StateProps) {
  if (!pledge) return <Failed error={null} />;
  const { status } = pledge.donation;
  if (status === 'cancelled') return <Cancelled pledge={pledge} {...view} />;
  if (action === 'cancel') return <AskCancel pledge={pledge} {...view} />;
  return status === 'confirmed' ? <Confirmed pledge={pledge} {...view} /> : <AskConfirm pledge={pledge} {...view} />;
}

/** `error` null: a link that we do not know. */
function Failed({ error, onRetry }: { error: ApiError | null; onRetry?: () => void }) {
  const t = useText();
  const words = error ? (error.code === 'unreachable' ? t('error.unreachable') : error.text) : t('error.unknown_token');
  return (
    <>
      <h1 tabIndex={-1}>{t('donation.confirmationFailed')}</h1>
      <Alert tone="bad" role={error ? 'alert' : undefined}>
        <p>{words ?? t('donation.confirmationError')}</p>
      </Alert>
      <div className="btns">
        {onRetry && (
          <button className="btn" type="button" onClick={onRetry}>
            {t('site.retry')}
          </button>
        )}
        <a className={onRetry ? 'btn btn-line' : 'btn'} href={paths.home}>
          {t('donation.backHome')}
        </a>
      </div>
    </>
  );
}
