import { oneOf, optional, whole, type Search } from '#web/admin/search.ts';

export const mailsSearch = (search: Search) =>
  optional({
    event: whole(search.event),
    status: oneOf(['sent', 'queued', 'failed'] as const, search.status),
    page: whole(search.page),
  });

export function MailLog() {
  return null;
}
