import { useRef } from 'react';
import type { PageName } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { initials } from '#domain/names.ts';
import { Wordmark } from '#web/parts/wordmark.tsx';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LanguageLinks } from './language-links.tsx';
import { Menu } from './menu.tsx';
import { SignIn, SignInDialog } from './sign-in.tsx';

export function Header({ page, bare }: { page: PageName; bare: boolean }) {
  const text = useText();
  const { brand, language, staff } = useShell();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <header className="head">
      <div className="wrap">
        <a className="brand" href={paths.home} aria-label={text('site.homeOf', { brand: brand.name })}>
          <Wordmark />
        </a>
        {!bare && (
          <nav className="nav only-wide" aria-label={text('site.navigation')}>
            <MainLinks page={page} />
          </nav>
        )}
        <Menu
          className={bare ? '' : 'only-wide'}
          summary={
            <>
              <span className="vh">{text('site.language')}: </span>
              {language.toUpperCase()}
              <Icon name="chevron" />
            </>
          }
        >
          <LanguageLinks />
        </Menu>
        {!bare &&
          (staff ? (
            <StaffMenu name={staff.name} />
          ) : (
            <SignIn className="btn btn-line btn-s only-wide" dialog={dialog} />
          ))}
        {!bare && (
          <Menu
            className="only-slim"
            summary={
              <>
                <span className="vh">{text('site.menu')}</span>
                <Icon name="menu" />
              </>
            }
          >
            <MainLinks page={page} />
            <hr />
            <LanguageLinks />
            <hr />
            {staff ? (
              <>
                <p className="staff">
                  <Avatar name={staff.name} /> {staff.name}
                </p>
                <StaffLinks />
              </>
            ) : (
              <SignIn dialog={dialog} />
            )}
          </Menu>
        )}
      </div>
      {!bare && !staff && <SignInDialog ref={dialog} />}
    </header>
  );
}

function MainLinks({ page }: { page: PageName }) {
  const text = useText();
  const current = (name: PageName) => (page === name ? 'page' : undefined);
  return (
    <>
      <a href={paths.home} aria-current={current('home')}>
        {text('site.events')}
      </a>
      <a href={paths.participants} aria-current={current('participants')}>
        {text('site.participants')}
      </a>
    </>
  );
}

function StaffMenu({ name }: { name: string }) {
  return (
    <Menu
      className="only-wide"
      summary={
        <>
          <Avatar name={name} />
          <span className="staff-name">{name}</span>
          <Icon name="chevron" />
        </>
      }
    >
      <StaffLinks />
    </Menu>
  );
}

function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function StaffLinks() {
  const text = useText();
  return (
    <>
      <a href={paths.admin}>{text('site.admin')}</a>
      <a href={paths.profile}>{text('site.profile')}</a>
      <a href={paths.signOut}>{text('site.signOut')}</a>
    </>
  );
}
