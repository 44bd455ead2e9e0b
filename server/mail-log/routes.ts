import type { mailLog } from '#contract/mail-log.ts';
import type { Handlers } from '#server/http/handler.ts';
import { allMails, mailsOfEvent, resendMail } from './actions.ts';

export const mailLogRoutes: Handlers<typeof mailLog> = {
  'GET /api/email-logs/events/{id}': (ctx, { params, query }) => mailsOfEvent(ctx, params.id, query),
  'GET /api/email-logs': (ctx, { query }) => allMails(ctx, query),
  'POST /api/email-logs/{id}/resend': (ctx, { params, caller }) => resendMail(ctx, caller.staff, params.id),
};
