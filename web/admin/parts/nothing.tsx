import type { ReactNode } from 'react';
import type { Search } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';

interface NothingProps {
  /** How many rows there are on other pages. */
  total: number;
  /** The words where a search found nothing, and the parts of the address that clear it; null: nothing was searched. */
  filtered: { title: string; by: Search } | null;
  heading?: 'h2' | 'h3';
  /** Shown where there are no rows, whatever is searched. */
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
