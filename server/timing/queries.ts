import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Paging } from '#contract/paging.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import type { SyncChange, SyncCounts } from '#server/db/timing-tables.ts';

export type SyncRun = Selectable<Tables['sync_runs']>;
/** A run with the names of its event and of who asked for it. */
export type ToldRun = SyncRun & { event: string; by: string | null; is_last: boolean };
export type ToldChange = SyncChange &
  Pick<Selectable<Tables['participants']>, 'first_name' | 'last_name' | 'bib' | 'erased_at'>;

/** Claims follow each other, over all instances, until the transaction ends. */
export async function lockClaims(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sync_runs'))`.execute(tx);
}

export async function countRunning(tx: Database | Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('sync_runs')
    .where('finished_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined while the event has a run. */
export function insertRun(tx: Tx, eventId: number, staffId: number | null): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('sync_runs')
    .values({ event_id: eventId, staff_id: staffId, counts: '{}' })
    .onConflict((conflict) => conflict.column('event_id').where('finished_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Gives a claim back. */
export async function deleteRun(db: Database, id: number): Promise<void> {
  await db.deleteFrom('sync_runs').where('id', '=', id).where('finished_at', 'is', null).execute();
}

/** A run whose instance died must block nobody for ever. */
export async function abandonOldRuns(db: Database): Promise<void> {
  await sql`
    update sync_runs set finished_at = now(), outcome = 'abandoned'
    where finished_at is null and started_at < now() - interval '2 minutes'`.execute(db);
}

/** Of runs that began before: those that nobody asked for, that changed nobody, and that another one followed. */
export async function deleteIdleRuns(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sync_runs where id in (
      select id from sync_runs r
      where started_at < ${before} and finished_at is not null and staff_id is null
        and not exists (select from sync_changes c where c.run_id = r.id)
        and exists (
          select from sync_runs later where later.event_id = r.event_id and later.id > r.id and later.outcome = 'done'
        )
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}

export function findLastRun(db: Database, eventId: number): Promise<SyncRun | undefined> {
  return db
    .selectFrom('sync_runs')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('outcome', 'is not', null)
    .where('outcome', '<>', 'abandoned')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findRunning(db: Database | Tx, eventId: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('sync_runs')
    .select('id')
    .where('event_id', '=', eventId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

/** False when the run was given up meanwhile: then nothing of it may be written. */
export async function markRun(
  tx: Database | Tx,
  id: number,
  end: {
    finished_at: Date;
    outcome: 'done' | 'held' | 'failed';
    reason: string | null;
    counts: SyncCounts | Record<string, never>;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('sync_runs')
    .set({ ...end, counts: JSON.stringify(end.counts) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What a run did to each of these people. */
export async function insertChanges(tx: Tx, runId: number, changes: Omit<SyncChange, 'run_id'>[]): Promise<void> {
  await sql`
    insert into sync_changes (run_id, participant_id, kind, changed)
    select ${runId}::int, participant_id, kind, changed
    from json_to_recordset(${JSON.stringify(changes)}) as n (participant_id int, kind text, changed jsonb)`.execute(tx);
}

/** An event to be synchronised, and who asked for it. */
export interface Wanted {
  event_id: number;
  staff_id: number | null;
}

/** When the newest run of event `e` began: the first that the index names, however many there were. */
const lastBegun = sql<Date | null>`(select r.started_at from sync_runs r where r.event_id = e.id order by r.id desc limit 1)`;

/** Active events without a run that began after `before`; nobody asked for them. */
export function listDue(db: Database, before: Date): Promise<Wanted[]> {
  return db
    .selectFrom('events as e')
    .select(['e.id as event_id', sql<null>`null`.as('staff_id')])
    .where('e.is_active', '=', true)
    .where('e.deleted_at', 'is', null)
    .where(sql<SqlBool>`coalesce(${lastBegun} <= ${before}, true)`)
    .orderBy('e.id')
    .execute();
}

/** When the last run of each active event began, the longest ago first; null for one that had none. */
export async function findOldestRun(db: Database): Promise<{ started_at: Date | null } | undefined> {
  const { rows } = await sql<{ started_at: Date | null }>`
    select ${lastBegun} as started_at
    from events e where e.is_active and e.deleted_at is null
    order by started_at nulls first limit 1`.execute(db);
  return rows[0];
}

/** A wish for each active event; resolves with how many there are now. */
export async function insertWishes(tx: Tx, staffId: number | null): Promise<number> {
  const { rows } = await sql`
    insert into sync_wishes (event_id, staff_id)
    select id, ${staffId}::int from events where is_active and deleted_at is null
    on conflict (event_id) do update set at = sync_wishes.at
    returning event_id`.execute(tx);
  return rows.length;
}

export function listWishes(db: Database): Promise<Wanted[]> {
  return db.selectFrom('sync_wishes').select(['event_id', 'staff_id']).orderBy('at').execute();
}

export async function deleteWish(tx: Database | Tx, eventId: number): Promise<void> {
  await tx.deleteFrom('sync_wishes').where('event_id', '=', eventId).execute();
}

export function findRun(db: Database, id: number): Promise<{ id: number } | undefined> {
  return db.selectFrom('sync_runs').select('id').where('id', '=', id).executeTakeFirst();
}

interface RunChoice {
  eventId: number | null;
  /** Only those that did something to somebody. */
  changed: boolean;
}

const isChosen = ({ eventId, changed }: RunChoice) => sql<SqlBool>`
  (${eventId}::int is null or r.event_id = ${eventId})
  and (not ${changed}::boolean or exists (select from sync_changes c where c.run_id = r.id))`;

/** Also of events that were deleted. */
const toldRuns = (db: Database) =>
  db
    .selectFrom('sync_runs as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('staff as s', 's.id', 'r.staff_id')
    .selectAll('r')
    .select(['e.name as event', 's.name as by'])
    .select(
      sql<boolean>`not exists (
        select from sync_runs later
        where later.event_id = r.event_id and later.id > r.id and later.outcome is distinct from 'abandoned'
      )`.as('is_last'),
    );

/** Newest first. */
export function listRuns(db: Database, choice: RunChoice, { limit, offset }: Paging): Promise<ToldRun[]> {
  return toldRuns(db).where(isChosen(choice)).orderBy('r.id', 'desc').limit(limit).offset(offset).execute();
}

export async function countRuns(db: Database, choice: RunChoice): Promise<number> {
  const { count } = await db
    .selectFrom('sync_runs as r')
    .where(isChosen(choice))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function findToldRun(db: Database, id: number): Promise<ToldRun | undefined> {
  return toldRuns(db).where('r.id', '=', id).executeTakeFirst();
}

export function listChanges(
  db: Database,
  runId: number,
  kind: SyncChange['kind'] | null,
  { limit, offset }: Paging,
): Promise<ToldChange[]> {
  return db
    .selectFrom('sync_changes as c')
    .innerJoin('participants as p', 'p.id', 'c.participant_id')
    .selectAll('c')
    .select(['p.first_name', 'p.last_name', 'p.bib', 'p.erased_at'])
    .where('c.run_id', '=', runId)
    .$if(kind !== null, (changes) => changes.where('c.kind', '=', kind))
    .orderBy('c.participant_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countChanges(db: Database, runId: number, kind: SyncChange['kind'] | null): Promise<number> {
  const { count } = await db
    .selectFrom('sync_changes')
    .where('run_id', '=', runId)
    .$if(kind !== null, (changes) => changes.where('kind', '=', kind))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
