import { z } from 'zod';
import { Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

/** `warn`: somebody should look at it; `bad`: something does not work. */
const Condition = z.enum(['good', 'warn', 'bad']);
export type Condition = z.output<typeof Condition>;

const told = {
  state: Condition,
  text: z.string(),
  since: Moment.nullable().describe('since when it is so, as far as we know'),
};

export const Service = z.object({
  name: z.enum(['database', 'jobs', 'mail', 'timing', 'identity', 'payments']),
  ...told,
  events: z
    .array(z.object({ id: z.int(), name: z.string(), ...told }))
    .optional()
    .describe('of timing: each active event'),
});
export type Service = z.output<typeof Service>;

const Queue = z.object({
  name: z.enum(['mails', 'syncs', 'checkouts', 'accounts']),
  waiting: z.int().describe('due by now, or later'),
  due: z.int(),
  oldest: Moment.nullable().describe('since when that is due which is due for longest'),
  failed: z.int().nullable().describe('given up or failing, and wanting somebody; null where nothing is given up'),
});

export const Operation = z.object({
  version: z.string(),
  queues: z.array(Queue),
  mail_faults: z
    .array(z.object({ reason: z.string(), queued: z.int(), failed: z.int() }))
    .describe('why mails do not leave, the most frequent reasons first'),
});
export type Operation = z.output<typeof Operation>;

export const Finding = z.object({
  setting: z.string().describe('the name of the variable'),
  state: Condition,
  text: z.string(),
});
export type Finding = z.output<typeof Finding>;

export const health = {
  'GET /api/services': {
    does: 'How we and the services behind us are',
    access: 'viewer',
    reply: z.array(Service),
  },
  'GET /api/operation': {
    does: 'What waits to be done by itself, and what failed',
    access: 'viewer',
    reply: Operation,
  },
  'GET /api/settings/check': {
    does: 'What an operator should know about the configuration; never a secret',
    access: 'viewer',
    reply: z.array(Finding),
  },
} satisfies Routes;
