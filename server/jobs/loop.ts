import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { during } from '#server/log.ts';

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
  let fault: string | null = null;
  const note = (next: string | null) => {
    if (next !== fault) log[next ? 'error' : 'info']({ job: name, ...(next && { fault: next }) }, next ? BROKEN : WELL);
    fault = next;
    ended?.(name, next === null);
  };

  const round = async (): Promise<boolean | void> => {
    try {
      const more = await work();
      note(null);
      return more;
    } catch (error) {
      note(kindOf(error));
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

const BROKEN = 'job failed, it runs again';
const WELL = 'job works again';

function kindOf(error: unknown): string {
  const { name = 'unknown', code } = error as { name?: string; code?: string };
  return [name, code].filter(Boolean).join(' ');
}
