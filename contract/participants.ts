import { z } from 'zod';
import { EMAIL_MAX } from '#domain/email.ts';
import { namesShown, splitName } from '#domain/names.ts';
import { MESSAGE_MAX } from '#domain/pledge.ts';
import { isBlank } from '#domain/text.ts';
import { ListQuery, listOrPage } from './paging.ts';
import { clearable, clearableProse, cleared, Email, Id, Line, Moment, requiredLine } from './shapes.ts';
import type { Routes } from './treaty.ts';

export const ParticipantStatus = z.enum(['registered', 'pending', 'withdrawn']);
export type ParticipantStatus = z.output<typeof ParticipantStatus>;

export const Participant = z.object({
  id: z.int(),
  event_id: z.int(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable().optional().describe('staff only'),
  bib: z.string().nullable(),
  category: z.string().nullable(),
  birth_year: z.string().describe('as the list shows it: the year, else the category'),
  club: z.string().nullable(),
  country: z.string().nullable(),
  status: ParticipantStatus,
  units: z.string().nullable().describe('counted by timing, up to three decimals'),
  created_at: Moment,
  payrexx_page_id: z.string().nullable(),
  payrexx_link: z.string().nullable(),
  motivational_message: z.string().nullable(),
  by_hand: z.boolean().optional().describe('staff only: not from timing'),
  approved: z.boolean().optional().describe('staff only: by timing or by staff, also of a withdrawn one'),
  names_shown: z.enum(namesShown).nullable().optional().describe('staff only: null as the event has it'),
  year_of_birth: z.int().nullable().optional().describe('staff only: without the category in its place'),
  pinned: z.array(z.string()).optional().describe('staff only: fields that no sync overwrites'),
});
export type Participant = z.output<typeof Participant>;

export const sortings = ['last_name', '-last_name', 'gifts', '-gifts', 'pledges', '-pledges'] as const;
export type Sorting = (typeof sortings)[number];

/** Further orders of the call; no page of ours has them in its address. */
const callSortings = [...sortings, 'bib', '-bib', 'created_at', '-created_at'] as const;
export type CallSorting = (typeof callSortings)[number];

/** The words of the admin table and those of the list. */
const StatusWord = z
  .enum(['confirmed', 'registered', 'pending', 'cancelled', 'withdrawn'])
  .transform((word): ParticipantStatus =>
    word === 'confirmed' ? 'registered' : word === 'cancelled' ? 'withdrawn' : word,
  );

/** Staff see who is not on the public list only where they ask for it. */
const ParticipantQuery = ListQuery.extend({
  sort: z.enum(callSortings).optional(),
  status: z
    .union([StatusWord, z.literal('all')])
    .optional()
    .describe('staff only, for others as if it were not there: whom to list, found by whole name and e-mail'),
});
export type ParticipantQuery = z.output<typeof ParticipantQuery>;

const Year = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{4}$/, 'field.year')
      .transform(Number),
  ])
  .pipe(z.int().min(1900, 'field.year').max(2100, 'field.year'))
  .describe('from 1900 to 2100');
/** A bib as programs send it. */
const BibNumber = z.int().min(0).max(999_999_999).transform(String);

const fields = {
  name: requiredLine(240, 'field.name').optional().describe('the last word is the last name'),
  first_name: Line(120).optional(),
  last_name: requiredLine(120, 'field.lastName').optional(),
  category: clearable(120),
  birth_year: cleared(Year, 'field.year'),
  club: clearable(120),
  country: clearable(60),
  status: StatusWord.optional(),
  names_shown: cleared(z.enum(namesShown), 'field.invalid').describe('how much of the name the public is shown'),
  motivational_message: clearableProse(MESSAGE_MAX),
};

/** `name` in its two parts, where they are not given themselves. */
function withNameParts<
  T extends { name?: string | undefined; first_name?: string | undefined; last_name?: string | undefined },
>({ name, ...rest }: T) {
  return { ...(name !== undefined && splitName(name)), ...rest };
}

export const NewParticipant = z
  .object({
    ...fields,
    email: requiredLine(EMAIL_MAX, 'field.email').pipe(Email),
    bib: cleared(z.union([BibNumber, z.string().regex(/^\d{1,9}$/, 'field.number')]), 'field.number'),
  })
  .refine(({ name, last_name }) => !isBlank(name ?? last_name ?? ''), { path: ['name'], error: 'field.name' })
  .transform(withNameParts);

/** What timing calls a bib may have letters in it. */
export const ParticipantChange = z
  .object({
    ...fields,
    email: cleared(Email, 'donation.emailInvalid'),
    bib: z.union([BibNumber, clearable(20)]).optional(),
  })
  .transform(withNameParts);

export const participants = {
  'GET /api/events/{id}/participants': {
    does: 'The start list of an event',
    access: 'anyone',
    stored: 'by version',
    params: z.object({ id: Id }),
    query: ParticipantQuery,
    reply: listOrPage(Participant),
    failures: { unknown_event: 404 },
  },
  'GET /api/participants/{id}': {
    does: 'One participant',
    access: 'anyone',
    params: z.object({ id: Id }),
    reply: Participant,
    failures: { unknown_participant: 404 },
  },
  'POST /api/events/{id}/participants': {
    does: 'Adds a participant by hand; no sync withdraws him',
    access: 'admin',
    repeatable: true,
    shown: true,
    params: z.object({ id: Id }),
    body: NewParticipant,
    status: 201,
    reply: Participant,
    failures: { unknown_event: 404, key_reused: 409 },
  },
  'PUT /api/participants/{id}': {
    does: 'Corrects a participant: absent fields stay, "" clears, and no sync overwrites what was corrected',
    access: 'admin',
    shown: true,
    params: z.object({ id: Id }),
    body: ParticipantChange,
    reply: Participant,
    failures: { unknown_participant: 404 },
  },
} satisfies Routes;
