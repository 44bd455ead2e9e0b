import { isIP } from 'node:net';
import type { Condition } from '#contract/health.ts';
import type { TextKey } from '#locales/messages.ts';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/loopback.ts';
import type { InstanceState } from '#server/services/payments.ts';

interface Found {
  /** The variable as it is called. */
  setting: string;
  state: Condition;
  text: TextKey;
  /** Never a secret. */
  values?: Record<string, string | number>;
}

/** What may be set and still be unwise; a value that is wrong never starts. */
export function checkSettings(config: Config): Found[] {
  const { brand, timing, retention } = config;
  return [
    ...web(config),
    ...mail(config),
    ...database(config),
    ...(timing.intervalMinutes === 0
      ? [found('SYNC_INTERVAL_MINUTES', 'warn', 'setting.syncOff')]
      : [found('SYNC_INTERVAL_MINUTES', 'good', 'setting.sync', { minutes: timing.intervalMinutes })]),
    ...operator(brand.operator),
    ...kept(retention),
    ...signatures(config.payrexx),
    ...(config.jobs ? [] : [found('JOBS', 'warn', 'setting.jobsOff')]),
  ];
}

function found(setting: string, state: Condition, text: TextKey, values: Found['values'] = {}): Found {
  return { setting, state, text, values };
}

function web({ publicUrl, trustProxy }: Config): Found[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') {
    // We speak no TLS ourselves: somebody stands before us.
    return trustProxy === false ? [found('TRUST_PROXY', 'bad', 'setting.proxyOff')] : [];
  }
  return [
    isLoopback(hostname)
      ? found('PUBLIC_URL', 'warn', 'setting.loopback')
      : found('PUBLIC_URL', 'bad', 'setting.http', { host: hostname }),
  ];
}

function mail({ smtp, publicUrl }: Config): Found[] {
  const { hostname, searchParams } = new URL(smtp.url);
  const tls = searchParams.get('tls');
  const sender = smtp.from.address.split('@')[1] ?? '';
  const site = new URL(publicUrl).hostname;
  return [
    ...(tls === 'off' && !isLoopback(hostname) ? [found('SMTP_URL', 'bad', 'setting.mailPlain')] : []),
    ...(tls === 'insecure' ? [found('SMTP_URL', 'warn', 'setting.mailUnverified')] : []),
    ...(isOneHouse(sender, site) || isLoopback(site)
      ? []
      : [found('MAIL_FROM', 'warn', 'setting.mailDomain', { sender, site })]),
  ];
}

/** `mail.verein.ch` and `lauf.verein.ch`: what comes before the last two names is one house's own affair. */
function isOneHouse(a: string, b: string): boolean {
  const house = (host: string) => (isIP(host) ? host : host.toLowerCase().split('.').slice(-2).join('.'));
  return house(a) === house(b);
}

/** Several hosts, comma separated, are no valid URL. */
function database({ databaseUrl }: Config): Found[] {
  const { hostname, searchParams } = new URL(databaseUrl.replace(/,[^/]*/, ''));
  const mode = searchParams.get('sslmode') ?? 'disable';
  const isPlain = ['disable', 'allow', 'prefer'].includes(mode);
  return isPlain && hostname !== '' && !isLoopback(hostname)
    ? [found('DATABASE_URL', 'warn', 'setting.databasePlain')]
    : [];
}

function operator({ name, street, city, email }: Config['brand']['operator']): Found[] {
  return [
    ...(street && city ? [] : [found('BRAND_FILE', 'warn', 'setting.operatorAddress', { name })]),
    ...(email ? [] : [found('BRAND_FILE', 'bad', 'setting.operatorEmail', { name })]),
  ];
}

/** Longer than anybody needs it; or shorter than people need to confirm. */
const MOST_PLEDGE_DAYS = 365;
const FEWEST_PLEDGE_DAYS = 7;
const MOST_MAIL_DAYS = 90;

function kept({ pledgeDays, mailDays }: Config['retention']): Found[] {
  const pledges = { days: pledgeDays };
  return [
    pledgeDays > MOST_PLEDGE_DAYS
      ? found('RETENTION_PLEDGES_DAYS', 'warn', 'setting.pledgesLong', pledges)
      : pledgeDays < FEWEST_PLEDGE_DAYS
        ? found('RETENTION_PLEDGES_DAYS', 'warn', 'setting.pledgesShort', pledges)
        : found('RETENTION_PLEDGES_DAYS', 'good', 'setting.pledges', pledges),
    found(
      'RETENTION_MAIL_DAYS',
      mailDays > MOST_MAIL_DAYS ? 'warn' : 'good',
      mailDays > MOST_MAIL_DAYS ? 'setting.mailsLong' : 'setting.mails',
      { days: mailDays },
    ),
  ];
}

function signatures({ secrets, webhookKeys }: Config['payrexx']): Found[] {
  const unsigned = [...secrets.keys()].filter((instance) => !webhookKeys.has(instance));
  const alone = [...webhookKeys.keys()].filter((instance) => !secrets.has(instance));
  return [
    ...named(unsigned, (values) => found('PAYREXX_WEBHOOK_KEYS', 'warn', 'setting.webhookKeys', values)),
    ...named(alone, (values) => found('PAYREXX_WEBHOOK_KEYS', 'warn', 'setting.webhookKeysAlone', values)),
  ];
}

/** How the payment provider takes our secrets. */
export function checkPayments(answers: InstanceState[]): Found[] {
  const those = (wanted: InstanceState['state']) =>
    answers.filter(({ state }) => state === wanted).map(({ instance }) => instance);
  return [
    ...named(those('refused'), (values) => found('PAYREXX_SECRETS', 'bad', 'service.paymentsRefused', values)),
    ...named(those('away'), (values) => found('PAYREXX_API_URL', 'bad', 'service.paymentsAway', values)),
    ...named(those('busy'), (values) => found('PAYREXX_API_URL', 'warn', 'service.paymentsBusy', values)),
    ...(those('well').length === answers.length
      ? [found('PAYREXX_SECRETS', 'good', 'service.payments', { count: answers.length })]
      : []),
  ];
}

/** Instances that active events name and nobody gave us the secret of. */
export function checkInstances(unknown: string[]): Found[] {
  return named(unknown, (values) => found('PAYREXX_SECRETS', 'warn', 'service.paymentsUnknown', values));
}

function named(instances: string[], tell: (values: { instances: string }) => Found): Found[] {
  return instances.length > 0 ? [tell({ instances: instances.join(', ') })] : [];
}
