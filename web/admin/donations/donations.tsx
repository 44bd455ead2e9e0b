import { optional, whole, type Search } from '#web/admin/search.ts';

export const donationsSearch = (search: Search) =>
  optional({
    event: whole(search.event),
    participant: whole(search.participant),
  });

export function Donations() {
  return null;
}
