import { sql } from 'kysely';
import type { Browser } from '#sandbox/demo/browser.ts';
import { anEvent, startFeed } from '../feed.ts';
import { short, type Figure } from '../figure.ts';
import { people } from '../people.ts';
import { inTurns, median, timed } from '../sides.ts';
import type { Stage } from '../stage.ts';

const COUNT = 20_000;
type Run = 'first' | 'unchanged' | 'changed';

/** P6: a list of 20,000 taken over, beside PostgreSQL's own way to take over the same rows. */
export async function sync(stage: Stage): Promise<Figure[]> {
  const place = await stage.place();
  const all = people(COUNT);
  const feed = await startFeed({
    first: all,
    unchanged: all,
    changed: all.map((one, n) => (n % 100 === 0 ? { ...one, Club: 'LC Bern' } : one)),
  });
  const product = await place.product({ TIMING_ALLOWED_HOSTS: feed.host });
  const vera = await place.signedIn();
  let events = 0;
  let event = 0;
  const blocked: Record<Run, number[]> = { first: [], unchanged: [], changed: [] };
  const run = async (name: Run) => {
    await product.watch();
    const ms = await timed(() => vera.call('POST', `/api/events/${event}/sync-participants`));
    blocked[name].push((await product.usage()).blocked);
    return ms;
  };
  try {
    const seen = await inTurns({
      first: async () => {
        events += 1;
        event = await anEvent(vera, `Lauf der ${events}.`, feed.addressOf('first'));
        return run('first');
      },
      copy: async () => {
        await sql`copy (select * from participants where event_id = ${sql.lit(event)} order by id)
          to ${sql.lit(`${stage.exchange}/people`)}`.execute(place.db);
        await sql`create table copied (like participants including all,
          foreign key (event_id) references events)`.execute(place.db);
        const ms = await timed(() => sql`copy copied from ${sql.lit(`${stage.exchange}/people`)}`.execute(place.db));
        await sql`drop table copied`.execute(place.db);
        return ms;
      },
      unchanged: async () => {
        await readFrom(vera, event, feed.addressOf('unchanged'));
        return run('unchanged');
      },
      changed: async () => {
        await readFrom(vera, event, feed.addressOf('changed'));
        return run('changed');
      },
    });
    const [first, copy, unchanged, changed] = [seen.first, seen.copy, seen.unchanged, seen.changed].map(median) as [
      number,
      number,
      number,
      number,
    ];
    const ms = (value: number) => `${Math.round(value)} ms`;
    const perRow = `${short((first * 1000) / COUNT)} µs a row`;
    const row = 'P6';
    return [
      {
        row,
        work: 'sync of 20,000, first',
        against: 'COPY of the same rows',
        unit: '×',
        aim: { most: 4 },
        value: first / copy,
        seen: `${ms(first)} : ${ms(copy)}, ${perRow}`,
      },
      {
        row,
        work: 'sync of 20,000, unchanged',
        against: 'first',
        unit: '×',
        aim: { most: 0.3 },
        value: unchanged / first,
        seen: ms(unchanged),
      },
      {
        row,
        work: 'sync of 20,000, 1 % changed',
        against: 'first',
        unit: '×',
        aim: 'known',
        value: changed / first,
        seen: ms(changed),
      },
      {
        row,
        work: 'longest stop of the loop meanwhile',
        against: '',
        unit: 'ms',
        aim: { most: 50 },
        value: Math.max(...Object.values(blocked).map(median)),
        seen: Object.entries(blocked)
          .map(([name, all]) => `${name} ${all.map(Math.round).join(' ')}`)
          .join(', '),
      },
    ];
  } finally {
    await product.stop();
    await feed.stop();
  }
}

async function readFrom(vera: Browser, id: number, rr_simple_ip: string): Promise<void> {
  const response = await vera.fetch(`${vera.site}/api/events/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ rr_simple_ip }),
  });
  if (!response.ok) throw new Error(`the event was not changed: ${await response.text()}`);
}
