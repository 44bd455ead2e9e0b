import type { EventCard, Pages } from '#contract/pages.ts';
import { Empty } from '#web/parts/empty.tsx';
import { registrationOf } from '#web/parts/event-words.ts';
import { OutsideLink } from '#web/parts/outside-link.tsx';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { addressOf, type List } from './address.ts';
import { Pager } from './pager.tsx';
import type { RowProps } from './row.tsx';
import { Table } from './table.tsx';

export type ListPage = Extract<Pages['participants']['list'], { data: unknown }>['data'];

type PeopleProps = ListPage & { list: List; event: EventCard } & Pick<RowProps, 'onOpen'>;

/** The people on this page of the list, or why there are none. */
export function People({ list, event, items, total, onOpen }: PeopleProps) {
  const text = useText();
  if (items.length > 0) {
    return (
      <>
        <Table list={list} event={event} items={items} onOpen={onOpen} />
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
      <Empty
        title={text('participants.nobody', { q })}
        text={text('participants.nobodyHint', { names: event.names_shown })}
      >
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

export function LoadError({ list, error, isLoading }: { list: List; error: string; isLoading: boolean }) {
  const text = useText();
  if (isLoading) return <Bones rows={list.choice.size} />;
  return (
    <Alert title={text('participants.errorTitle')} heading="h3">
      <p>{error}</p>
      <div className="btns">
        <a className="btn" href={addressOf(list, { page: list.choice.page })}>
          {text('site.retry')}
        </a>
      </div>
    </Alert>
  );
}

/** Stands for the rows that are being fetched, and is as high as they will be. */
function Bones({ rows }: { rows: number }) {
  const text = useText();
  return (
    <div role="status">
      <p className="vh">{text('participants.loading')}</p>
      <div className="wait" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <span className="bone" key={row} />
        ))}
      </div>
    </div>
  );
}
