import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#sandbox/ports.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';
import { hasNginx, startNginx, WITHOUT_NGINX, type Nginx } from '#test/nginx.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { seed } from '../chance.ts';
import { tell, tellSkipped } from '../figures.ts';
import { expectInvariants } from '../invariants.ts';
import { Mortal } from '../mortal.ts';
import { copiesIn } from '../verdict.ts';
import { Visitors } from './visitors.ts';

/** Long runs ask for more: `ROLLING_REQUESTS=20000`. */
const REQUESTS = Number(process.env.ROLLING_REQUESTS) || 1500;
const row = 'rolling restart of two instances behind nginx';
const aim = `0 of ${REQUESTS} failed`;

let surroundings: Surroundings;
let instances: Mortal[];
let ports: number[];
let db: Database;

beforeAll(async () => {
  if (!hasNginx()) return;
  console.log(`SEED=${seed} repeats this run`);
  surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d', TRUST_PROXY: 'loopback' });
  db = connect(surroundings.databaseUrl, pino({ level: 'silent' }));
  ports = await Promise.all([freePort(), freePort()]);
  instances = ports.map((port) => {
    const env = { ...surroundings.env, PORT: String(port) };
    return new Mortal({ ...surroundings, env, url: `http://127.0.0.1:${port}` });
  });
  for (const instance of instances) instance.launch();
  await Promise.all(instances.map((instance) => instance.ready()));
});
afterAll(async () => {
  if (!hasNginx()) return;
  await Promise.all(instances.map((instance) => instance.kill()));
  await db.destroy();
  await surroundings.stop();
});

/** People before nginx, with what they look at. */
async function open(change?: (site: string) => string): Promise<{ nginx: Nginx; visitors: Visitors }> {
  const nginx = await startNginx(Number(surroundings.env.PORT), ports, change);
  onTestFinished(() => nginx.stop());
  const { url } = surroundings;
  const [vera, lea] = [await surroundings.signedIn('vera'), await surroundings.signedIn('lea')];
  const people = Array.from({ length: 40 }, () => aPerson());
  const { event, participants } = await aSyncedEvent(surroundings, vera, people, { donation_link: 'true' });
  const staff = await Promise.all(
    [vera, lea].map(async (client) => {
      const { name } = await client.expect<{ name: string }>(200, 'GET /api/auth/me');
      return { name, client };
    }),
  );
  return { nginx, visitors: new Visitors({ url, event, participants, staff }) };
}

async function restart(instance: Mortal): Promise<void> {
  expect(await instance.terminate()).toBe(0);
  instance.launch();
  await instance.ready();
}

test('restarted in turn under people who look and give, no request fails, and nobody is shown what is another one’s', async ({
  skip,
}) => {
  if (!hasNginx()) {
    tellSkipped(row, aim, WITHOUT_NGINX);
    return skip(WITHOUT_NGINX);
  }
  const { nginx, visitors } = await open();
  let restarts = 0;
  for (; restarts < instances.length || visitors.asked < REQUESTS; restarts += 1) {
    await restart(instances[restarts % instances.length] as Mortal);
  }
  await visitors.leaveAfter(REQUESTS);
  expect(visitors.failures).toEqual([]);
  const logs = instances.flatMap((instance) => instance.logs);
  const log = await nginx.log();
  await expectInvariants(db, {
    accepted: visitors.accepted,
    copies: await copiesIn(surroundings.mailbox),
    logs: [...logs, ...log.split('\n')],
  });
  const kept = log.match(/ (HIT|STALE)$/gm)?.length ?? 0;
  expect(kept).toBeGreaterThan(REQUESTS / 10);
  tell({
    row,
    aim,
    figure: `0 of ${visitors.asked} failed over ${restarts} restarts, ${visitors.accepted.length} of them pledges; ${kept} answered by nginx alone`,
  });
});

test('behind a proxy that asks no second instance and keeps one page for everybody, both are noticed (control)', async ({
  skip,
}) => {
  if (!hasNginx()) return skip(WITHOUT_NGINX);
  const { visitors } = await open((site) =>
    site.replace(/proxy_next_upstream [^;]+;/g, 'proxy_next_upstream off;').replace(/proxy_cache_bypass [^;]+;/, ''),
  );
  await restart(instances[0] as Mortal);
  await visitors.leaveAfter(0);
  expect(visitors.failures).toContainEqual(expect.stringMatching(/: 503/));
  expect(visitors.failures).toContainEqual(expect.stringMatching(/another one's answer/));
});
