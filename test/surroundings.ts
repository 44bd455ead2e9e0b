import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { startIdentity, type Identity } from '#sandbox/identity.ts';
import { startMailbox, type Mailbox } from '#sandbox/mailbox.ts';
import { startPayrexx, type Payrexx } from '#sandbox/payrexx.ts';
import { freePort } from '#sandbox/ports.ts';
import { startTiming, type Timing } from '#sandbox/timing.ts';
import { TestClient } from './client.ts';
import { cloneDatabase, dropDatabase } from './postgres.ts';
import { TEMPLATE } from './setup.ts';

/** Everything the product needs around it: a database of its own, and a stand-in for every outside service. */
export interface Surroundings {
  /** Where the product is to answer. */
  url: string;
  /** The settings it starts with. */
  env: Record<string, string>;
  databaseUrl: string;
  mailbox: Mailbox;
  timing: Timing;
  identity: Identity;
  payrexx: Payrexx;
  client(language?: string): TestClient;
  /** Somebody signed in at the identity provider. */
  signedIn(name: 'vera' | 'lea' | 'otto'): Promise<TestClient>;
  /** Once no product is left. */
  stop(): Promise<void>;
}

/** `clock` is the product's, where a test moves it. */
export async function startSurroundings(
  env: Record<string, string> = {},
  wished?: number,
  clock?: () => Date,
): Promise<Surroundings> {
  const adminUrl = inject('adminUrl');
  const name = `givelap_${randomBytes(6).toString('hex')}`;
  const port = wished ?? (await freePort());
  const url = `http://localhost:${port}`;
  const [databaseUrl, mailbox, timing, identity, payrexx] = await Promise.all([
    cloneDatabase(adminUrl, TEMPLATE, name),
    startMailbox(),
    startTiming({ lists: [], callsPerSecond: 'any' }),
    startIdentity({
      redirectUris: [`${url}/auth/keycloak/callback`],
      postLogoutUris: [`${url}/`],
      backchannelLogoutUri: `${url}/auth/backchannel-logout`,
    }),
    startPayrexx({ webhookUrl: `${url}/api/payrexx/webhook`, ...(clock && { clock }) }),
  ]);
  return {
    url,
    env: {
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
      ...payrexx.settings,
      ...env,
    },
    databaseUrl,
    mailbox,
    timing,
    identity,
    payrexx,
    client: (language) => new TestClient(url, language),
    signedIn: async (username) => {
      const client = new TestClient(url);
      const user = identity.users.find((one) => one.username === username);
      if (!user) throw new Error(`nobody is called ${username}`);
      await client.signIn(user.username, user.password);
      return client;
    },
    stop: async () => {
      await Promise.all([mailbox.stop(), timing.stop(), identity.stop(), payrexx.stop()]);
      await dropDatabase(adminUrl, name);
    },
  };
}
