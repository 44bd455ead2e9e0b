import { sql } from 'kysely';
import { pino } from 'pino';
import { connect } from '#server/db/connect.ts';
import { listRaised } from '#server/events/queries.ts';
import { countPledges, findListed, listPage } from '#server/pledges/list-queries.ts';
import { listTotals } from '#server/pledges/queries.ts';
import { short, type Figure } from '../figure.ts';
import { inTurns, median, timed } from '../sides.ts';
import { LARGE, type Stage } from '../stage.ts';

const PAGE = 50;
const ROUNDS = 25;
const row = 'P7';

/** The view of what was raised is read once for each kind of it: what the rows cost without that. */
const onePass = sql`
  select sum(gifts), sum(gift_count), sum(rate_confirmed), sum(pledges_confirmed)
  from participant_totals where event_id = ${sql.lit(LARGE)}`;

/** P7: what is read of much, beside one row by its key, all through the product's own driver and statements. */
export async function totals(stage: Stage): Promise<Figure[]> {
  const log = pino({ level: 'silent' });
  const [full, tenth] = await Promise.all([stage.place(), stage.place('tenth')]);
  const [all, few] = [connect(full.databaseUrl, log), connect(tenth.databaseUrl, log)];
  const event = { of: { event: LARGE }, words: [] };
  const [most, some] = [await countPledges(all, event), await countPledges(few, event)];
  const [{ id } = { id: 0 }] = await listPage(all, { ...event, limit: 1, offset: 0 }, most);
  const page = (db: typeof all, offset: number, of: number) => () =>
    timed(() => listPage(db, { ...event, limit: PAGE, offset }, of));
  const seen = await inTurns(
    {
      key: () => timed(() => findListed(all, id)),
      raised: () => timed(() => listRaised(all, [LARGE])),
      pass: () => timed(() => onePass.execute(all)),
      raisedOfTenth: () => timed(() => listRaised(few, [LARGE])),
      each: () => timed(() => listTotals(all, LARGE)),
      first: page(all, 0, most),
      last: page(all, most - PAGE, most),
      lastOfTenth: page(few, some - PAGE, some),
      count: () => timed(() => countPledges(all, event)),
    },
    ROUNDS,
  );
  await Promise.all([all.destroy(), few.destroy()]);
  const of = (name: keyof typeof seen) => median(seen[name]);
  const key = of('key');
  const timesKey = (work: string, name: keyof typeof seen): Figure => ({
    row,
    work,
    against: 'one row by its key',
    unit: '×',
    aim: { most: 5 },
    value: of(name) / key,
    seen: `${short(of(name))} : ${short(key)} ms`,
  });
  const flat = (work: string, name: keyof typeof seen, small: keyof typeof seen): Figure => ({
    row,
    work,
    against: 'a tenth of the donations',
    unit: '×',
    aim: { most: 1.5 },
    value: of(name) / of(small),
    seen: `${short(of(name))} : ${short(of(small))} ms`,
  });
  return [
    {
      row,
      work: 'totals of an event, 20,000 people',
      against: '',
      unit: 'ms',
      aim: { most: 5 },
      value: of('raised'),
      seen: `one pass over the rows alone ${short(of('pass'))} ms; of each of them ${short(of('each'))} ms`,
    },
    flat('totals of an event', 'raised', 'raisedOfTenth'),
    timesKey('donor table, first page', 'first'),
    timesKey('donor table, last page of 250,000', 'last'),
    flat('donor table, last page', 'last', 'lastOfTenth'),
    {
      row,
      work: 'donor table, how many',
      against: '',
      unit: 'ms',
      aim: 'known',
      value: of('count'),
      seen: '',
    },
  ];
}
