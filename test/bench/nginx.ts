import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { PATH } from './programs.ts';
import { pin } from './product.ts';

interface Nginx {
  stop(): Promise<void>;
}

/** One worker with these servers, on the core that the product would have; all its files in a folder of its own. */
export async function startNginx(servers: (folder: string) => Promise<string>, url: string): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'givelap-nginx-'));
  await mkdir(path.join(folder, 'logs'));
  const config = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; master_process on; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/error.log;
     events { worker_connections 1024; }
     http {
       sendfile on; tcp_nopush off; keepalive_requests 1000000; access_log off; open_file_cache max=100;
       ${temporary.join('\n')}
       ${await servers(folder)}
     }`,
  );
  const child = spawn('nginx', ['-c', config, '-p', folder], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  let isGone = false;
  void ended.then(() => (isGone = true));
  while (!isGone && !(await fetch(url).catch(() => null))) await pause(10);
  if (isGone) throw new Error(`nginx did not start: ${config}`);
  const workers = await childrenOf(child.pid ?? 0);
  for (const worker of workers) pin(worker, 0);
  return {
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
}

/** A server of files that are compressed already: these bytes are what is sent. */
export async function fileServer(folder: string, port: number, files: Record<string, Buffer>): Promise<string> {
  await mkdir(path.join(folder, 'files'));
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(path.join(folder, 'files', `${name}.gz`), bytes);
    await writeFile(path.join(folder, 'files', name), gunzipSync(bytes));
  }
  return `server { listen 127.0.0.1:${port}; root ${folder}/files; gzip_static on; default_type text/plain; }`;
}
