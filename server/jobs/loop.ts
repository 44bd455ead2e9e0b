import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { during, faultOf } from '#server/log.ts';

export interface Loop {
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

export interface Told {
  log: Logger;
  /** Counts how rounds end. */
  ended?: ((job: string, isDone: boolean) => void) | undefined;
}

/** Does `work` every so often, one round at a time; a round that says «more» is followed by the next at once. */
export function loop(name: string, everyMs: number, { log, ended }: Told, work: () => Promise<boolean | void>): Loop {
  let stopping = false;
  let wake = () => {};

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  // An outage of hours is said when it begins and when it ends, not once a second.
  let broken: string | null = null;
  const noteFault = (error: unknown) => {
    const fault = faultOf(error);
    const kind = [fault.error, fault.code].join(' ');
    if (kind !== broken) log.error({ job: name, ...fault }, 'job failed, it runs again');
    broken = kind;
    ended?.(name, false);
  };
  const noteEnd = () => {
    if (broken) log.info({ job: name }, 'job works again');
    broken = null;
    ended?.(name, true);
  };

  const round = async (): Promise<boolean | void> => {
    try {
      const more = await work();
      noteEnd();
      return more;
    } catch (error) {
      noteFault(error);
    }
  };

  const rounds = async () => {
    while (!stopping) {
      const more = await during({ job: name, round: randomBytes(4).toString('hex') }, round);
      if (!more && !stopping) await rest();
    }
  };

  const over = rounds();
  return {
    stop: () => {
      stopping = true;
      wake();
      return over;
    },
  };
}
