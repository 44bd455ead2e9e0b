import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { asPage, read } from '#web/admin/ask.ts';
import { Choice } from '#web/admin/parts/bar.tsx';
import { oneOf } from '#web/admin/search.ts';
import { giftOrder, giftStatuses, type DonationsSearch } from './address.ts';
import { DonorList, wanted } from './donor-list.tsx';
import { GiftTable } from './gift-table.tsx';

interface GiftListProps {
  event: Event;
  search: DonationsSearch;
  isGlance: boolean;
}

export function GiftList({ event, search, isGlance }: GiftListProps) {
  const { participant } = search;
  const sort = giftOrder(search);
  const status = oneOf(giftStatuses, search.status);
  const gifts = useQuery({
    ...read('GET /api/events/{id}/gifts', {
      params: { id: event.id },
      query: {
        ...wanted(search, isGlance),
        sort,
        ...(status === 'flagged' ? { flagged: 'true' } : { status }),
        ...(participant && { participant_id: String(participant) }),
      },
    }),
    select: asPage,
  });
  return (
    <DonorList kind="gifts" search={search} isGlance={isGlance} from={gifts} filter={<ByStatus value={status} />}>
      {(items) => <GiftTable gifts={items} sort={sort} ofAll={!participant} />}
    </DonorList>
  );
}

function ByStatus({ value }: { value: DonationsSearch['status'] }) {
  const text = useText();
  return (
    <Choice name="status" label={text('admin.status')} value={value} none={text('admin.gifts.statusAll')}>
      {giftStatuses.map((one) => (
        <option key={one} value={one}>
          {text(`admin.gifts.status.${one}`)}
        </option>
      ))}
    </Choice>
  );
}
