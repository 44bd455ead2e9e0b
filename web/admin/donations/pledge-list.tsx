import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { asPage, read } from '#web/admin/ask.ts';
import { Choice } from '#web/admin/parts/bar.tsx';
import { oneOf } from '#web/admin/search.ts';
import { pledgeOrder, pledgeStatuses, type DonationsSearch } from './address.ts';
import { CancelPledge } from './cancel-pledge.tsx';
import { DonorList, wanted } from './donor-list.tsx';
import { PledgeTable } from './pledge-table.tsx';

interface PledgeListProps {
  event: Event;
  search: DonationsSearch;
  isGlance: boolean;
}

export function PledgeList({ event, search, isGlance }: PledgeListProps) {
  const { participant } = search;
  const sort = pledgeOrder(search);
  const status = oneOf(pledgeStatuses, search.status);
  const query = { ...wanted(search, isGlance), status, sort };
  const call = participant ? 'GET /api/participants/{id}/donations' : 'GET /api/events/{id}/donations';
  const pledges = useQuery({ ...read(call, { params: { id: participant ?? event.id }, query }), select: asPage });
  return (
    <DonorList kind="pledges" search={search} isGlance={isGlance} from={pledges} filter={<ByStatus value={status} />}>
      {(items) => (
        <>
          <PledgeTable event={event} pledges={items} sort={sort} ofAll={!participant} />
          <CancelPledge event={event} pledge={items.find(({ id }) => id === search.cancel)} />
        </>
      )}
    </DonorList>
  );
}

function ByStatus({ value }: { value: DonationsSearch['status'] }) {
  const text = useText();
  return (
    <Choice name="status" label={text('admin.status')} value={value} none={text('admin.donations.statusAll')}>
      {pledgeStatuses.map((one) => (
        <option key={one} value={one}>
          {text(`admin.donations.status.${one}`)}
        </option>
      ))}
    </Choice>
  );
}
