import type { ReactNode } from 'react';
import type { Search } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';

interface NothingProps {
  /** Rows that were found: they stand on pages before this one. */
  total: number;
  /** What is said where nothing was found, and what to take out of the address to see all; null: all of it is seen. */
  filtered: { title: string; by: Search } | null;
  heading?: 'h2' | 'h3';
  /** Said where there is nothing at all. */
  children: ReactNode;
}

/** No rows on this page: why not, and the way to where there are some. */
export function Nothing({ total, filtered, heading = 'h2', children }: NothingProps) {
  const text = useText();
  if (total > 0) {
    return (
      <Empty heading={heading} title={text('participants.pageEmpty')}>
        <Turn className="btn btn-line" to={{}}>
          {text('participants.toFirst')}
        </Turn>
      </Empty>
    );
  }
  if (!filtered) return children;
  return (
    <Empty heading={heading} title={filtered.title}>
      <Turn className="btn btn-line" to={filtered.by}>
        {text('admin.showAll')}
      </Turn>
    </Empty>
  );
}
