import { useState } from 'react';
import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { call } from '#web/api.ts';
import { LanguageLinks } from '#web/frame/language-links.tsx';
import { Receipt } from '#web/parts/receipt.tsx';
import { useText } from '#web/text.tsx';
import { toast, toastNextPage } from '#web/ui/toast.ts';
import './look/profile.css';

/** Who is signed in, what they may do here, and for how long; all but the language comes from the identity provider. */
export function ProfilePage({ user: { name, email, roles }, session, elsewhere }: Pages['profile']) {
  const text = useText();
  const role = roles.includes('admin') ? 'admin' : 'viewer';
  return (
    <div className="wrap prose profile">
      <h1>{text('site.profile')}</h1>
      <Receipt
        rows={[
          { label: text('admin.name'), value: name },
          ...(email ? [{ label: text('admin.email'), value: email }] : []),
          { label: text('admin.role'), value: text(`admin.role.${role}`) },
        ]}
      />
      <p className="sm soft">{text('admin.profileSource')}</p>
      <div className="btns">
        <a className="btn" href={paths.admin}>
          {text('site.admin')}
        </a>
      </div>
      <section aria-labelledby="session">
        <h2 id="session">{text('admin.session')}</h2>
        <Receipt
          rows={[
            { label: text('admin.signedInSince'), value: formatMoment(new Date(session.signed_in_at)) },
            { label: text('admin.sessionEnds'), value: formatMoment(new Date(session.expires_at)) },
          ]}
        />
        <p className="sm soft">
          {text('admin.sessionRest')} {text('admin.sessionsElsewhere', { count: elsewhere })}
        </p>
        <div className="btns">
          <a className="btn btn-line" href={paths.signOut}>
            {text('site.signOut')}
          </a>
          <SignOutEverywhere />
        </div>
      </section>
      <section aria-labelledby="language">
        <h2 id="language">{text('site.language')}</h2>
        <nav aria-labelledby="language">
          <LanguageLinks />
        </nav>
      </section>
    </div>
  );
}

function SignOutEverywhere() {
  const text = useText();
  const [busy, setBusy] = useState(false);

  const signOut = async () => {
    if (busy) return;
    setBusy(true);
    const { data, error } = await call('POST /api/auth/sign-out-everywhere');
    // Who is signed out already has what he wanted.
    if (data || error.code === 'signed_out') {
      toastNextPage({ text: text('admin.signedOutEverywhere') });
      return location.assign(data?.link ?? paths.home);
    }
    setBusy(false);
    toast({ text: error.text ?? text('error.unreachable'), tone: 'bad' });
  };

  return (
    <button className="btn btn-line" type="button" aria-disabled={busy} onClick={() => void signOut()}>
      {text('admin.signOutEverywhere')}
    </button>
  );
}
