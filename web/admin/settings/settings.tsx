import { optional, whole, type Search } from '#web/admin/search.ts';

export const settingsSearch = (search: Search) => optional({ run: whole(search.run) });

export function Settings() {
  return null;
}
