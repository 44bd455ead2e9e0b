import { useRef } from 'react';
import type { EventCard, Pages } from '#contract/pages.ts';
import { formatRecent } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import { MoreWords, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { formAddress, HERE, type List } from './address.ts';
import { Age } from './age.tsx';
import { KeptFields } from './kept-fields.tsx';
import { useFollowing, useLive, type Live } from './live.ts';
import { useDialog } from './open-dialog.ts';
import { LoadError, People, type ListPage } from './people.tsx';
import { Search } from './search.tsx';
import { StaffSync } from './staff-sync.tsx';
import { SyncButton, SyncFailure, useSync } from './sync.tsx';

type Props = Pages['participants'];

/** The people of an event: search, list, pages. */
export function StartList({
  event,
  own,
  choice,
  list: loaded,
}: Omit<Props, 'events' | 'event'> & { event: EventCard }) {
  const text = useText();
  const section = useRef<HTMLElement>(null);
  const live = useLive();
  const sync = useSync(event, live.refresh);
  const { dialog, open, close } = useDialog();
  useFollowing(section, live);
  const list: List = { event, own, choice };
  const total = 'data' in loaded ? loaded.data.total : null;
  return (
    <section className="sect" aria-labelledby="list" ref={section}>
      <div className="sect-head">
        <h2 id="list" tabIndex={-1}>
          {own ? text('participants.title') : event.name}
        </h2>
        {total !== null && choice.q === '' && (
          <p className="soft sm num">{text('participants.registered', { count: total, shown: formatCount(total) })}</p>
        )}
      </div>
      <StaffSync onDone={live.refresh} />
      <div className="tools">
        <Search list={list} visit={live.visit} />
        <SyncButton {...sync} />
      </div>
      {sync.failure && <SyncFailure event={event} failure={sync.failure} />}
      <div className="tools-meta">
        <p role="status">{'data' in loaded && <Found choice={choice} {...loaded.data} />}</p>
        <Refresh list={list} />
        <Age of={event} />
      </div>
      <div role="status">{live.outdated && <Outdated {...live.outdated} />}</div>
      <div className="list" aria-busy={live.isLoading || undefined}>
        {'data' in loaded ? (
          <People list={list} event={event} onOpen={open} {...loaded.data} />
        ) : (
          <LoadError list={list} isLoading={live.isLoading} {...loaded} />
        )}
      </div>
      {dialog && (
        <MoreWords text={dialog.text}>
          <dialog.RowDialog event={event} opened={dialog} onClose={close} />
        </MoreWords>
      )}
    </section>
  );
}

/** Loads the list again, by a form that works without script. */
function Refresh({ list }: { list: List }) {
  const text = useText();
  return (
    <form method="get" action={formAddress(list)}>
      <KeptFields list={list} />
      <button className="btn btn-soft btn-s" type="submit">
        {text('participants.reload')}
      </button>
    </form>
  );
}

/** Says that the list on the page is an older one, because the one that was wanted could not be fetched. */
function Outdated({ since, wanted }: NonNullable<Live['outdated']>) {
  const text = useText();
  return (
    <Alert tone="warn" title={text('participants.outdated')} heading="h3">
      <p>{text('sync.stillFrom', { time: formatRecent(since) })}</p>
      <div className="btns">
        <a className="btn btn-line" href={wanted + HERE}>
          {text('site.retry')}
        </a>
      </div>
    </Alert>
  );
}

function Found({ choice: { q }, items, total }: Pick<List, 'choice'> & ListPage) {
  const text = useText();
  const shown = formatCount(items.length);
  if (q) return text('participants.found', { count: total, shown: formatCount(total), q });
  return total > 0 && text('participants.shownOf', { shown, total: formatCount(total) });
}
