import { z } from 'zod';
import { pageOf, Paging } from './paging.ts';
import { Id, Moment, requiredLine } from './shapes.ts';
import type { Routes } from './treaty.ts';

/** Of a donor everything that hangs on one mailbox; of a participant one place on one start list. */
const PersonKind = z.enum(['donor', 'participant']);
export type PersonKind = z.output<typeof PersonKind>;

export const Person = z.object({
  kind: PersonKind,
  id: z.int().describe('of the donor or of the participant'),
  name: z.string(),
  email: z.string().nullable(),
  events: z.array(z.string()),
  pledges: z.int().describe('made by this donor, or for this participant'),
  gifts: z.int().describe('made by this donor, or for this participant; paid or not'),
  since: Moment,
});
export type Person = z.output<typeof Person>;

const PersonFile = z.object({
  kind: PersonKind,
  id: z.int(),
  exported_at: Moment,
  stored: z
    .record(z.string(), z.array(z.record(z.string(), z.unknown())))
    .describe('by table, each row as it is kept; what only proves a key or a token is left out'),
});
export type PersonFile = z.output<typeof PersonFile>;

const one = { params: z.object({ kind: PersonKind, id: Id }), failures: { unknown_person: 404 } } as const;

export const persons = {
  'GET /api/persons': {
    does: 'Finds donors and participants by name or e-mail; noted in the activity log, without the words',
    access: 'viewer',
    query: Paging.extend({ q: requiredLine(120, 'field.required') }),
    reply: pageOf(Person),
  },
  'GET /api/persons/{kind}/{id}/export': {
    ...one,
    does: 'Everything that is stored about a person; noted in the activity log',
    access: 'viewer',
    saved: '{kind}-{id}.json',
    reply: PersonFile,
  },
  'DELETE /api/persons/{kind}/{id}': {
    ...one,
    does: 'Erases a person for good: amounts and dates stay, and nothing that says whose they were',
    access: 'admin',
    shown: true,
    reply: z.object({ message: z.string(), pledges: z.int(), gifts: z.int(), mails: z.int() }),
  },
} satisfies Routes;
