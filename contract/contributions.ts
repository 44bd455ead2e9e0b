import { z } from 'zod';
import { givenSortings } from '#domain/list.ts';
import { pageOf, Paging, Search } from './paging.ts';
import { Id, MoneyText } from './shapes.ts';
import type { Routes } from './treaty.ts';

/** Sums of rates and of gifts; a cancelled pledge is in none of them. */
const sums = {
  pledges: z.int(),
  confirmed: z.int(),
  pending: z.int(),
  total_per_unit: MoneyText,
  confirmed_per_unit: MoneyText,
  pending_per_unit: MoneyText,
  gifts: MoneyText.describe('paid online, without what was given back'),
  gift_count: z.int(),
  donors: z.int().describe('who promised or gave'),
};

const ContributionsTo = z.object({
  participant_id: z.int(),
  participant_name: z.string().nullable().describe('null for who was erased'),
  bib: z.string().nullable(),
  ...sums,
  goal_percent: z.int().nullable().describe('of the goal per participant; null without one'),
  gift_goal_percent: z.int().nullable().describe('of the goal for gifts per participant; null without one'),
});
export type ContributionsTo = z.output<typeof ContributionsTo>;

const ContributionTotals = z.object({ ...sums, goal: MoneyText.nullable(), gift_goal: MoneyText.nullable() });
export type ContributionTotals = z.output<typeof ContributionTotals>;

const ContributionQuery = Paging.extend({
  q: Search.optional(),
  sort: z.enum(givenSortings).default('-confirmed'),
  participant: Id.optional().describe('only what was promised to this one'),
  kind: z.literal('pledges').optional().describe('only who was promised something, and who promised it'),
});
export type ContributionQuery = z.output<typeof ContributionQuery>;

export const contributions = {
  'GET /api/donations/participants/{eventId}': {
    does: 'What was promised and given to each participant of an event, and to all of them',
    access: 'viewer',
    params: z.object({ eventId: Id }),
    query: ContributionQuery,
    reply: pageOf(ContributionsTo).extend({ totals: ContributionTotals }),
    failures: { unknown_event: 404 },
  },
} satisfies Routes;
