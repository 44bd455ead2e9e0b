import { optional, whole, type Search } from '#web/admin/search.ts';

export const dashboardSearch = (search: Search) => optional({ event: whole(search.event) });

export function Dashboard() {
  return null;
}
