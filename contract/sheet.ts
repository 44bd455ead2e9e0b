import { z } from 'zod';
import { file } from './treaty.ts';

/** What every export of a table says: that somebody took it is noted. */
export const sheet = {
  acts: true,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: file('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
} as const;
