import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say, step } from './console.ts';
import { demoRaces } from './demo/races.ts';
import type { DemoRaces } from './demo/races.ts';
import { startIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { startMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { startPayrexx } from './payrexx.ts';
import type { Payrexx } from './payrexx.ts';
import type { RememberedPorts } from './ports.ts';
import { startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';
import { startTiming } from './timing.ts';
import type { Timing } from './timing.ts';

export interface Surroundings {
  readonly dataDir: string;
  readonly ports: RememberedPorts;
  readonly host: string;
  readonly port: number;
  /** Where the product answers, and the address people know it by. */
  readonly origin: string;
  readonly publicUrl: string;
}

/** The stand-ins that run; null where the real service is configured. */
export interface StandIns {
  readonly database: Postgres | null;
  readonly mailbox: Mailbox | null;
  readonly timing: Feed | null;
  readonly identity: Identity | null;
  readonly payrexx: Payrexx | null;
  /** The environment that leads the product to them. */
  readonly settings: Readonly<Record<string, string>>;
}

type Feed = Timing & { readonly races: DemoRaces };

interface StandIn<Service> {
  readonly service: Service;
  /** Where it is, in a few words. */
  readonly place: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A service is stood in for when nobody configured the real one, by value or by file. */
export function isConfigured(name: string): boolean {
  return Boolean(process.env[name] || process.env[`${name}_FILE`]);
}

/** What production must say itself; trying it out, nobody needs to. */
const usual = {
  MAIL_FROM: 'Givelap <givelap@example.test>',
  OIDC_ADMIN_ROLE: 'admin',
  OIDC_VIEWER_ROLE: 'viewer',
  // Addresses and passwords must not scroll away.
  LOG_LEVEL: 'warn',
};

/** Starts what is not configured; `stops` receives how to end each. */
export async function startStandIns(surroundings: Surroundings, stops: (() => Promise<void>)[]): Promise<StandIns> {
  const missing = Object.entries(usual).filter(([name]) => !isConfigured(name));
  const settings: Record<string, string> = Object.fromEntries(missing);

  async function use<Service extends { stop(): Promise<void> }>(
    name: string,
    variable: string,
    start: (surroundings: Surroundings) => Promise<StandIn<Service>>,
  ): Promise<Service | null> {
    if (isConfigured(variable)) {
      say(name, `yours, by ${variable}`);
      return null;
    }
    const { service, settings: own } = await step(
      name,
      () => start(surroundings),
      ({ place }) => place,
    );
    stops.push(() => service.stop());
    Object.assign(settings, own);
    return service;
  }

  return {
    database: await use('database', 'DATABASE_URL', standInDatabase),
    mailbox: await use('mailbox', 'SMTP_URL', standInMail),
    timing: await use('timing', 'TIMING_ALLOWED_HOSTS', standInTiming),
    identity: await use('sign-in', 'OIDC_ISSUER', standInIdentity),
    payrexx: await use('payments', 'PAYREXX_API_URL', standInPayrexx),
    settings,
  };
}

async function standInDatabase({ dataDir, ports }: Surroundings): Promise<StandIn<Postgres>> {
  const dir = path.join(dataDir, 'postgres');
  const logFile = path.join(dataDir, 'postgres.log');
  writeFileSync(logFile, '', { mode: 0o600 });
  const log = (line: string): void => appendFileSync(logFile, `${line}\n`);
  const service = await startPostgres({ dir, port: await ports.portOf('database'), log });
  ports.keep('database', service.port);
  return { service, place: `PostgreSQL, port ${service.port}`, settings: { DATABASE_URL: service.url } };
}

async function standInMail({ dataDir, ports }: Surroundings): Promise<StandIn<Mailbox>> {
  const service = await startMailbox({
    dir: path.join(dataDir, 'mails'),
    httpPort: await ports.portOf('mailbox'),
    smtpPort: await ports.portOf('smtp'),
  });
  return { service, place: service.pageUrl, settings: { SMTP_URL: service.smtpUrl } };
}

async function standInTiming({ dataDir, ports }: Surroundings): Promise<StandIn<Feed>> {
  const races = demoRaces(firstStart(path.join(dataDir, 'first-start')));
  const timing = await startTiming({ port: await ports.portOf('timing'), lists: races.lists });
  const settings = { TIMING_ALLOWED_HOSTS: `*.raceresult.com,${timing.host}` };
  return { service: { ...timing, races }, place: `RACE RESULT feed, port ${timing.port}`, settings };
}

/** The demo race goes on from where it was when the sandbox is started again. */
function firstStart(file: string): Date {
  if (!existsSync(file)) writeFileSync(file, new Date().toISOString());
  return new Date(readFileSync(file, 'utf8'));
}

async function standInIdentity({ dataDir, ports, origin, publicUrl }: Surroundings): Promise<StandIn<Identity>> {
  const service = await startIdentity({
    dir: path.join(dataDir, 'identity'),
    port: await ports.portOf('identity'),
    redirectUris: [`${publicUrl}/auth/keycloak/callback`],
    postLogoutUris: [`${publicUrl}/`, publicUrl],
    backchannelLogoutUri: `${origin}/auth/backchannel-logout`,
  });
  const settings = {
    OIDC_ISSUER: service.issuer,
    OIDC_CLIENT_ID: service.clientId,
    OIDC_CLIENT_SECRET: service.clientSecret,
  };
  return { service, place: service.issuer, settings };
}

async function standInPayrexx({ dataDir, ports, publicUrl }: Surroundings): Promise<StandIn<Payrexx>> {
  const service = await startPayrexx({
    dir: path.join(dataDir, 'payrexx'),
    port: await ports.portOf('payments'),
    webhookUrl: `${publicUrl}/api/payrexx/webhook`,
  });
  return { service, place: service.pageUrl, settings: service.settings };
}
