import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { languageNames } from '#domain/language.ts';
import { Receipt } from '#web/parts/receipt.tsx';
import { useShell, useText } from '#web/text.tsx';

/** Who is signed in, and what they may do here; all of it comes from the identity provider. */
export function ProfilePage({ user: { name, email, roles } }: Pages['profile']) {
  const text = useText();
  const { language } = useShell();
  const role = roles.includes('admin') ? 'admin' : 'viewer';
  return (
    <div className="wrap prose">
      <h1>{text('site.profile')}</h1>
      <Receipt
        rows={[
          { label: text('admin.name'), value: name },
          ...(email ? [{ label: text('admin.email'), value: email }] : []),
          { label: text('admin.role'), value: text(`admin.role.${role}`) },
          { label: text('site.language'), value: languageNames[language] },
        ]}
      />
      <p className="sm soft">{text('admin.profileSource')}</p>
      <div className="btns">
        <a className="btn" href={paths.admin}>
          {text('site.admin')}
        </a>
        <a className="btn btn-line" href={paths.signOut}>
          {text('site.signOut')}
        </a>
      </div>
    </div>
  );
}
