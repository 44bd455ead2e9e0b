import { z } from 'zod';
import { Limit, Offset, pageOf } from './paging.ts';
import { Id, Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

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
  status: z.enum(['registered', 'pending', 'withdrawn']),
  units: z.string().nullable().describe('counted by timing, up to three decimals'),
  created_at: Moment,
  payrexx_page_id: z.string().nullable(),
  payrexx_link: z.string().nullable(),
  motivational_message: z.string().nullable(),
});
export type Participant = z.output<typeof Participant>;

export const sortings = ['last_name', '-last_name', 'gifts', '-gifts', 'pledges', '-pledges'] as const;
export type Sorting = (typeof sortings)[number];

/** Paging of a list. Without any of these a list endpoint answers the whole array. */
export const ListQuery = z.object({
  limit: Limit.optional(),
  offset: Offset.optional(),
  q: z.string().max(60).optional(),
  sort: z.enum(sortings).optional(),
});

export const listOrPage = <T extends z.ZodType>(item: T) => z.union([z.array(item), pageOf(item)]);

export const participants = {
  'GET /api/events/{id}/participants': {
    does: 'The start list of an event',
    access: 'anyone',
    stored: 'by version',
    params: z.object({ id: Id }),
    query: ListQuery,
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
} satisfies Routes;
