import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pin } from './product.ts';
import type { Rate } from './rate.ts';

/** What Node and our driver can do when they do nothing else: no product on them gets further than that. */
const program = (name: string) => fileURLToPath(new URL(`bare/${name}.ts`, import.meta.url));

function start(name: string, parameters: string[]): ChildProcess {
  return fork(program(name), parameters, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

interface BareServer {
  url: string;
  /** MB. */
  rss(): Promise<number>;
  stop(): Promise<void>;
}

/** Node's own server on the core that the product would have; it knows its bytes by the tag `"bare"`. */
export async function bareServer(bytes: Buffer): Promise<BareServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'givelap-bare-'));
  const file = path.join(folder, 'bytes');
  await writeFile(file, bytes);
  const child = start('http', [file]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  pin(child.pid ?? 0, 0);
  return {
    url: `http://127.0.0.1:${port}/`,
    rss: async () => {
      child.send('?');
      const [{ rss }] = (await once(child, 'message')) as [{ rss: number }];
      return rss;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** As `pgbench`, by Node and our driver. */
export async function bareWrites(
  databaseUrl: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Rate> {
  const child = start('writes', [databaseUrl, script, String(clients), String(seconds)]);
  const [rate] = (await once(child, 'message')) as [Rate];
  await once(child, 'exit');
  return rate;
}
