import { z } from 'zod';
import { givenSortings, pledgeSortings } from '#domain/list.ts';
import { ListQuery, listOrPage, pageOf, Paging, Search } from './paging.ts';
import { Status } from './pledges.ts';
import { Id, Moment, MoneyText, requiredLine } from './shapes.ts';
import { sheet } from './sheet.ts';
import type { Routes } from './treaty.ts';

/** A pledge as staff see it: with its donor. */
export const GivenPledge = z.object({
  id: z.int(),
  participant_id: z.int(),
  participant_name: z.string().nullable().describe('null for who was erased'),
  event_id: z.int(),
  donor_name: z.string().nullable().describe('null for who was erased, as all that says who it was'),
  donor_email: z.string().nullable(),
  donor_street: z.string().nullable(),
  donor_city: z.string().nullable(),
  donor_country: z.string().nullable(),
  amount_per_unit: MoneyText,
  max_amount: MoneyText.nullable(),
  anonymous: z.boolean().describe('the public and the participant do not learn the name'),
  message: z.string().nullable(),
  status: Status,
  created_at: Moment,
  confirmed_at: Moment.nullable(),
  cancelled_at: Moment.nullable(),
  cancel_reason: z.string().nullable().describe('of staff; donors need none'),
  cancelled_by: z.string().nullable().describe('who of the staff; null for the donor'),
  mail_id: z.int().nullable().describe('its newest request for confirmation, while it is pending'),
});
export type GivenPledge = z.output<typeof GivenPledge>;

const PledgeQuery = ListQuery.extend({
  sort: z.enum(pledgeSortings).optional(),
  status: Status.optional(),
});
export type PledgeQuery = z.output<typeof PledgeQuery>;

/** Sums of rates and of gifts; a cancelled pledge is in none of them. */
const promised = {
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

const PromisedTo = z.object({
  participant_id: z.int(),
  participant_name: z.string().nullable().describe('null for who was erased'),
  bib: z.string().nullable(),
  ...promised,
  goal_percent: z.int().nullable().describe('of the goal per participant; null without one'),
  gift_goal_percent: z.int().nullable().describe('of the goal for gifts per participant; null without one'),
});
export type PromisedTo = z.output<typeof PromisedTo>;

const PromisedTotals = z.object({ ...promised, goal: MoneyText.nullable(), gift_goal: MoneyText.nullable() });
export type PromisedTotals = z.output<typeof PromisedTotals>;

const PromisedQuery = Paging.extend({
  q: Search.optional(),
  sort: z.enum(givenSortings).default('-confirmed'),
  participant: Id.optional().describe('only what was promised to this one'),
  kind: z.literal('pledges').optional().describe('only who was promised something, and who promised it'),
});
export type PromisedQuery = z.output<typeof PromisedQuery>;

const one = { params: z.object({ id: Id }) } as const;

export const donors = {
  'GET /api/events/{id}/donations': {
    ...one,
    does: 'The pledges of an event, also of a deleted one, with their donors, newest first',
    access: 'viewer',
    query: PledgeQuery,
    reply: listOrPage(GivenPledge),
    failures: { unknown_event: 404 },
  },
  'GET /api/participants/{id}/donations': {
    ...one,
    does: 'The pledges for a participant with their donors, newest first',
    access: 'viewer',
    query: PledgeQuery,
    reply: listOrPage(GivenPledge),
    failures: { unknown_participant: 404 },
  },
  'GET /api/donations/participants/{eventId}': {
    does: 'What was promised and given to each participant of an event, and to all of them',
    access: 'viewer',
    params: z.object({ eventId: Id }),
    query: PromisedQuery,
    reply: pageOf(PromisedTo).extend({ totals: PromisedTotals }),
    failures: { unknown_event: 404 },
  },
  'PUT /api/donations/{id}': {
    ...one,
    does: 'Cancels a pledge for its donor, without a mail; repeating it is success. No reason is kept of who was erased',
    access: 'admin',
    shown: true,
    body: z.object({ status: z.literal('cancelled'), reason: requiredLine(200, 'field.required') }),
    reply: GivenPledge,
    failures: { unknown_pledge: 404, pledge_erased: 409 },
  },
  'GET /api/donations/export/event/{id}/{status}': {
    does: 'The pledges of an event as a table to be saved; noted in the activity log. xlsx holds 50,000 rows at most',
    ...sheet,
    access: 'viewer',
    params: z.object({ id: Id, status: z.enum(['confirmed', 'pending']) }),
    failures: { unknown_event: 404, export_too_long: 409 },
  },
} satisfies Routes;
