import { z } from 'zod';
import { Moment, MoneyText } from './shapes.ts';
import type { Routes } from './treaty.ts';

const Statistics = z.object({
  totalEvents: z.int(),
  activeEvents: z.int(),
  totalRegistrations: z.int(),
  pendingRegistrations: z.int().describe('added by hand and not approved yet'),
  confirmedPledges: z.int(),
  pendingPledges: z.int(),
  confirmedPerUnit: MoneyText,
  pendingPerUnit: MoneyText,
  gifts: z.int().describe('paid, and not given back'),
  giftsAmount: MoneyText.describe('what counts of them'),
  flaggedGifts: z.int().describe('that somebody should still look at, also under deleted events'),
  queuedMails: z.int(),
  failedMails: z.int().describe('still to be said, and sent again by `POST /api/email-logs/resend-failed`'),
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        promised: z.int(),
        mailed: z.int().describe('of these, those whose request for confirmation was sent'),
        confirmed: z.int().describe('of these, those that count now'),
        promised_per_unit: MoneyText,
        confirmed_per_unit: MoneyText,
        gifts: z.int().describe('paid on this day, and not given back since'),
        gifts_amount: MoneyText,
      }),
    )
    .describe('the last thirty Swiss days, by the day of the promise or the payment'),
  funnel: z.object({ promised: z.int(), mailed: z.int(), confirmed: z.int() }).describe('of the same thirty days'),
  syncs: z
    .array(z.object({ hour: Moment, done: z.int(), held: z.int(), failed: z.int() }))
    .describe('the last 24 hours, each from its beginning'),
});
export type Statistics = z.output<typeof Statistics>;

export const dashboard = {
  'GET /api/statistics': {
    does: 'The figures of the dashboard',
    access: 'viewer',
    reply: Statistics,
  },
} satisfies Routes;
