import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Turn } from '#web/admin/turn.tsx';
import type { DonationsSearch } from './address.ts';

interface NothingProps {
  search: DonationsSearch;
  /** On other pages. */
  total: number;
}

/** No rows: what else to look for. */
export function Nothing({ search: { q, status }, total }: NothingProps) {
  const text = useText();
  if (total > 0) {
    return (
      <Empty heading="h2" title={text('participants.pageEmpty')}>
        <Turn className="btn btn-line" to={{}}>
          {text('participants.toFirst')}
        </Turn>
      </Empty>
    );
  }
  if (!q && !status)
    return <Empty heading="h2" title={text('admin.donations.empty')} text={text('admin.donations.emptyText')} />;
  return (
    <Empty heading="h2" title={text('admin.donations.noneFound')}>
      <Turn className="btn btn-line" to={{ q: undefined, status: undefined }}>
        {text('admin.showAll')}
      </Turn>
    </Empty>
  );
}
