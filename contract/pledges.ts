import { z } from 'zod';
import { capLimits, MESSAGE_MAX, rateLimits } from '#domain/pledge.ts';
import { pledgeSortings } from '#domain/list.ts';
import { ListQuery, listOrPage, PartQuery } from './paging.ts';
import {
  Amount,
  BodyId,
  Email,
  Flag,
  Id,
  LanguageCode,
  Moment,
  MoneyText,
  optionalAmount,
  optionalLine,
  optionalProse,
  requiredLine,
  Token,
} from './shapes.ts';
import { sheet } from './sheet.ts';
import type { Routes } from './treaty.ts';

const Status = z.enum(['pending', 'confirmed', 'cancelled']);

export const NewPledge = z.object({
  event_id: BodyId,
  participant_id: BodyId,
  donor_name: requiredLine(120, 'donation.nameMissing'),
  donor_email: Email,
  donor_street: optionalLine(120),
  donor_city: optionalLine(120),
  donor_country: optionalLine(60),
  amount_per_unit: Amount(rateLimits, 'donation.invalidAmount'),
  max_amount: optionalAmount(capLimits, 'field.goal'),
  anonymous: Flag.optional().default(false),
  message: optionalProse(MESSAGE_MAX),
  language: LanguageCode.nullish(),
});

const NewPledgeReply = z.object({
  id: z.int(),
  participant_id: z.int(),
  event_id: z.int(),
  amount_per_unit: MoneyText,
  status: Status,
  created_at: Moment,
  mail_at: Moment.nullable().describe('when the confirmation mail leaves; null when none was queued'),
  receipt: z.string().describe("the donor's own key for the check-mail page and for sending the mail again"),
});

/** What the holder of a link sees of a pledge. */
export const PledgeByLink = z.object({
  donation: z.object({
    id: z.int(),
    amount_per_unit: MoneyText,
    max_amount: MoneyText.nullable(),
    status: Status,
  }),
  event: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string().nullable().describe('null once the event is deleted'),
    event_date: z.iso.date().nullable(),
    unit_description: z.string(),
    expected_units: z.int().nullable(),
    organiser: z.string(),
  }),
  participant: z.object({
    id: z.int(),
    name: z.string(),
    first_name: z.string().describe('empty where the event shows no names'),
    bib: z.string().nullable(),
  }),
});

const PledgeMoved = PledgeByLink.extend({
  email_sent: z.boolean().describe('this call, or the one it repeats, queued a mail'),
});

/** A pledge as staff see it: with its donor. */
export const StaffPledge = z.object({
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
export type StaffPledge = z.output<typeof StaffPledge>;

const PledgeQuery = ListQuery.extend({
  sort: z.enum(pledgeSortings).optional(),
  status: Status.optional(),
});
export type PledgeQuery = z.output<typeof PledgeQuery>;

const byToken = { access: 'anyone', bearer: true, params: z.object({ token: Token }) } as const;
const unknownToken = { unknown_token: 404 } as const;
const byId = { params: z.object({ id: Id }) } as const;

const PledgeTotal = z.object({
  participant_id: z.int(),
  confirmed_per_unit: MoneyText,
  supporters: z.int(),
});

export const pledges = {
  'POST /api/donations': {
    does: 'Promises an amount per unit; the donor confirms it by mail',
    access: 'anyone',
    repeatable: true,
    body: NewPledge,
    status: 201,
    reply: NewPledgeReply,
    failures: {
      unknown_participant: 404,
      participant_pending: 409,
      participant_withdrawn: 409,
      pledges_off: 409,
      event_closed: 409,
      key_reused: 409,
      too_many: 429,
      mailbox_full: 429,
    },
  },
  'POST /api/donations/{id}/resend': {
    does: "Sends the donor's own confirmation mail once more",
    access: 'anyone',
    params: z.object({ id: Id }),
    body: z.object({ receipt: Token }),
    reply: z.object({ mail_at: Moment }),
    failures: { unknown_receipt: 404, pledge_moved: 409, too_soon: 429, mailbox_full: 429 },
  },
  'GET /api/donations/confirm/{token}': {
    ...byToken,
    does: 'Confirms a pledge; repeating it is success',
    acts: true,
    reply: PledgeMoved,
    failures: unknownToken,
  },
  'POST /api/donations/confirm/{token}': {
    ...byToken,
    does: 'Confirms a pledge: what our own page calls',
    body: z.object({ by: z.enum(['script', 'button']).optional() }).nullish(),
    reply: PledgeMoved,
    failures: unknownToken,
  },
  'GET /api/donations/cancel/{token}': {
    ...byToken,
    does: 'Cancels a pledge; repeating it is success',
    acts: true,
    reply: PledgeMoved,
    failures: unknownToken,
  },
  'POST /api/donations/cancel/{token}': {
    ...byToken,
    does: 'Cancels a pledge: what our own page calls',
    body: z.object({ by: z.enum(['script', 'button']).optional() }).nullish(),
    reply: PledgeMoved,
    failures: unknownToken,
  },
  'GET /api/donations/by-token/{token}': {
    ...byToken,
    does: 'Shows a pledge to the holder of its link; changes nothing',
    reply: PledgeByLink,
    failures: unknownToken,
  },
  'GET /api/donations/totals/{eventId}': {
    does: 'Confirmed pledges of an event per participant',
    access: 'anyone',
    stored: 'briefly',
    params: z.object({ eventId: Id }),
    query: PartQuery,
    reply: listOrPage(PledgeTotal),
    failures: { unknown_event: 404 },
  },
  'GET /api/donations/event/{eventId}': {
    does: 'The pledges of an event in every state, without donors',
    access: 'anyone',
    stored: 'briefly',
    params: z.object({ eventId: Id }),
    reply: z.object({
      donations: z.array(z.object({ participant_id: z.int(), amount_per_unit: MoneyText, status: Status })),
    }),
    failures: { unknown_event: 404 },
  },
  'GET /api/events/{id}/donations': {
    ...byId,
    does: 'The pledges of an event, also of a deleted one, with their donors, newest first',
    access: 'viewer',
    query: PledgeQuery,
    reply: listOrPage(StaffPledge),
    failures: { unknown_event: 404 },
  },
  'GET /api/participants/{id}/donations': {
    ...byId,
    does: 'The pledges for a participant with their donors, newest first',
    access: 'viewer',
    query: PledgeQuery,
    reply: listOrPage(StaffPledge),
    failures: { unknown_participant: 404 },
  },
  'PUT /api/donations/{id}': {
    ...byId,
    does: 'Cancels a pledge for its donor, without a mail; repeating it is success. No reason is kept of who was erased',
    access: 'admin',
    shown: true,
    body: z.object({ status: z.literal('cancelled'), reason: requiredLine(200, 'field.required') }),
    reply: StaffPledge,
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
