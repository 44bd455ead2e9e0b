import type { mails } from '#contract/mails.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { allMails, mailsOfEvent, resendFailed, resendMail } from './log.ts';

export const mailRoutes: Handlers<typeof mails> = {
  'GET /api/email-logs/events/{id}': (ctx, { params, query, caller }) =>
    mailsOfEvent(ctx, params.id, query, caller.language),
  'GET /api/email-logs': (ctx, { query, caller }) => allMails(ctx, query, caller.language),
  'POST /api/email-logs/resend-failed': async (ctx, { body, caller }) => {
    const resent = await resendFailed(ctx, caller.staff, body?.event_id ?? null);
    if (resent instanceof Failure) return resent;
    return { ...resent, message: translator(caller.language)('mails.resent', { ...resent }) };
  },
  'POST /api/email-logs/{id}/resend': (ctx, { params, caller }) =>
    resendMail(ctx, caller.staff, params.id, caller.language),
};
