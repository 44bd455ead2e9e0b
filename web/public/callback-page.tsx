import { useEffect, useRef } from 'react';
import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/api.ts';
import { useShell, useText } from '#web/text.tsx';
import { toastNextPage } from '#web/ui/toast.ts';

const SETTLE_MS = 1000;
const TRIES = 3;
const PAUSE_MS = 500;

/** The way back from the identity provider: changes its code for a session and goes on. */
export function CallbackPage({ return_to }: Pages['callback']) {
  const t = useText();
  // The German words of this page are English ones.
  const lang = useShell().language === 'de' ? 'en' : undefined;
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void signIn(return_to, t('error.sign_in_failed'));
  }, [return_to, t]);

  return (
    <div className="wrap sect" role="status">
      <h1 lang={lang}>{t('auth.authenticating')}</h1>
      <noscript>
        <p className="lead">{t('auth.needsScript')}</p>
      </noscript>
    </div>
  );
}

async function signIn(fallback: string, failed: string): Promise<void> {
  const query = new URLSearchParams(location.search);
  // The code is a permission: it must not stay in the address.
  history.replaceState(null, '', location.pathname);
  const code = query.get('code');
  const { data, error } = code === null ? {} : await exchange(code, query);
  if (!data) {
    console.error('Failed to exchange code for token');
    toastNextPage({ text: error?.text ?? failed, tone: 'bad' });
    return location.replace(paths.home);
  }
  await settle();
  location.replace(data.return_to || fallback);
}

function exchange(code: string, query: URLSearchParams) {
  return call('POST /api/auth/token', {
    body: {
      code,
      redirect_uri: location.origin + paths.callback,
      state: query.get('state') ?? undefined,
      iss: query.get('iss') ?? undefined,
    },
  });
}

/** Waits until the session answers; going on without an answer is fine, the next page asks for itself. */
async function settle(): Promise<void> {
  await pause(SETTLE_MS);
  for (let tries = 1; tries <= TRIES; tries++) {
    const { data } = await call('GET /api/auth/me');
    if (data) return;
    if (tries < TRIES) await pause(PAUSE_MS);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
