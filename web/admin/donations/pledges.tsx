import { optional, whole, type Search } from '#web/admin/search.ts';

export const pledgesSearch = (search: Search) =>
  optional({
    event: whole(search.event),
    participant: whole(search.participant),
  });

export function Pledges() {
  return null;
}
