import type { Logger } from 'pino';

export interface Loop {
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/** Does `work` every so often, one round at a time; a round that says «more» is followed by the next at once. */
export function loop(name: string, everyMs: number, log: Logger, work: () => Promise<boolean | void>): Loop {
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

  const rounds = async () => {
    while (!stopping) {
      let more: boolean | void = false;
      try {
        more = await work();
      } catch (error) {
        const { name: kind, code } = error as { name?: string; code?: string };
        log.error({ job: name, error: kind, code }, 'job failed, it runs again');
      }
      if (!more && !stopping) await rest();
    }
  };

  const ended = rounds();
  return {
    stop: () => {
      stopping = true;
      wake();
      return ended;
    },
  };
}
