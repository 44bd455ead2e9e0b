import { sql, type RawBuilder } from 'kysely';
import type { Paging } from '#contract/paging.ts';
import type { PersonKind } from '#contract/persons.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { holds } from '#server/db/search.ts';

/** Where persons' data lie, over all tables: found and shown on this page, erased on that of `erasure-queries.ts`. */

interface FoundPerson {
  kind: PersonKind;
  id: number;
  name: string;
  email: string | null;
  events: string[];
  pledges: number;
  gifts: number;
  since: Date;
}

/** Those in whose names or addresses every folded word stands. */
export async function listPersons(db: Database, words: string[], { limit, offset }: Paging): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    ${found(words)},
    page as (select * from found order by name, kind, id limit ${limit} offset ${offset})
    select page.*, more.* from page cross join lateral (
      select array_agg(distinct e.name) as events, count(*) filter (where made.is_pledge)::int as pledges,
        count(*) filter (where not made.is_pledge)::int as gifts, min(made.created_at) as since
      from (
        select event_id, created_at, true as is_pledge from pledges where donor_id = page.id
        union all select event_id, created_at, false from gifts where donor_id = page.id
      ) made join events e on e.id = made.event_id
      where page.kind = 'donor' having count(*) > 0
      union all
      select array[e.name], (select count(*)::int from pledges g where g.participant_id = p.id),
        (select count(*)::int from gifts g where g.participant_id = p.id), p.created_at
      from participants p join events e on e.id = p.event_id
      where page.kind = 'participant' and p.id = page.id
    ) more order by name, kind, id`.execute(db);
  return rows;
}

export async function countPersons(db: Database, words: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`${found(words)} select count(*) as count from found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A donor goes by the newest name and address he gave, and is found by each. */
const found = (words: string[]) => sql`
  with donors_found as (
    select donor_id as id from pledges where ${holds(sql`split_part(search, E'\\n', 1)`, words)}
    union select donor_id from gifts where donor_id is not null and ${holds(sql`search`, words)}
  ),
  found as (
    select 'donor' as kind, d.id, newest.name, newest.email
    from donors_found d cross join lateral (
      select * from (
        (select donor_name as name, donor_email as email, created_at from pledges
          where donor_id = d.id and erased_at is null order by id desc limit 1)
        union all
        (select coalesce(donor_name, ''), donor_email, created_at from gifts
          where donor_id = d.id and erased_at is null order by id desc limit 1)
      ) given order by name = '', created_at desc limit 1
    ) newest
    union all
    select 'participant', p.id, trim(concat(p.first_name, ' ', p.last_name)), p.email
    from participants p
    where p.erased_at is null and ${holds(sql`folded(concat_ws(' ', p.first_name, p.last_name, p.email))`, words)}
  )`;

export type Row = Record<string, unknown>;

/** Everything that is kept of a person, by table; without what only proves a key or a token, or leads to paying. */
export async function listStored(tx: Tx, kind: PersonKind, id: number): Promise<Record<string, Row[]>> {
  const kept: Record<string, Row[]> = {};
  for (const [table, rows] of Object.entries(stored[kind](id))) {
    kept[table] = (await sql<{ row: Row }>`select row from (${rows}) as stored(row)`.execute(tx)).rows.map(
      ({ row }) => row,
    );
  }
  return kept;
}

const stored: Record<PersonKind, (id: number) => Record<string, RawBuilder<unknown>>> = {
  donor: (id) => ({
    donors: sql`select to_jsonb(d) from donors d where d.id = ${id} and d.erased_at is null`,
    pledges: sql`
      select to_jsonb(p) - 'client_key' - 'client_hash' || jsonb_build_object('event', e.name)
      from pledges p join events e on e.id = p.event_id where p.donor_id = ${id} order by p.id`,
    pledge_events: sql`
      select to_jsonb(h) from pledge_events h join pledges p on p.id = h.pledge_id
      where p.donor_id = ${id} order by h.pledge_id, h.seq`,
    links: sql`
      select to_jsonb(l) - 'token_hash' from links l join pledges p on p.id = l.pledge_id
      where p.donor_id = ${id} order by l.created_at`,
    gifts: sql`
      select to_jsonb(g) - 'public_id' - 'client_key' - 'client_hash' || jsonb_build_object('event', e.name)
      from gifts g join events e on e.id = g.event_id where g.donor_id = ${id} order by g.id`,
    checkouts: sql`
      select to_jsonb(c) - 'reference' - 'link' from checkouts c join gifts g on g.id = c.gift_id
      where g.donor_id = ${id} order by c.id`,
    payments: sql`
      select to_jsonb(y) from payments y join gifts g on g.id = y.gift_id where g.donor_id = ${id} order by y.id`,
    payment_events: sql`
      select to_jsonb(h) from payment_events h join payments y on y.id = h.payment_id
      join gifts g on g.id = y.gift_id where g.donor_id = ${id} order by h.payment_id, h.seq`,
    notices: sql`
      select to_jsonb(n) - 'key' || jsonb_build_object('body', replace(encode(n.body, 'escape'), g.public_id, '…'))
      from notices n join checkouts c on c.id = n.checkout_id join gifts g on g.id = c.gift_id
      where g.donor_id = ${id} order by n.id`,
    mails: sql`
      select to_jsonb(m) - 'secrets' from mails m left join pledges p on p.id = m.pledge_id
      left join gifts g on g.id = m.gift_id and m.participant_id is null
      where p.donor_id = ${id} or g.donor_id = ${id} order by m.id`,
    activities: sql`
      select to_jsonb(a) from activities a
      where (a.subject = 'donor' and a.subject_id = ${id})
        or (a.subject = 'pledge' and a.subject_id in (select p.id from pledges p where p.donor_id = ${id}))
        or (a.subject = 'gift' and a.subject_id in (select g.id from gifts g where g.donor_id = ${id}))
      order by a.id`,
  }),
  participant: (id) => ({
    participants: sql`
      select to_jsonb(p) - 'row_hash' || jsonb_build_object('event', e.name)
      from participants p join events e on e.id = p.event_id where p.id = ${id} and p.erased_at is null`,
    participant_totals: sql`select to_jsonb(t) from participant_totals t where t.participant_id = ${id}`,
    pledges: sql`
      select jsonb_build_object('id', p.id, 'message', p.message, 'created_at', p.created_at)
      from pledges p where p.participant_id = ${id} and p.message is not null order by p.id`,
    gifts: sql`
      select jsonb_build_object('id', g.id, 'message', g.message, 'created_at', g.created_at)
      from gifts g where g.participant_id = ${id} and g.message is not null order by g.id`,
    payment_pages: sql`select to_jsonb(y) from payment_pages y where y.participant_id = ${id} order by y.id`,
    mails: sql`select to_jsonb(m) - 'secrets' from mails m where m.participant_id = ${id} order by m.id`,
    sync_changes: sql`
      select to_jsonb(c) || jsonb_build_object('at', r.finished_at)
      from sync_changes c join sync_runs r on r.id = c.run_id where c.participant_id = ${id} order by c.run_id`,
    activities: sql`select to_jsonb(a) from activities a where a.participant_id = ${id} order by a.id`,
  }),
};
