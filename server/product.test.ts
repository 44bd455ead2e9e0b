/** @module-tag slow */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '#sandbox/ports.ts';
import { cloneDatabase, createDatabase, dropDatabase } from '#test/postgres.ts';
import { TEMPLATE } from '#test/setup.ts';
import { readConfig } from './config.ts';
import { startProduct, type Product } from './product.ts';

const adminUrl = inject('adminUrl');
const databases: string[] = [];
const running = new Set<Product>();

/** Nothing outside is there but the database. */
const settings = (databaseUrl: string, env: Record<string, string> = {}) => ({
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: databaseUrl,
  OIDC_ISSUER: 'http://localhost:9/realms/x',
  OIDC_CLIENT_ID: 'givelap',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ADMIN_ROLE: 'admin',
  SMTP_URL: 'smtp://127.0.0.1:9?tls=off',
  MAIL_FROM: 'givelap@example.test',
  PAYREXX_API_URL: 'http://localhost:9/v1.16',
  PAYREXX_SECRETS: 'demo=secret',
  ...env,
});

async function database(make: (name: string) => Promise<unknown>): Promise<string> {
  const name = `product_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await make(name);
  return adminUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}
const emptyDatabase = () => database((name) => createDatabase(adminUrl, name));
const readyDatabase = () => database((name) => cloneDatabase(adminUrl, TEMPLATE, name));

async function start(databaseUrl: string, logs: string[] = []): Promise<Product> {
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
  const product = await startProduct(readConfig(settings(databaseUrl)), { log });
  running.add(product);
  return product;
}
async function stop(product: Product): Promise<void> {
  running.delete(product);
  await product.stop();
}

afterEach(() => Promise.all([...running].map(stop)));
afterAll(() => Promise.all(databases.map((name) => dropDatabase(adminUrl, name))));

const get = async (product: Product, path: string) => {
  const response = await fetch(product.address + path);
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers };
};

describe('signs of life', () => {
  test('a product that is up lives and is ready', async () => {
    const product = await start(await readyDatabase());
    expect(await get(product, '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const ready = await get(product, '/readyz');
    expect(ready).toMatchObject({ status: 200, body: { ready: true } });
    expect(ready.headers.get('cache-control')).toBe('no-store');
  });

  test('while every connection is at work it is ready, and says so at once', async () => {
    const product = await start(await readyDatabase());
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    // More than there are: the rest waits for its turn.
    const work = Array.from({ length: 20 }, () => product.ctx.db.connection().execute(() => done));
    const { status } = await get(product, '/readyz').finally(finish);
    expect(status).toBe(200);
    await Promise.all(work);
  });

  test('while a migration is missing it lives, and is not ready', async () => {
    const product = await start(await readyDatabase());
    await sql`update kysely_migration set name = 'another' where name like '0001%'`.execute(product.ctx.db);
    const { status, headers, body } = await get(product, '/readyz');
    expect([status, headers.get('retry-after'), body]).toEqual([503, '1', { ready: false }]);
    expect((await get(product, '/healthz')).status).toBe(200);
  });
});

test('three products on one empty database all come up, and it is migrated once', async () => {
  const url = await emptyDatabase();
  const logs: string[] = [];
  const products = await Promise.all([1, 2, 3].map(() => start(url, logs)));
  const answers = await Promise.all(products.map((product) => get(product, '/readyz')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(logs.filter((line) => line.includes('database migrated'))).toHaveLength(1);
  const [product] = products as [Product];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(product.ctx.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

describe('a stop', () => {
  /** Reads until what was received matches. */
  async function receive(socket: Socket, pattern: RegExp): Promise<string> {
    let received = '';
    for await (const [chunk] of on(socket, 'data', { close: ['close'] })) {
      received += String(chunk);
      if (pattern.test(received)) return received;
    }
    throw new Error(`the line was closed after: ${received}`);
  }

  test('first says so, then answers what is under way, then closes the port', async () => {
    const product = await start(await readyDatabase());
    const { hostname, port } = new URL(product.address);
    const [waiting, asking] = [connect(Number(port), hostname), connect(Number(port), hostname)];
    const body = '{"event_id": 1}';
    waiting.write(
      `POST /api/donations HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    // From here on the request is under way: its head was read, its body is awaited.
    await receive(waiting, /^HTTP\/1\.1 100 Continue/);
    asking.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n');
    await receive(asking, /"ready":true/);
    asking.write('GET /readyz HTTP/1.1\r\nhost: x\r\n');
    expect((await get(product, '/healthz')).status).toBe(200);

    const stopped = stop(product);
    asking.write('\r\n');
    expect(await receive(asking, /"ready":/)).toMatch(/^HTTP\/1\.1 503[^]*connection: close[^]*"ready":false/i);
    waiting.write(body);
    expect(await receive(waiting, /"fields":.*\}/)).toMatch(/^HTTP\/1\.1 422/);
    await stopped;
    await expect(fetch(`${product.address}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('does not wait for browsers that only keep their line open', async () => {
    const product = await start(await readyDatabase());
    const { hostname, port } = new URL(product.address);
    const idle = connect(Number(port), hostname);
    idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await receive(idle, /"ok"/)).toMatch(/^HTTP\/1\.1 200/);
    const ended = once(idle, 'close');
    await stop(product);
    await ended;
    expect(idle.destroyed).toBe(true);
  });
});

describe('the program', () => {
  const main = path.join(import.meta.dirname, 'main.ts');
  const run = (env: Record<string, string>) => {
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (said.out += String(chunk)));
    child.stderr.on('data', (chunk) => (said.err += String(chunk)));
    const ended = once(child, 'close').then(([code]) => ({ code: code as unknown, ...said }));
    return { child, said, ended };
  };

  test('refuses to start without its settings, with one line for each', async () => {
    const { code, out, err } = await run({}).ended;
    expect([code, out]).toEqual([1, '']);
    const lines = err.trim().split('\n');
    expect(lines[0]).toBe('Givelap cannot start:');
    expect(lines.slice(1)).toEqual(
      Object.keys(settings(''))
        .filter((name) => name !== 'PORT')
        .map((name) => `  ${name}: is not set`),
    );
  });

  test('refuses to start without its database, in one line that keeps its password', async () => {
    const env = settings(`postgres://givelap:hunter2@127.0.0.1:${await freePort()}/givelap`);
    const { code, out, err } = await run(env).ended;
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Givelap cannot start:\n {2}[^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(err).not.toContain('hunter2');
  });

  test('refuses a port that is taken, and leaves nothing behind', async () => {
    const url = await readyDatabase();
    const { port } = new URL((await start(url)).address);
    const { code, err } = await run(settings(url, { PORT: port })).ended;
    expect([code, err]).toEqual([1, expect.stringMatching(/^Givelap cannot start:\n {2}[^\n]*EADDRINUSE[^\n]*\n$/)]);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends itself in order at %s', async (signal) => {
    const port = String(await freePort());
    const { child, said, ended } = run(settings(await readyDatabase(), { PORT: port }));
    await vi.waitFor(() => expect(said.out).toContain('Givelap listens on'), 10_000);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, err: '' });
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  });
});
