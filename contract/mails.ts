import { z } from 'zod';
import { Limit, Paging, Search } from './paging.ts';
import { BodyId, Id, Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

const MailStatus = z.enum(['sent', 'failed', 'queued']);
export type MailStatus = z.output<typeof MailStatus>;

const MailKind = z.enum([
  'pledge-request',
  'pledge-confirmed',
  'pledge-cancelled',
  'gift-thanks',
  'gift-received',
  'page-link',
]);

/** A line of the log: everything about a mail but what it says. */
export const LoggedMail = z.object({
  id: z.int(),
  created_at: Moment,
  recipient: z.string().nullable().describe('null for who was erased'),
  subject: z.string(),
  type: MailKind,
  status: MailStatus,
  error: z.string().nullable().describe('why the last try failed: what the mail server said, or in words of ours'),
  tries: z.int(),
  next_try: Moment.nullable().describe('while it is queued'),
  sent_at: Moment.nullable(),
  resend_of: z.int().nullable(),
  event_id: z.int().nullable(),
  event: z.string().nullable(),
  donation_id: z.int().nullable(),
  gift_id: z.int().nullable(),
});
export type LoggedMail = z.output<typeof LoggedMail>;

const MailLog = z.object({
  logs: z.array(LoggedMail),
  pagination: z.object({ total: z.int(), limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
  counts: z
    .object({ sent: z.int(), failed: z.int(), queued: z.int() })
    .describe('what `q` finds, whichever status is asked for'),
  failedMails: z.int().describe('what `POST /api/email-logs/resend-failed` would send again, whatever `q` finds'),
});
export type MailLog = z.output<typeof MailLog>;

const Query = Paging.extend({
  status: MailStatus.optional(),
  q: Search.optional().describe('words, each in the recipient or the subject'),
});
export type MailQuery = z.output<typeof Query>;

export const mails = {
  'GET /api/email-logs/events/{id}': {
    does: 'The mails of an event, newest first: 500 of them where no limit is given',
    access: 'viewer',
    params: z.object({ id: Id }),
    query: Query.extend({ limit: Limit.default(500).describe('500 where it is absent') }),
    reply: MailLog,
    failures: { unknown_event: 404 },
  },
  'GET /api/email-logs': {
    does: 'All mails, newest first',
    access: 'viewer',
    query: Query,
    reply: MailLog,
  },
  'POST /api/email-logs/resend-failed': {
    does: 'Sends each failed mail once more that is the last about its subject and still true: what `failedMails` counts',
    access: 'admin',
    body: z.object({ event_id: BodyId.nullish().describe('only those of this event') }).nullish(),
    reply: z.object({ message: z.string(), queued: z.int() }),
    failures: { unknown_event: 404 },
  },
  'POST /api/email-logs/{id}/resend': {
    does: 'Sends a mail once more, whatever the limits; its links are new, and the old ones stay valid',
    access: 'admin',
    params: z.object({ id: Id }),
    reply: LoggedMail,
    failures: { unknown_mail: 404, mail_without_recipient: 409 },
  },
} satisfies Routes;
