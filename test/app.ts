import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { inject } from 'vitest';
import { startIdentity, type Identity } from '#sandbox/identity.ts';
import { startMailbox, type Mailbox } from '#sandbox/mailbox.ts';
import { freePort } from '#sandbox/ports.ts';
import { startTiming, type Timing } from '#sandbox/timing.ts';
import { readConfig } from '#server/config.ts';
import { startProduct, type Product } from '#server/product.ts';
import { TestClient } from './client.ts';
import { cloneDatabase, dropDatabase } from './postgres.ts';
import { TEMPLATE } from './setup.ts';

/** The product on a database of its own, with stand-ins for every outside service. */
export interface App {
  url: string;
  product: Product;
  mailbox: Mailbox;
  timing: Timing;
  identity: Identity;
  /** What was logged, line by line. */
  logs: string[];
  /** Moves the product's clock; the database keeps its own. */
  forward(milliseconds: number): void;
  client(language?: string): TestClient;
  /** Somebody signed in at the identity provider. */
  signedIn(name: 'vera' | 'lea' | 'otto'): Promise<TestClient>;
  stop(): Promise<void>;
}

export interface AppOptions {
  env?: Record<string, string>;
}

export async function startApp({ env = {} }: AppOptions = {}): Promise<App> {
  const adminUrl = inject('adminUrl');
  const name = `givelap_${randomBytes(6).toString('hex')}`;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [databaseUrl, mailbox, timing, identity] = await Promise.all([
    cloneDatabase(adminUrl, TEMPLATE, name),
    startMailbox(),
    startTiming({ lists: [], callsPerSecond: 'any' }),
    startIdentity({
      redirectUris: [`${url}/auth/keycloak/callback`],
      postLogoutUris: [`${url}/`],
      backchannelLogoutUri: `${url}/auth/backchannel-logout`,
    }),
  ]);

  let shift = 0;
  const logs: string[] = [];
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: identity.clientSecret,
    OIDC_ADMIN_ROLE: 'admin',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Givelap <givelap@example.test>',
    TIMING_ALLOWED_HOSTS: timing.host,
    SYNC_INTERVAL_MINUTES: '0',
    ...env,
  });
  const product = await startProduct(config, {
    clock: () => new Date(Date.now() + shift),
    log: pino({ level: 'info' }, { write: (line: string) => void logs.push(line) }),
  });

  return {
    url,
    product,
    mailbox,
    timing,
    identity,
    logs,
    forward: (milliseconds) => {
      shift += milliseconds;
    },
    client: (language) => new TestClient(url, language),
    signedIn: async (username) => {
      const client = new TestClient(url);
      const user = identity.users.find((one) => one.username === username);
      if (!user) throw new Error(`nobody is called ${username}`);
      await client.signIn(user.username, user.password);
      return client;
    },
    stop: async () => {
      await product.stop();
      await Promise.all([mailbox.stop(), timing.stop(), identity.stop()]);
      await dropDatabase(adminUrl, name);
    },
  };
}
