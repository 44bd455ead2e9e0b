import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Product } from './product.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** `dist` holds the pages as the product renders them, built anew whenever `web` changes. */
const FOLDERS = ['server', 'contract', 'domain', 'mails', 'locales', 'migrations', 'dist'];
const QUIET_MS = 250;

/** Starts the product anew when its sources change, once per burst of changes; the result ends that. */
export function restartOnChange(product: Product, say: (line: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let ended = false;

  const restart = async (changed: string): Promise<void> => {
    if (ended) return;
    const started = performance.now();
    await product.stop();
    const ready = await product.start();
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    say(
      ready
        ? `Restarted for ${changed} in ${seconds} s`
        : `It ended after the change of ${changed}; waiting for the next`,
    );
  };

  const watchers = FOLDERS.filter((folder) => existsSync(path.join(ROOT, folder))).map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_event, file) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(() => restart(path.join(folder, file ?? '')));
      }, QUIET_MS);
    }),
  );

  return () => {
    ended = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
