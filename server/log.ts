import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream, type Logger } from 'pino';

/** What is under way: a request, or a round of a job. */
type Doing = { request: string } | { job: string; round: string };

const doing = new AsyncLocalStorage<Doing>();

/** Whatever is logged before `work` ends, however deep, names what was under way. */
export function during<T>(what: Doing, work: () => T): T {
  return doing.run(what, work);
}

export function makeLog(level: string, to: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, base: null, mixin: () => ({ ...doing.getStore() }) }, to);
}

/** What it takes to mend a fault. Of the database its code and constraint only: its messages carry rows. */
export function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const isDatabase = 'severity' in error;
  return { error: error.name, code, constraint, ...(!isDatabase && { message: error.message, stack: error.stack }) };
}
