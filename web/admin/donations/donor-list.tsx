import type { ReactNode } from 'react';
import { formatCount } from '#domain/money.ts';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Asked } from '#web/admin/ask.ts';
import { SearchField } from '#web/admin/parts/bar.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { paging } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import type { DonationsSearch, Kind } from './address.ts';
import { NothingGiven } from './nothing-given.tsx';

/** What a list is asked for: its first rows at a glance, or the page that the address names. */
export const wanted = (search: DonationsSearch, isGlance: boolean) =>
  isGlance ? paging({}) : { ...paging(search), q: search.q };

interface DonorListProps<Row> {
  kind: Kind;
  search: DonationsSearch;
  isGlance: boolean;
  from: Asked<{ items: Row[]; total: number }>;
  /** The choice that picks rows by their state. */
  filter: ReactNode;
  children: (items: Row[]) => ReactNode;
}

/** The donations of one kind. At a glance beside the other kind: the first ones under a heading, and the way to all. */
export function DonorList<Row>({ kind, search, isGlance, from, filter, children }: DonorListProps<Row>) {
  const text = useText();
  const rows = (
    <Loaded from={from} failed={text('admin.donations.detailsError')}>
      {({ items, total }) => {
        if (items.length > 0) {
          return (
            <>
              {children(items)}
              {isGlance ? (
                <All kind={kind} shown={items.length} total={total} />
              ) : (
                <Pager rows={search} total={total} />
              )}
            </>
          );
        }
        return isGlance ? (
          <p className="soft">{text(`admin.donations.none.${kind}`)}</p>
        ) : (
          <NothingGiven search={search} kinds={[kind]} total={total} />
        );
      }}
    </Loaded>
  );
  if (isGlance) {
    return (
      <section className="sect" aria-labelledby={kind}>
        <h3 id={kind}>{text(`admin.donations.kind.${kind}`)}</h3>
        {rows}
      </section>
    );
  }
  return (
    <>
      <div className="bar">
        <SearchField
          label={text('admin.donations.search')}
          placeholder={text(`admin.donations.searchHint.${kind}`)}
          q={search.q}
        />
        {filter}
      </div>
      {rows}
    </>
  );
}

function All({ kind, shown, total }: { kind: Kind; shown: number; total: number }) {
  const text = useText();
  if (shown === total) return null;
  return (
    <p>
      <Turn className="more" top to={{ list: kind }}>
        {text(`admin.donations.allCounted.${kind}`, { count: formatCount(total) })} <Icon name="arrow" />
      </Turn>
    </p>
  );
}
