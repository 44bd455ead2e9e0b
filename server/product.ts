import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import pkg from '#package.json' with { type: 'json' };
import { sessionOf } from './auth/actions.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { connect, isDatabaseAway, patient, poolState, sessionName, type Database } from './db/connect.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { handlers } from './handlers.ts';
import { buildServer } from './http/server.ts';
import type { Metrics } from './http/watch/signs.ts';
import { loadRenderer } from './http/site.ts';
import { MAILS_AT_ONCE, startJobs } from './jobs/schedule.ts';
import { payrexxShare } from './limits/actions.ts';
import { makeLog } from './log.ts';
import { openIdProvider } from './outside/oidc.ts';
import { payrexx } from './outside/payrexx.ts';
import { pictureWeb } from './outside/pictures.ts';
import { raceResult } from './outside/raceresult.ts';
import { smtp } from './outside/smtp.ts';
import type { Services } from './services.ts';

export interface Product {
  /** Where it really listens, `http://127.0.0.1:3000`. */
  address: string;
  ctx: Context;
  /** Readiness first, then requests and jobs under way, then the connections. */
  stop(): Promise<void>;
}

interface Overrides {
  clock?: () => Date;
  log?: Logger;
}

/** Config → adapters → database → HTTP and worker: everything is built here and stopped in reverse. */
export async function startProduct(
  config: Config,
  { clock = () => new Date(), log = makeLog(config.logLevel) }: Overrides = {},
): Promise<Product> {
  const applied = await migrateOnce(config, log);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');

  const db = connect(config.databaseUrl, log, { application_name: sessionName(config.jobs) });
  const services: Services = {
    timing: raceResult(config.timing.hosts),
    pictures: pictureWeb(config.pictures.inside),
    mail: smtp(config.smtp, MAILS_AT_ONCE),
    identity: openIdProvider(config.identity),
    payments: payrexx(config.payrexx, clock, payrexxShare({ db, clock })),
  };
  const watch = config.metricsToken === null ? null : await startWatch(config.metricsToken, db);
  const ctx: Context = { db, clock, ...(watch?.counted(services) ?? services), config, log };
  // Of its own: while every other connection is at work, whoever asks must not take us for dead.
  const aside = connect(config.databaseUrl, log, { application_name: 'givelap-ready', max: 1 });
  let stopping = false;
  const app = await buildServer(ctx, {
    handlers,
    renderer: await loadRenderer(),
    identify: (token) => sessionOf(ctx, token),
    ready: async () => !stopping && (await isMigrated(aside)),
    metrics: watch?.metrics(ctx) ?? null,
    isAway: isDatabaseAway,
    version: pkg.version,
  });
  await app.listen({ host: config.host, port: config.port });
  const jobs = config.jobs ? startJobs(ctx, watch?.ended) : null;

  const { address, port } = app.server.address() as AddressInfo;
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    ctx,
    stop: async () => {
      stopping = true;
      await Promise.all([app.close(), jobs?.stop()]);
      ctx.mail.close();
      await Promise.all([ctx.db.destroy(), aside.destroy()]);
    },
  };
}

/** Loaded where somebody asks for metrics only: counting takes 20 MB of memory. */
async function startWatch(token: string, db: Database) {
  const [{ startMeters }, { countedCalls }, { writeMetrics }] = await Promise.all([
    import('./metrics/meters.ts'),
    import('./metrics/calls.ts'),
    import('./metrics/actions.ts'),
  ]);
  const meters = startMeters(pkg.version, () => poolState(db));
  const { answered, called, ended } = meters;
  return {
    counted: (services: Services) => countedCalls(services, called),
    metrics: (ctx: Context): Metrics => ({ token, answered, write: () => writeMetrics(ctx, meters) }),
    ended,
  };
}

async function migrateOnce(config: Config, log: Logger): Promise<string[]> {
  const db = connect(config.databaseUrl, log, patient);
  try {
    return await migrate(db);
  } finally {
    await db.destroy();
  }
}
