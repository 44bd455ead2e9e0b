import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inTurn } from '#server/turns.ts';
import type { Sheet } from './actions.ts';

/** Each takes a quarter of a gigabyte while it is made. */
const making = inTurn();
const MOST_MB = 512;

/** A worksheet, made in a thread of its own: nobody else waits for it. */
export function xlsx({ columns, rows }: Sheet): Promise<Uint8Array> {
  return making(async () => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
      workerData: columns,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    });
    // Rejects when the thread breaks, whatever is waited for here.
    const made = once(worker, 'message') as Promise<[Uint8Array]>;
    made.catch(() => null);
    try {
      for await (const some of rows) worker.postMessage([...some]);
      worker.postMessage(null);
      const [bytes] = await made;
      return bytes;
    } finally {
      await worker.terminate();
    }
  });
}
