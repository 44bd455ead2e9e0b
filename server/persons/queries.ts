import { sql, type RawBuilder } from 'kysely';
import type { Paging } from '#contract/paging.ts';
import type { PersonKind } from '#contract/persons.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { holds } from '#server/db/search.ts';

/** Where persons' data lie, over all tables: found, shown and erased on this one page. */

export interface FoundPerson {
  kind: PersonKind;
  id: number;
  name: string;
  email: string | null;
  events: string[];
  pledges: number;
  since: Date;
}

/** Those in whose names or addresses every folded word stands. */
export async function listPersons(db: Database, words: string[], { limit, offset }: Paging): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    ${found(words)},
    page as (select * from found order by name, kind, id limit ${limit} offset ${offset})
    select page.*, more.* from page cross join lateral (
      select array_agg(distinct e.name) as events, count(*)::int as pledges, min(g.created_at) as since
      from pledges g join events e on e.id = g.event_id
      where page.kind = 'donor' and g.donor_id = page.id having count(*) > 0
      union all
      select array[e.name], (select count(*)::int from pledges g where g.participant_id = p.id), p.created_at
      from participants p join events e on e.id = p.event_id
      where page.kind = 'participant' and p.id = page.id
    ) more order by name, kind, id`.execute(db);
  return rows;
}

export async function countPersons(db: Database, words: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`${found(words)} select count(*) as count from found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A donor goes by the name and address of his newest pledge, and is found by those of each. */
const found = (words: string[]) => sql`
  with found as (
    select 'donor' as kind, d.id, p.donor_name as name, p.donor_email as email
    from (
      select donor_id as id, max(id) as newest from pledges
      where donor_id in (select donor_id from pledges where ${holds(sql`split_part(search, E'\\n', 1)`, words)})
      group by donor_id
    ) d join pledges p on p.id = d.newest
    where p.erased_at is null
    union all
    select 'participant', p.id, trim(concat(p.first_name, ' ', p.last_name)), p.email
    from participants p
    where p.erased_at is null and ${holds(sql`folded(concat_ws(' ', p.first_name, p.last_name, p.email))`, words)}
  )`;

export type Row = Record<string, unknown>;

/** Everything that is kept of a person, by table; without what only proves a key or a token. */
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
    mails: sql`
      select to_jsonb(m) - 'secrets' from mails m join pledges p on p.id = m.pledge_id
      where p.donor_id = ${id} order by m.id`,
    activities: sql`
      select to_jsonb(a) from activities a
      where (a.subject = 'donor' and a.subject_id = ${id})
        or (a.subject = 'pledge' and a.subject_id in (select p.id from pledges p where p.donor_id = ${id}))
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
    sync_changes: sql`
      select to_jsonb(c) || jsonb_build_object('at', r.finished_at)
      from sync_changes c join sync_runs r on r.id = c.run_id where c.participant_id = ${id} order by c.run_id`,
    activities: sql`select to_jsonb(a) from activities a where a.participant_id = ${id} order by a.id`,
  }),
};

/** Before donor and participant, as confirming locks them: two that wait for each other cost a second. Resolves with how many. */
export async function lockPledges(tx: Tx, of: 'donor_id' | 'participant_id', id: number): Promise<number> {
  const rows = await tx.selectFrom('pledges').select('id').where(of, '=', id).orderBy('id').forNoKeyUpdate().execute();
  return rows.length;
}

/** False when there is no such donor, or nothing left of him. */
export async function markDonorErased(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('donors')
    .set({ email_key: null, erased_at: at })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was promised stays, and when; who promised goes. Resolves with how many there were. */
export async function erasePledges(tx: Tx, donorId: number, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('pledges')
    .set({
      donor_name: '',
      donor_email: null,
      donor_street: null,
      donor_zip: null,
      donor_city: null,
      donor_country: null,
      message: null,
      client_key: null,
      client_hash: null,
      cancel_reason: null,
      erased_at: at,
    })
    .where('donor_id', '=', donorId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function emptyHistory(tx: Tx, donorId: number): Promise<void> {
  await sql`
    update pledge_events set evidence = '{}'
    where pledge_id in (select id from pledges where donor_id = ${donorId})`.execute(tx);
}

/** From here on the donor's pages know nothing of him. */
export async function deleteLinks(tx: Tx, donorId: number): Promise<void> {
  await sql`delete from links where pledge_id in (select id from pledges where donor_id = ${donorId})`.execute(tx);
}

/** Lines of the log stay, without anybody on them; one that was still to leave never will. */
export async function emptyMails(tx: Tx, donorId: number, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set to_email = '', to_name = '', data = '{}', secrets = null,
      failed_at = case when sent_at is null then coalesce(failed_at, ${at}) end,
      last_error = case when sent_at is null then 'erased' end
    where pledge_id in (select id from pledges where donor_id = ${donorId})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The next reader of the list gets another one. The event before its people: that is how a sync locks them. */
export async function renewListOf(tx: Tx, participantId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update events set list_version = list_version + 1
    where id = (select event_id from participants where id = ${participantId})
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * The row keeps source and ID, so that the sync passes over it. Locked against whoever just writes a mail with his
 * name (`heldPledgee`): that mail is seen by what follows. False when nothing is left of him.
 */
export async function markParticipantErased(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('participants')
    .set((eb) => ({
      first_name: '',
      last_name: '',
      sort_name: '',
      search: '',
      bib: null,
      category: null,
      birth_year: null,
      club: null,
      country: null,
      email: null,
      motivational_message: null,
      pinned: [],
      row_hash: '',
      withdrawn_at: eb.fn.coalesce('withdrawn_at', sql<Date>`${at}::timestamptz`),
      erased_at: at,
    }))
    .where('id', '=', (eb) => eb.selectFrom('participants').select('id').where('id', '=', id).forUpdate())
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function emptyChanges(tx: Tx, participantId: number): Promise<void> {
  await tx.updateTable('sync_changes').set({ changed: '{}' }).where('participant_id', '=', participantId).execute();
}

/** What donors wrote to this participant, and what staff wrote about their pledges. */
export async function emptyMessages(tx: Tx, participantId: number): Promise<void> {
  await tx
    .updateTable('pledges')
    .set({ message: null, cancel_reason: null })
    .where('participant_id', '=', participantId)
    .where((eb) => eb.or([eb('message', 'is not', null), eb('cancel_reason', 'is not', null)]))
    .execute();
}

/** Mails to donors tell whom they are about: from here on by number. Resolves with how many there were. */
export async function renameInMails(tx: Tx, participantId: number, name: string): Promise<number> {
  const participant = JSON.stringify({ name, bib: null });
  const { numAffectedRows } = await sql`
    update mails set data = jsonb_set(data, '{participant}', ${participant}::jsonb)
    where data ? 'participant' and pledge_id in (select id from pledges where participant_id = ${participantId})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
