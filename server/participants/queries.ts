import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { Sorting } from '#contract/participants.ts';
import type { Rappen } from '#domain/money.ts';
import type { NamesShown } from '#domain/names.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type ParticipantRow = Selectable<Tables['participants']>;
export type NewParticipant = Insertable<Tables['participants']>;
/** A participant with the event's rule for names, and what he has raised. */
export type ListedRow = ParticipantRow & { event_names_shown: NamesShown; rate: Rappen; supporters: number };

const selectEver = (db: Database | Tx) =>
  db
    .selectFrom('participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .leftJoin('participant_totals as t', 't.participant_id', 'p.id')
    .where('p.erased_at', 'is', null)
    .selectAll('p')
    .select((eb) => [
      'e.names_shown as event_names_shown',
      eb.fn.coalesce('t.rate_confirmed', sql<Rappen>`0`).as('rate'),
      eb.fn.coalesce('t.pledges_confirmed', sql<number>`0`).as('supporters'),
    ]);

const select = (db: Database | Tx) => selectEver(db).where('e.deleted_at', 'is', null);

/** Also of an event that was deleted. */
export function findParticipantEver(tx: Tx, id: number): Promise<ListedRow | undefined> {
  return selectEver(tx).where('p.id', '=', id).executeTakeFirst();
}

export function findParticipant(db: Database | Tx, id: number): Promise<ListedRow | undefined> {
  return select(db).where('p.id', '=', id).executeTakeFirst();
}

export async function hasEvent(db: Database, id: number): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return event !== undefined;
}

export interface Choice {
  /** Folded words; each must occur. */
  words: string[];
  sort: Sorting;
  limit?: number;
  offset?: number;
}

export function listParticipants(db: Database, eventId: number, choice: Choice): Promise<ListedRow[]> {
  const direction = choice.sort.startsWith('-') ? 'desc' : 'asc';
  let query = select(db).where('p.event_id', '=', eventId).where('p.withdrawn_at', 'is', null);
  for (const word of choice.words) query = query.where(contains(word));
  if (!choice.sort.endsWith('last_name')) query = query.orderBy('rate', direction);
  return query
    .orderBy('p.sort_name', choice.sort === '-last_name' ? 'desc' : 'asc')
    .orderBy('p.id')
    .$if(choice.limit !== undefined, (page) => page.limit(choice.limit ?? 0))
    .$if(choice.offset !== undefined, (page) => page.offset(choice.offset ?? 0))
    .execute();
}

export async function countParticipants(db: Database, eventId: number, words: string[]): Promise<number> {
  let query = db
    .selectFrom('participants as p')
    .where('p.event_id', '=', eventId)
    .where('p.withdrawn_at', 'is', null)
    .where('p.erased_at', 'is', null);
  for (const word of words) query = query.where(contains(word));
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

function contains(word: string) {
  return sql<SqlBool>`p.search like ${`%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`;
}

export function listOfEvent(tx: Tx, eventId: number): Promise<ParticipantRow[]> {
  return tx.selectFrom('participants').selectAll().where('event_id', '=', eventId).execute();
}

/** Inserts new people and rewrites changed ones, in one statement per thousand. */
export async function upsertParticipants(tx: Tx, people: NewParticipant[]): Promise<void> {
  for (let start = 0; start < people.length; start += 1000) {
    await tx
      .insertInto('participants')
      .values(people.slice(start, start + 1000))
      .onConflict((conflict) =>
        conflict.columns(['event_id', 'source', 'source_id']).doUpdateSet((eb) => ({
          first_name: eb.ref('excluded.first_name'),
          last_name: eb.ref('excluded.last_name'),
          sort_name: eb.ref('excluded.sort_name'),
          search: eb.ref('excluded.search'),
          bib: eb.ref('excluded.bib'),
          category: eb.ref('excluded.category'),
          birth_year: eb.ref('excluded.birth_year'),
          club: eb.ref('excluded.club'),
          country: eb.ref('excluded.country'),
          email: eb.ref('excluded.email'),
          units: eb.ref('excluded.units'),
          row_hash: eb.ref('excluded.row_hash'),
          withdrawn_at: null,
        })),
      )
      .execute();
  }
}

export async function markWithdrawn(tx: Tx, ids: number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('participants')
    .set({ withdrawn_at: at })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

export async function updateFolded(tx: Tx, id: number, folded: { sort_name: string; search: string }): Promise<void> {
  await tx.updateTable('participants').set(folded).where('id', '=', id).execute();
}
