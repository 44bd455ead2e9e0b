import { optional, whole, type Search } from '#web/admin/search.ts';

export const mailsSearch = (search: Search) => optional({ event: whole(search.event), page: whole(search.page) });

export function MailLog() {
  return null;
}
