import type { EventCard, Pages } from '#contract/pages.ts';
import { formatCount } from '#domain/money.ts';
import { Empty } from '#web/parts/empty.tsx';
import { OutsideLink } from '#web/parts/outside-link.tsx';
import { useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { registrationOf } from '#web/public/events/event-words.ts';
import { addressOf, type List } from './address.ts';
import { Age } from './age.tsx';
import { Pager } from './pager.tsx';
import { Table } from './table.tsx';
import { Tools } from './tools.tsx';

type Props = Pages['participants'];

/** The people of an event: search, list, pages. */
export function StartList({
  event,
  own,
  choice,
  list: loaded,
}: Omit<Props, 'events' | 'event'> & { event: EventCard }) {
  const text = useText();
  const { address } = useShell();
  const list: List = { event, own, choice };
  const total = 'data' in loaded ? loaded.data.total : null;
  return (
    <section className="sect" aria-labelledby="list">
      <div className="sect-head">
        <h2 id="list">{text('participants.title')}</h2>
        {total !== null && choice.q === '' && (
          <p className="soft sm num">{text('participants.registered', { count: total, shown: formatCount(total) })}</p>
        )}
      </div>
      <Tools list={list} />
      <div className="tools-meta">
        <p role="status">{'data' in loaded && <Found choice={choice} {...loaded.data} />}</p>
        <a href={address}>{text('participants.reload')}</a>
        <Age of={event} />
      </div>
      {'data' in loaded ? <People list={list} event={event} {...loaded.data} /> : <LoadError {...loaded} />}
    </section>
  );
}

type Page = Extract<Props['list'], { data: unknown }>['data'];

function Found({ choice: { q }, items, total }: Pick<List, 'choice'> & Page) {
  const text = useText();
  const shown = formatCount(items.length);
  if (q) return text('participants.found', { count: total, shown: formatCount(total), q });
  return total > 0 && text('participants.shownOf', { shown, total: formatCount(total) });
}

function People({ list, event, items, total }: { list: List; event: EventCard } & Page) {
  const text = useText();
  if (items.length > 0) {
    return (
      <>
        <Table list={list} event={event} items={items} />
        <Pager list={list} shown={items.length} total={total} />
      </>
    );
  }
  const { q } = list.choice;
  if (total > 0) {
    return (
      <Empty title={text('participants.pageEmpty')}>
        <a className="btn btn-line" href={addressOf(list, {})}>
          {text('participants.toFirst')}
        </a>
      </Empty>
    );
  }
  if (q) {
    return (
      <Empty title={text('participants.nobody', { q })} text={text('participants.nobodyHint')}>
        <a className="btn btn-line" href={addressOf(list, { q: '' })}>
          {text('participants.clearSearch')}
        </a>
      </Empty>
    );
  }
  const registration = registrationOf(event);
  return (
    <Empty title={text('participants.empty')} text={text('participants.emptyHint')}>
      {registration && (
        <OutsideLink className="btn btn-line" href={registration}>
          {text('event.register')}
        </OutsideLink>
      )}
    </Empty>
  );
}

function LoadError({ error }: { error: string }) {
  const text = useText();
  const { address } = useShell();
  return (
    <Alert title={text('participants.errorTitle')} heading="h3">
      <p>{error}</p>
      <div className="btns">
        <a className="btn" href={address}>
          {text('site.retry')}
        </a>
      </div>
    </Alert>
  );
}
