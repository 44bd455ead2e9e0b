import { startIdentity, type Identity } from '#sandbox/identity.ts';
import { startMailbox, type Mailbox } from '#sandbox/mailbox.ts';
import { startPayrexx, type Payrexx } from '#sandbox/payrexx.ts';
import { startTiming, type Timing } from '#sandbox/timing.ts';

/** A stand-in for every outside service, and the settings of a product that uses them. */
export interface StandIns {
  /** Where the product is to answer. */
  url: string;
  env: Record<string, string>;
  databaseUrl: string;
  mailbox: Mailbox;
  timing: Timing;
  identity: Identity;
  payrexx: Payrexx;
  stop(): Promise<void>;
}

export async function startStandIns(
  databaseUrl: string,
  port: number,
  env: Record<string, string> = {},
  clock?: () => Date,
): Promise<StandIns> {
  const url = `http://localhost:${port}`;
  const [mailbox, timing, identity, payrexx] = await Promise.all([
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
    stop: async () => void (await Promise.all([mailbox.stop(), timing.stop(), identity.stop(), payrexx.stop()])),
  };
}
