import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Turn } from '#web/admin/turn.tsx';
import type { DonationsSearch, Kind } from './address.ts';

interface NothingProps {
  search: DonationsSearch;
  kinds: Kind[];
  /** On other pages. */
  total: number;
}

/** No rows: what else to look for. */
export function Nothing({ search: { q, status }, kinds, total }: NothingProps) {
  const text = useText();
  const what = kinds.includes('gifts') ? (kinds.length > 1 ? 'both' : 'gifts') : 'pledges';
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
    return (
      <Empty
        heading="h2"
        title={text(`admin.donations.none.${what}`)}
        text={text(`admin.donations.noneText.${what}`)}
      />
    );
  return (
    <Empty heading="h2" title={text(`admin.donations.noneFound.${what}`)}>
      <Turn className="btn btn-line" to={{ q: undefined, status: undefined }}>
        {text('admin.showAll')}
      </Turn>
    </Empty>
  );
}
