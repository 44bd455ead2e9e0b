import type { Condition, Finding, Operation, Service } from '#contract/health.ts';
import pkg from '#package.json' with { type: 'json' };
import { DAY, earlier, formatMoment, MINUTE } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { translator, type Translate } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import { tellRun } from '#server/timing/present.ts';
import { checkInstances, checkPayments, checkSettings } from './present.ts';
import {
  findMailFault,
  findWorker,
  getDatabaseState,
  getMailState,
  listEventStates,
  listGiftInstances,
  listMailFaults,
  listQueues,
  type EventState,
  type Queue,
} from './queries.ts';

/** How we and the services behind us are, in words. */
export function services(ctx: Context, language: Language): Promise<Service[]> {
  const t = translator(language);
  return Promise.all([
    database(ctx, t),
    jobs(ctx, t),
    mail(ctx, t),
    timing(ctx, t, language),
    identity(ctx, t),
    payments(ctx, t),
  ]);
}

async function database(ctx: Context, t: Translate): Promise<Service> {
  const { version, since, migration } = await getDatabaseState(ctx.db);
  const text = t('service.database', { version, migration });
  return { name: 'database', state: 'good', text, since: since.toISOString() };
}

async function jobs(ctx: Context, t: Translate): Promise<Service> {
  const since = await findWorker(ctx.db);
  return {
    name: 'jobs',
    state: since ? 'good' : 'bad',
    text: t(since ? 'service.jobs' : 'service.jobsNone'),
    since: since?.toISOString() ?? null,
  };
}

/** By then a mail that somebody waits for should have left, though the first tries failed. */
const LATE = 10 * MINUTE;

async function mail(ctx: Context, t: Translate): Promise<Service> {
  const now = ctx.clock();
  const yesterday = earlier(now, DAY);
  const [{ last_sent, queued, oldest, failed }, fault] = await Promise.all([
    getMailState(ctx.db, now, yesterday),
    findMailFault(ctx.db, yesterday),
  ]);
  const isLate = oldest !== null && now.getTime() - oldest.getTime() > LATE;
  const last = last_sent ? formatMoment(last_sent) : t('admin.never');
  return {
    name: 'mail',
    state: isLate ? 'bad' : fault ? 'warn' : 'good',
    text: [
      t('service.mail', { queued, last }),
      failed > 0 && t('service.mailFailed', { failed }),
      isLate && t('service.mailLate', { oldest: formatMoment(oldest) }),
      fault && t('service.mailFault', { reason: fault.reason }),
    ]
      .filter(Boolean)
      .join(' '),
    since: (isLate ? oldest : last_sent)?.toISOString() ?? null,
  };
}

async function timing(ctx: Context, t: Translate, language: Language): Promise<Service> {
  const events = (await listEventStates(ctx.db)).map((event) => ofEvent(event, t, language));
  const failing = events.filter(({ state }) => state !== 'good');
  const [failingSince] = times(failing);
  return {
    name: 'timing',
    state: worst(events.map(({ state }) => state)),
    text:
      events.length === 0
        ? t('service.timingNone')
        : t('service.timing', { count: events.length, failing: failing.length }),
    since: failingSince ?? times(events).at(-1) ?? null,
    events,
  };
}

const times = (states: { since: string | null }[]) =>
  states.flatMap(({ since }) => since ?? []).toSorted((a, b) => (a < b ? -1 : 1));

const ofOutcome: Record<NonNullable<EventState['outcome']>, Condition> = {
  done: 'good',
  held: 'warn',
  abandoned: 'warn',
  failed: 'bad',
};

function ofEvent(event: EventState, t: Translate, language: Language) {
  const { id, name, outcome, last_synced_at, failing_since } = event;
  const state: Condition = outcome ? ofOutcome[outcome] : 'warn';
  const good = last_synced_at ? formatMoment(last_synced_at) : t('admin.never');
  const told = outcome ? tellRun(event, language) : t('service.timingNever');
  return {
    id,
    name,
    state,
    text: outcome && outcome !== 'done' ? `${told} ${t('service.timingGood', { good })}` : told,
    since: (state === 'good' ? last_synced_at : failing_since)?.toISOString() ?? null,
  };
}

function worst(states: Condition[]): Condition {
  return (['bad', 'warn'] as const).find((state) => states.includes(state)) ?? 'good';
}

async function identity(ctx: Context, t: Translate): Promise<Service> {
  const { well, since } = await ctx.identity.answers();
  return {
    name: 'identity',
    state: well ? 'good' : 'bad',
    text: t(well ? 'service.identity' : 'service.identityAway'),
    since: since.toISOString(),
  };
}

async function payments(ctx: Context, t: Translate): Promise<Service> {
  const [answers, instances] = await Promise.all([ctx.payments.answers(), listGiftInstances(ctx.db)]);
  const unknown = instances.filter((instance) => !ctx.payments.knows(instance));
  const found = [...checkPayments(answers), ...checkInstances(unknown)];
  const failing = answers.filter(({ state }) => state !== 'well');
  return {
    name: 'payments',
    state: worst(found.map(({ state }) => state)),
    text: found.map(({ text, values }) => t(text, values)).join(' '),
    since: times(failing.map(dated))[0] ?? times(answers.map(dated)).at(-1) ?? null,
  };
}

const dated = ({ since }: { since: Date }) => ({ since: since.toISOString() });

/** What waits to be done by itself. */
export function queues(ctx: Context): Promise<Queue[]> {
  return listQueues(ctx.db, ctx.clock());
}

const MOST_REASONS = 5;

export async function operation(ctx: Context): Promise<Operation> {
  const [waiting, mail_faults] = await Promise.all([queues(ctx), listMailFaults(ctx.db, MOST_REASONS)]);
  return {
    version: pkg.version,
    queues: waiting.map((queue) => ({ ...queue, oldest: queue.oldest?.toISOString() ?? null })),
    mail_faults,
  };
}

/** What an operator should know about the configuration, the worst first. */
export async function settingFindings(ctx: Context, language: Language): Promise<Finding[]> {
  const t = translator(language);
  const order: Condition[] = ['bad', 'warn', 'good'];
  return [...checkSettings(ctx.config), ...checkPayments(await ctx.payments.answers())]
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(({ setting, state, text, values }) => ({ setting, state, text: t(text, values) }));
}
