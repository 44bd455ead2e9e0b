import { z } from 'zod';
import { giftFlags } from '#domain/gift.ts';
import { giftSortings } from '#domain/list.ts';
import { rappenOf } from '#domain/money.ts';
import { MESSAGE_MAX } from '#domain/pledge.ts';
import { ListQuery, listOrPage } from './paging.ts';
import {
  Amount,
  cleared,
  Email,
  Flag,
  Id,
  LanguageCode,
  Moment,
  MoneyText,
  optionalLine,
  optionalProse,
  Token,
} from './shapes.ts';
import { sheet } from './sheet.ts';
import type { Routes } from './treaty.ts';

const GiftStatus = z.enum(['open', 'paid', 'failed', 'refunded']);

/** What a payment page is called, now or before, or the id of a participant. */
export const PageId = z.string().regex(/^[a-z0-9]{1,40}$/i);

/** Whatever is an amount: how much may be given is configuration. */
const amounts = { min: rappenOf(1), max: rappenOf(Number.MAX_SAFE_INTEGER) } as const;

export const NewGift = z.object({
  page_id: z.union([z.int().positive().transform(String), PageId], { error: 'field.invalid' }),
  amount: Amount(amounts, 'donation.invalidAmount').describe('from `GIFT_MIN` to `GIFT_MAX`'),
  donor_name: optionalLine(120),
  donor_email: cleared(Email, 'donation.emailInvalid').transform((email) => email ?? null),
  message: optionalProse(MESSAGE_MAX),
  anonymous: Flag.optional().default(false),
  language: LanguageCode.nullish(),
});

/** What the holder of a gift's id sees of it: the donor, who comes back from paying. */
export const GiftByHolder = z.object({
  id: z.string(),
  number: z.int().describe('what staff know it by'),
  status: GiftStatus,
  amount: MoneyText.describe('what the donor wanted to give'),
  net: MoneyText.describe('what counts: what was paid, without what was given back'),
  donor_name: z.string().nullable(),
  donor_email: z.string().nullable().describe('where the payment confirmation goes'),
  created_at: Moment,
  paid_at: Moment.nullable(),
  method: z.string().nullable().describe('`twint`, `visa` …, once it is paid'),
  link: z.string().nullable().describe('where the donor pays, while it is open'),
  participant: z.object({
    id: z.int(),
    name: z.string(),
    first_name: z.string().describe('empty where the event shows no names'),
    bib: z.string().nullable(),
    payrexx_page_id: z.string().nullable(),
  }),
  event: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string().nullable().describe('null once the event is deleted'),
    event_date: z.iso.date().nullable(),
    purpose: z.string().nullable(),
    organiser: z.string(),
    organiser_place: z.string().nullable(),
    organiser_email: z.string().nullable(),
  }),
});
export type GiftByHolder = z.output<typeof GiftByHolder>;

/** A gift as staff see it: with its donor, and with what somebody should look at. */
export const StaffGift = z.object({
  id: z.int(),
  participant_id: z.int(),
  participant_name: z.string().nullable().describe('null for who was erased'),
  event_id: z.int(),
  donor_name: z.string().nullable(),
  donor_email: z.string().nullable(),
  amount: MoneyText,
  net: MoneyText,
  status: GiftStatus,
  flag: z.enum(giftFlags).nullable().describe('what somebody should look at'),
  flag_done_at: Moment.nullable().describe('null again when the flag changes'),
  method: z.string().nullable(),
  anonymous: z.boolean().describe('the public and the participant do not learn the name'),
  message: z.string().nullable(),
  language: LanguageCode,
  created_at: Moment,
  paid_at: Moment.nullable(),
});
export type StaffGift = z.output<typeof StaffGift>;

const GiftQuery = ListQuery.extend({
  sort: z.enum(giftSortings).optional(),
  status: GiftStatus.optional(),
  participant_id: Id.optional(),
  flagged: z.enum(['true']).optional().describe('only those that somebody should still look at'),
});
export type GiftQuery = z.output<typeof GiftQuery>;

export const gifts = {
  'POST /api/gifts': {
    does: 'Opens a checkout at the payment provider; it counts once the provider confirms the payment',
    access: 'anyone',
    repeatable: true,
    body: NewGift,
    status: 201,
    reply: z.object({
      id: z.string(),
      link: z
        .string()
        .describe(
          'where the donor pays; repeating the call for a gift that cannot be paid any more answers the page of that gift',
        ),
    }),
    failures: {
      unknown_page: 404,
      gifts_off: 409,
      event_closed: 409,
      participant_pending: 409,
      participant_withdrawn: 409,
      key_reused: 409,
      too_many: 429,
      payment_failed: 502,
    },
  },
  'GET /api/gifts/{id}': {
    does: 'A gift for its donor; an open one is looked up at the provider, every two seconds at most',
    access: 'anyone',
    bearer: true,
    params: z.object({ id: Token }),
    reply: GiftByHolder,
    failures: { unknown_gift: 404 },
  },
  'POST /api/payrexx/webhook': {
    does: 'Takes notices of the payment provider, as JSON or as a form: a hint to look, never proof of a payment',
    access: 'anyone',
    raw: true,
    reply: z.object({ message: z.string() }),
    failures: { wrong_signature: 401 },
  },
  'GET /api/events/{id}/gifts': {
    does: 'The gifts of an event, also of a deleted one, with their donors, newest first',
    access: 'viewer',
    params: z.object({ id: Id }),
    query: GiftQuery,
    reply: listOrPage(StaffGift),
    failures: { unknown_event: 404 },
  },
  'GET /api/gifts/export/event/{id}': {
    does: 'The gifts of an event as a table to be saved; noted in the activity log. xlsx holds 50,000 rows at most',
    ...sheet,
    access: 'viewer',
    params: z.object({ id: Id }),
    failures: { unknown_event: 404, export_too_long: 409 },
  },
  'PUT /api/gifts/{id}': {
    does: 'Notes that somebody looked after what a gift is flagged for; repeating it is success',
    access: 'admin',
    params: z.object({ id: Id }),
    body: z.object({ flag_done: z.literal(true, 'field.invalid') }),
    reply: StaffGift,
    failures: { unknown_gift: 404 },
  },
} satisfies Routes;
