import { z } from 'zod';
import { capLimits, MESSAGE_MAX, rateLimits } from '#domain/pledge.ts';
import { listOrPage, PartQuery } from './paging.ts';
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
import type { Routes } from './treaty.ts';

export const Status = z.enum(['pending', 'confirmed', 'cancelled']);

export const NewPledge = z.object({
  event_id: BodyId,
  participant_id: BodyId,
  donor_name: requiredLine(120, 'donation.nameMissing'),
  donor_email: Email,
  donor_street: optionalLine(120),
  donor_city: optionalLine(120),
  donor_country: optionalLine(60),
  amount_per_unit: Amount(rateLimits, 'donation.invalidAmount'),
  max_amount: optionalAmount(capLimits, 'donation.invalidAmount'),
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

const byToken = { access: 'anyone', bearer: true, params: z.object({ token: Token }) } as const;
const unknownToken = { unknown_token: 404 } as const;

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
} satisfies Routes;
