import type { Statistics } from '#contract/dashboard.ts';
import { DAY, swissDay } from '#domain/dates.ts';
import { plainMoney } from '#domain/money.ts';
import type { Context } from '#server/context.ts';
import { countAll, listDays, listSyncHours, type Day } from './queries.ts';

const DAYS = 30;

/** Three statements, however much there is. */
export async function statistics(ctx: Context): Promise<Statistics> {
  const now = ctx.clock();
  const today = swissDay(now);
  // Back from a calendar day, not from the moment: days of 23 and 25 hours exist.
  const first = new Date(Date.parse(today) - (DAYS - 1) * DAY).toISOString().slice(0, 10);
  const [counts, days, hours] = await Promise.all([
    countAll(ctx.db),
    listDays(ctx.db, first, today),
    listSyncHours(ctx.db, now),
  ]);
  return {
    totalEvents: counts.events,
    activeEvents: counts.active,
    totalRegistrations: counts.registrations,
    pendingRegistrations: counts.pending_registrations,
    confirmedPledges: counts.confirmed,
    pendingPledges: counts.pending,
    confirmedPerUnit: plainMoney(counts.rate_confirmed),
    pendingPerUnit: plainMoney(counts.rate_pending),
    gifts: counts.gifts,
    giftsAmount: plainMoney(counts.gifts_amount),
    flaggedGifts: counts.flagged_gifts,
    queuedMails: counts.queued_mails,
    failedMails: counts.failed_mails,
    days: days.map(({ rate_promised, rate_confirmed, gifts_amount, ...day }) => ({
      ...day,
      promised_per_unit: plainMoney(rate_promised),
      confirmed_per_unit: plainMoney(rate_confirmed),
      gifts_amount: plainMoney(gifts_amount),
    })),
    funnel: { promised: sum(days, 'promised'), mailed: sum(days, 'mailed'), confirmed: sum(days, 'confirmed') },
    syncs: hours.map(({ hour, ...ends }) => ({ hour: hour.toISOString(), ...ends })),
  };
}

function sum(days: Day[], field: 'promised' | 'mailed' | 'confirmed'): number {
  return days.reduce((total, day) => total + day[field], 0);
}
