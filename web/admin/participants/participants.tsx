import { optional, rows, whole, type Search } from '#web/admin/search.ts';

export const participantsSearch = (search: Search) => optional({ ...rows(search), event: whole(search.event) });

export function Participants() {
  return null;
}
