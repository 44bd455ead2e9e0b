import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/ports.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { connect, isDatabaseAway, type Database } from './connect.ts';
import { serverAddresses } from './servers.ts';

let surroundings: Surroundings;

beforeAll(async () => {
  surroundings = await startSurroundings();
});
afterAll(() => surroundings.stop());

const silent = pino({ level: 'silent' });

/** Beside the one that answers, another one at this port. */
async function withDatabase(port: number, work: (db: Database) => Promise<void>): Promise<void> {
  const db = connect(surroundings.databaseUrl.replace('@', `@127.0.0.1:${port},`), silent);
  await work(db).finally(() => db.destroy());
}

test.each([
  ['postgres://me:pw@a:5432/db', ['postgres://me:pw@a:5432/db']],
  [
    'postgres://me:p,w@a:1,b:2,[::1]/db?sslmode=require',
    [
      'postgres://me:p,w@a:1/db?sslmode=require',
      'postgres://me:p,w@b:2/db?sslmode=require',
      'postgres://me:p,w@[::1]/db?sslmode=require',
    ],
  ],
  ['postgresql://a,b', ['postgresql://a', 'postgresql://b']],
])('%s', (url, addresses) => {
  expect(serverAddresses(url)).toEqual(addresses);
});

test('the server that answers is found beside one that is gone', async () => {
  await withDatabase(await freePort(), async (db) => {
    expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
  });
});

test('the server that answers is found at once beside one that never does', async () => {
  const silence = createServer().listen(0, '127.0.0.1');
  await once(silence, 'listening');
  const { port } = silence.address() as { port: number };
  await withDatabase(port, async (db) => {
    const began = performance.now();
    await sql`select 1`.execute(db);
    expect(performance.now() - began).toBeLessThan(1900);
  });
  silence.close();
});

test('where none answers, that is said as the absence of the database', async () => {
  const [a, b] = [await freePort(), await freePort()];
  const db = connect(`postgres://me:pw@127.0.0.1:${a},127.0.0.1:${b}/db`, silent);
  await expect(sql`select 1`.execute(db)).rejects.toSatisfy(isDatabaseAway);
  await db.destroy();
});
