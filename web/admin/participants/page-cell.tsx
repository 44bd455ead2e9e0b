import { useEffect, useRef } from 'react';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { copyLink } from '#web/parts/copy-link.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { called } from '#web/admin/parts/called.ts';
import { useIsAdmin } from '#web/admin/staff.ts';
import { Turn } from '#web/admin/turn.tsx';
import { useMailPage, useMakePage, useResultOf } from './page-results.tsx';

interface PersonProps {
  person: Participant;
}

/** Whether somebody has a payment page, what can be done with it, and what came of that. */
export function PageCell({ person }: PersonProps) {
  const isAdmin = useIsAdmin();
  const place = useRef<HTMLDivElement>(null);
  const isMaking = useRef(false);
  const page = person.payrexx_page_id;
  const isThere = person.status !== 'withdrawn';
  useEffect(() => {
    // The button that made the page is gone: go on with what can be done with it.
    if (page && isMaking.current) place.current?.querySelector('button')?.focus();
    isMaking.current = false;
  }, [page]);
  return (
    <div className="page-cell" ref={place}>
      <State person={person} />
      {isThere && page !== null && <Share person={person} page={page} />}
      {isThere && isAdmin && page !== null && <Renew person={person} />}
      {isThere && isAdmin && page === null && <Make person={person} onMake={() => (isMaking.current = true)} />}
    </div>
  );
}

function State({ person }: PersonProps) {
  const text = useText();
  const hasPage = person.payrexx_page_id !== null;
  const result = useResultOf(person);
  const state = <Chip tone={hasPage ? 'good' : 'off'}>{text(hasPage ? 'admin.pages.made' : 'admin.pages.none')}</Chip>;
  if (!result) return state;
  if (result.tone === 'bad') return <Chip tone="bad">{result.short}</Chip>;
  return (
    <span className="under">
      {state} <span className="soft">{result.short}</span>
    </span>
  );
}

/** The link to copy and the card to print, for all of the staff. */
function Share({ person: { name, payrexx_link: link }, page }: PersonProps & { page: string }) {
  const text = useText();
  return (
    <>
      <button
        className="btn btn-line btn-icon"
        type="button"
        onClick={() => void copyLink(link ?? '', text)}
        {...called(text('participants.copyLinkTo', { name }))}
      >
        <Icon name="copy-link" />
      </button>
      <a className="btn btn-line btn-icon" href={paths.card(page)} {...called(text('admin.pages.cardOf', { name }))}>
        <Icon name="qr" />
      </a>
    </>
  );
}

function Renew({ person }: PersonProps) {
  const text = useText();
  const { id, name, email } = person;
  return (
    <>
      {email && <Mail person={person} />}
      <Turn
        className="btn btn-line btn-icon"
        to={{ recreate: id }}
        keep
        {...called(text('admin.pages.recreateOf', { name }))}
      >
        <Icon name="refresh" />
      </Turn>
    </>
  );
}

function Make({ person, onMake }: PersonProps & { onMake: () => void }) {
  const text = useText();
  const { make, isBusy } = useMakePage(person);
  const press = () => {
    onMake();
    void make(false);
  };
  const word = useResultOf(person)?.tone === 'bad' ? 'again' : 'make';
  return (
    <ActButton
      className="btn btn-line"
      isBusy={isBusy}
      isSlow
      aria-label={text(`admin.pages.${word}Of`, { name: person.name })}
      onPress={press}
    >
      {text(`admin.pages.${word}`)}
    </ActButton>
  );
}

function Mail({ person }: PersonProps) {
  const text = useText();
  const { mail, isBusy } = useMailPage(person);
  return (
    <ActButton
      className="btn btn-line btn-icon"
      isBusy={isBusy}
      icon="mail"
      onPress={() => void mail()}
      {...called(text('admin.pages.mailTo', { name: person.name }))}
    />
  );
}
