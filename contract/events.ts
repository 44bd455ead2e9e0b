import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { rappenOf } from '#domain/money.ts';
import { namesShown } from '#domain/names.ts';
import { ListQuery, listOrPage, Search } from './paging.ts';
import {
  clearable,
  clearableAmount,
  clearableProse,
  cleared,
  Email,
  Flag,
  FlagText,
  Id,
  Line,
  Moment,
  MoneyText,
  requiredLine,
  upTo,
} from './shapes.ts';
import type { Routes } from './treaty.ts';

const goalLimits = { min: rappenOf(1), max: rappenOf(100_000_000_00) } as const;

/** http or https only: these addresses become links on public pages. */
const Web = Line(2000)
  .refine((text) => text === '' || isWebAddress(text), 'field.address')
  .nullable()
  .transform((text) => text || null)
  .optional();

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
}

/** What PostgreSQL and calendars both know; nobody runs before 1900. */
const Day = z.iso.date('field.date').refine((day) => day >= '1900', 'field.date');

/** The number, or its digits as forms send them. */
const Units = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1, 'field.number').max(100_000, 'field.number'))
  .describe('from 1 to 100000');

/** Names or expressions of timing's columns, in order, by commas, semicolons or lines. */
const Columns = clearableProse(1000);

/** One of a few words; `""` and null mean the usual one. */
const choice = <T extends string>(words: readonly [T, ...T[]], usual: NoInfer<T>) =>
  z
    .union([z.enum(words), z.literal('').transform(() => usual), z.null().transform(() => usual)], {
      error: 'field.invalid',
    })
    .optional();

const goal = () => clearableAmount(goalLimits, 'field.goal').optional();
const flag = () => Flag.optional();

const fields = {
  event_date: cleared(Day, 'field.date'),
  place: clearable(120),
  purpose: clearable(300),
  image_url: Web,
  is_active: z.union([z.boolean(), z.enum(['true', 'false', '']).transform((text) => text === 'true')]).optional(),
  emm_onreg_link: Web,
  ranking_hub_link: Web,
  rr_columns: Columns,
  payrexx_instance: clearable(60).refine((name) => !name || /^[a-z0-9-]+$/i.test(name), 'field.invalid'),
  donation_link: flag(),
  donation_per_unit: flag(),
  donation_unit_description: clearable(60),
  expected_units: cleared(Units, 'field.number'),
  donation_goal: goal(),
  donation_per_unit_goal: goal(),
  donation_total_goal: goal(),
  show_donation_total: flag(),
  show_donation_per_unit_total: flag(),
  names_shown: choice(namesShown, 'full'),
  indexable: flag(),
  language: choice(languages, 'de'),
  mail_participants: flag(),
  organiser_name: clearable(120),
  organiser_street: clearable(120),
  organiser_house_no: clearable(20),
  organiser_zip: clearable(20),
  organiser_city: clearable(120),
  organiser_country: clearable(60),
  organiser_email: cleared(Email, 'donation.emailInvalid'),
  organiser_website: Web,
  organiser_privacy_url: Web,
};

const Name = requiredLine(120, 'field.required');
const TIMING_ADDRESS_MAX = 4000;
/** One address or several, as they were pasted: parted by any white space. */
const TimingAddress = upTo(TIMING_ADDRESS_MAX)
  .overwrite((text) => text.replace(/\s+/g, ' '))
  .pipe(requiredLine(TIMING_ADDRESS_MAX, 'field.required'));

export const NewEvent = z.object({ name: Name, rr_simple_ip: TimingAddress, ...fields });
export const EventChange = z.object({ name: Name.optional(), rr_simple_ip: TimingAddress.optional(), ...fields });

export const Event = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  created_at: Moment,
  event_date: z.iso.date().nullable(),
  place: z.string().nullable(),
  purpose: z.string().nullable(),
  image_url: z.string().nullable().describe('where we fetched the picture'),
  picture: z
    .object({ hash: z.string(), widths: z.array(z.int()) })
    .nullable()
    .describe('ours: `/pictures/{hash}-{width}.avif` or `.jpeg`'),
  is_active: z.boolean(),
  emm_onreg_link: z.string().nullable(),
  ranking_hub_link: z.string().nullable(),
  rr_simple_ip: z.string().optional().describe('staff only: it is a secret address'),
  rr_columns: z.string().nullable().optional().describe('staff only'),
  payrexx_instance: z.string().nullable(),
  donation_link: FlagText,
  takes_gifts: z.boolean().describe('donation_link is on, and the payment provider knows its payrexx_instance and us'),
  donation_per_unit: FlagText,
  donation_unit_description: z.string().nullable(),
  expected_units: z.int().nullable(),
  donation_goal: MoneyText.nullable(),
  donation_per_unit_goal: MoneyText.nullable(),
  donation_total_goal: MoneyText.nullable(),
  show_donation_total: FlagText,
  show_donation_per_unit_total: FlagText,
  names_shown: z.enum(namesShown),
  indexable: FlagText,
  language: z.enum(languages),
  mail_participants: FlagText,
  organiser_name: z.string().nullable(),
  organiser_street: z.string().nullable(),
  organiser_house_no: z.string().nullable(),
  organiser_zip: z.string().nullable(),
  organiser_city: z.string().nullable(),
  organiser_country: z.string().nullable(),
  organiser_email: z.string().nullable(),
  organiser_website: z.string().nullable(),
  organiser_privacy_url: z.string().nullable(),
  last_synced_at: Moment.nullable(),
  participants: z.int().optional().describe('to staff, in the list of events: registered and pending'),
  pending: z.int().optional().describe('to staff, in the list of events: of these, who waits for approval'),
  without_page: z.int().optional().describe('to staff, in the list of events: of these, who has no payment page'),
  confirmed_per_unit: MoneyText.optional().describe('to staff, in the list of events'),
  supporters: z.int().optional().describe('to staff, in the list of events: confirmed pledges'),
  gifts: MoneyText.optional().describe('to staff, in the list of events'),
  gift_count: z.int().optional().describe('to staff, in the list of events'),
  flagged_gifts: z.int().optional().describe('to staff, in the list of events: that somebody should still look at'),
  uncounted_gifts: z
    .int()
    .optional()
    .describe('to staff, in the list of events: open, given back, or otherwise worth nothing now'),
  has_gifts: z.boolean().optional().describe('to staff, in the list of events: ever begun, whatever became of them'),
  has_pledges: z.boolean().optional().describe('to staff, in the list of events: ever made, whatever became of them'),
});
export type Event = z.output<typeof Event>;

export const eventSortings = ['event_date', '-event_date', 'name', '-name', 'created_at', '-created_at'] as const;
export type EventSorting = (typeof eventSortings)[number];

const EventQuery = ListQuery.extend({
  q: Search.optional().describe('words, each in the name or the place; for staff also in the address of timing'),
  sort: z.enum(eventSortings).optional(),
});
export type EventQuery = z.output<typeof EventQuery>;

const one = z.object({ id: Id });

export const events = {
  'GET /api/events': {
    does: 'All events, nearest date first',
    access: 'anyone',
    stored: 'briefly',
    query: EventQuery,
    reply: listOrPage(Event),
  },
  'GET /api/events/deleted': {
    does: 'Deleted events under which something was given or promised, the newest deletion first',
    access: 'viewer',
    reply: z.array(Event),
  },
  'POST /api/events': {
    does: 'Adds an event',
    access: 'admin',
    shown: true,
    body: NewEvent,
    status: 201,
    reply: Event,
  },
  'PUT /api/events/{id}': {
    does: 'Changes an event: absent fields stay, "" clears',
    access: 'admin',
    shown: true,
    params: one,
    body: EventChange,
    reply: Event,
    failures: { unknown_event: 404 },
  },
  'DELETE /api/events/{id}': {
    does: 'Hides an event everywhere; its money rows stay, open checkouts are closed, staff still read what was given',
    access: 'admin',
    shown: true,
    params: one,
    reply: z.object({ message: z.string() }),
    failures: { unknown_event: 404 },
  },
} satisfies Routes;
