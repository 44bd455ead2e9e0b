import type { AddressInfo } from 'node:net';
import { pino, type Logger } from 'pino';
import pkg from '#package.json' with { type: 'json' };
import { sessionOf } from './auth/actions.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { connect, isDatabaseAway, patient, sessionName } from './db/connect.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { handlers } from './handlers.ts';
import { buildServer } from './http/server.ts';
import { loadRenderer } from './http/site.ts';
import { MAILS_AT_ONCE, startJobs } from './jobs/schedule.ts';
import { openIdProvider } from './outside/oidc.ts';
import { payrexx } from './outside/payrexx.ts';
import { pictureWeb } from './outside/pictures.ts';
import { raceResult } from './outside/raceresult.ts';
import { smtp } from './outside/smtp.ts';

export interface Product {
  /** Where it really listens, `http://127.0.0.1:3000`. */
  address: string;
  ctx: Context;
  /** Readiness first, then requests and jobs under way, then the connections. */
  stop(): Promise<void>;
}

export interface Overrides {
  clock?: () => Date;
  log?: Logger;
}

/** Config → adapters → database → HTTP and worker: everything is built here and stopped in reverse. */
export async function startProduct(
  config: Config,
  { clock = () => new Date(), log = pino({ level: config.logLevel, base: null }) }: Overrides = {},
): Promise<Product> {
  const applied = await migrateOnce(config, log);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');

  const ctx: Context = {
    db: connect(config.databaseUrl, log, { application_name: sessionName(config.jobs) }),
    clock,
    timing: raceResult(config.timing.hosts),
    pictures: pictureWeb(config.pictures.inside),
    mail: smtp(config.smtp, MAILS_AT_ONCE),
    identity: openIdProvider(config.identity),
    payments: payrexx(config.payrexx, clock),
    config,
    log,
  };
  // Of its own: while every other connection is at work, whoever asks must not take us for dead.
  const watch = connect(config.databaseUrl, log, { application_name: 'givelap-ready', max: 1 });
  let stopping = false;
  const app = await buildServer(ctx, {
    handlers,
    renderer: await loadRenderer(),
    identify: (token) => sessionOf(ctx, token),
    ready: async () => !stopping && (await isMigrated(watch)),
    isAway: isDatabaseAway,
    version: pkg.version,
  });
  await app.listen({ host: config.host, port: config.port });
  const jobs = config.jobs ? startJobs(ctx) : null;

  const { address, port } = app.server.address() as AddressInfo;
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    ctx,
    stop: async () => {
      stopping = true;
      await Promise.all([app.close(), jobs?.stop()]);
      ctx.mail.close();
      await Promise.all([ctx.db.destroy(), watch.destroy()]);
    },
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
