import { Gauge, Registry } from '@prometheus-io/client';
import type { Queue } from '#server/health/queries.ts';
import type { EventSync, Figures } from './queries.ts';

export interface Known {
  figures: Figures;
  queues: Queue[];
  syncs: EventSync[];
  /** Of the automatic sync, in seconds; 0 while it is off. */
  interval: number;
}

/** What the database says, made anew for each answer: an event that ended, or anything while it is away, is not told. */
export function gauges(known: Known | null, now: Date): Registry {
  const registry = new Registry();
  const told = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name: `givelap_${name}`, help, labelNames, registers: [registry] });
  const secondsSince = (at: Date | null) => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0);

  told('database_up', 'Whether the database answers.').set(known ? 1 : 0);
  if (!known) return registry;
  const { figures, queues, syncs, interval } = known;

  told('workers', 'Connections of instances that do the jobs; 0: nobody does.').set(figures.workers);
  told('mail_waiting_seconds', 'For how long somebody waits for a mail, tried or not.').set(
    secondsSince(figures.mail_since),
  );
  told('payments_unread_seconds', 'How old is what we know of the account that was read longest ago.').set(
    secondsSince(figures.swept_until),
  );
  told('gifts_flagged', 'Gifts that want somebody to look.').set(figures.flagged);
  told('sync_interval_seconds', 'How often lists are synchronised; 0: not by themselves.').set(interval);

  const lengths = told('queue_length', 'What a queue holds: due by now, or later.', 'queue', 'state');
  const ages = told('queue_oldest_seconds', 'Since when the oldest is due; 0: nothing is.', 'queue');
  const failed = told('queue_failed', 'What was given up, or keeps failing, and wants somebody.', 'queue');
  for (const { name: queue, waiting, due, oldest, failed: count } of queues) {
    lengths.set({ queue, state: 'due' }, due);
    lengths.set({ queue, state: 'later' }, waiting - due);
    ages.set({ queue }, secondsSince(oldest));
    if (count !== null) failed.set({ queue }, count);
  }

  const listAges = told('sync_age_seconds', 'Age of the list of an active event.', 'event');
  const failures = told('sync_failures', 'Runs of an active event since its last good one.', 'event');
  for (const { id: event, since, failures: count } of syncs) {
    listAges.set({ event }, secondsSince(since));
    failures.set({ event }, count);
  }
  return registry;
}
