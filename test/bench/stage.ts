import { appendFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Browser } from '#sandbox/demo/browser.ts';
import { freePort } from '#sandbox/ports.ts';
import { databaseUrl, startPostgres } from '#sandbox/postgres.ts';
import { connect, patient, type Database } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ask, createDatabase } from '#test/postgres.ts';
import { plenty, type Plenty } from '#test/plenty.ts';
import { startStandIns, type StandIns } from '#test/stand-ins.ts';
import { startProduct, type Product } from './product.ts';

/** The event that everybody runs in. */
export const LARGE = 7;
/** One of those with some twenty-five participants, however much there is. */
export const SMALL = 9;

/** So many times as much as at first: events, people, what they are promised and given. */
const times = (n: number): Plenty => ({
  events: Math.round(12.5 * n),
  participants: Math.round(312.5 * n),
  crowd: 1250 * n,
  pledges: 20_313 * n,
  gifts: 4063 * n,
  confirmed: true,
});

/** How much there is. */
const much = {
  x1: times(1),
  x4: times(4),
  /** 200 events; of them one with 20,000 participants, 250,000 pledges and 50,000 gifts. */
  x16: times(16),
  /** The same people, who are given a tenth. */
  tenth: { ...times(16), pledges: 32_500, gifts: 6500 },
} as const;
export type Much = keyof typeof much;

/** A database as durable as an operator's, with as much in it as wanted, and what a product needs around it. */
export interface Stage {
  /** Where the database's own process may read and write. */
  exchange: string;
  place(much?: Much): Promise<Place>;
  stop(): Promise<void>;
}

export interface Place extends StandIns {
  db: Database;
  /** A product on it, which alone does no jobs. */
  product(env?: Record<string, string>): Promise<Product>;
  /** Somebody of the staff. */
  signedIn(): Promise<Browser>;
}

export async function setStage(): Promise<Stage> {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-bench-'));
  const exchange = path.join(dir, 'exchange');
  await mkdir(exchange);
  await chmod(exchange, 0o777);
  const logFile = path.join(dir, 'log');
  const postgres = await startPostgres({ dir, log: (line) => appendFileSync(logFile, `${line}\n`) });
  const places = new Map<Much, Promise<Place>>();
  const stops: (() => Promise<void>)[] = [];

  const lay = async (name: Much): Promise<Place> => {
    const adminUrl = databaseUrl(postgres.url, 'postgres');
    await createDatabase(adminUrl, name);
    const url = databaseUrl(adminUrl, name);
    const db = connect(url, pino({ level: 'silent' }), patient);
    await migrate(db);
    await plenty(url, much[name]);
    await settle(url);
    const standIns = await startStandIns(url, await freePort(), {
      JOBS: 'off',
      TRUST_PROXY: 'loopback',
      LIMIT_FORMS_PER_ADDRESS: '99999/1s',
    });
    stops.push(async () => {
      await standIns.stop();
      await db.destroy();
    });
    return {
      ...standIns,
      db,
      product: (env = {}) => startProduct({ ...standIns.env, ...env }),
      signedIn: async () => {
        const browser = new Browser(standIns.url);
        const [vera] = standIns.identity.users;
        await browser.signIn(vera?.username ?? '', vera?.password ?? '');
        return browser;
      },
    };
  };

  return {
    exchange,
    place: (name = 'x16') => {
      const place = places.get(name) ?? lay(name);
      places.set(name, place);
      return place;
    },
    stop: async () => {
      for (const stop of stops) await stop();
      await postgres.stop('immediate');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** As a database is that has been running for a while: nothing is left to be tidied up while somebody measures. */
async function settle(url: string): Promise<void> {
  await ask(url, 'vacuum analyze');
  await ask(url, 'checkpoint');
}
