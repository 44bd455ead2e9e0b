import type { mails } from '#contract/mails.ts';
import type { Handlers } from '#server/http/handler.ts';
import { allMails, mailsOfEvent, resendMail } from './log.ts';

export const mailRoutes: Handlers<typeof mails> = {
  'GET /api/email-logs/events/{id}': (ctx, { params, query }) => mailsOfEvent(ctx, params.id, query),
  'GET /api/email-logs': (ctx, { query }) => allMails(ctx, query),
  'POST /api/email-logs/{id}/resend': (ctx, { params, caller }) => resendMail(ctx, caller.staff, params.id),
};
