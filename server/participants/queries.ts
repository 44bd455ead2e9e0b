import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { CallSorting, ParticipantStatus } from '#contract/participants.ts';
import type { Rappen } from '#domain/money.ts';
import type { NamesShown } from '#domain/names.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { planOnce } from '#server/db/prepared.ts';
import { holds } from '#server/db/search.ts';
import type { Tables } from '#server/db/tables.ts';

export type ParticipantRow = Selectable<Tables['participants']>;
export type NewParticipant = Insertable<Tables['participants']>;
export type ParticipantMark = Pick<
  ParticipantRow,
  'id' | 'source' | 'source_id' | 'row_hash' | 'pinned' | 'withdrawn_at' | 'erased_at'
>;
type NamedRow = Pick<
  ParticipantRow,
  'id' | 'first_name' | 'last_name' | 'bib' | 'category' | 'contest' | 'names_shown'
>;
type FoldedNames = Pick<ParticipantRow, 'id' | 'sort_name' | 'search'>;
/** A known person with what timing says of him now. */
export type ChangedParticipant = { id: number } & Omit<NewParticipant, 'event_id' | 'source'>;
/** A participant with the event's rule for names, his payment page, and what he has raised. */
export type ListedRow = ParticipantRow & {
  event_names_shown: NamesShown;
  page: string | null;
  rate: Rappen;
  supporters: number;
  gifts: Rappen;
  gift_count: number;
};

const selectEver = (db: Database | Tx) =>
  db
    .selectFrom('participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .leftJoin('participant_totals as t', 't.participant_id', 'p.id')
    .leftJoin('payment_pages as pp', (join) =>
      join.onRef('pp.participant_id', '=', 'p.id').on('pp.replaced_at', 'is', null),
    )
    .selectAll('p')
    .select((eb) => [
      'e.names_shown as event_names_shown',
      'pp.public_id as page',
      eb.fn.coalesce('t.rate_confirmed', sql<Rappen>`0`).as('rate'),
      eb.fn.coalesce('t.pledges_confirmed', sql<number>`0`).as('supporters'),
      eb.fn.coalesce('t.gifts', sql<Rappen>`0`).as('gifts'),
      eb.fn.coalesce('t.gift_count', sql<number>`0`).as('gift_count'),
    ]);

const select = (db: Database | Tx) => selectEver(db).where('e.deleted_at', 'is', null).where('p.erased_at', 'is', null);

/** Also of an event that was deleted, and what is left of who was erased. */
export function findParticipantEver(tx: Tx, id: number): Promise<ListedRow | undefined> {
  return selectEver(tx).where('p.id', '=', id).modifyEnd(planOnce).executeTakeFirst();
}

/** As `findParticipantEver`; an erasure waits until the transaction ends, syncs and pledges do not. */
export function holdParticipantEver(tx: Tx, id: number): Promise<ListedRow | undefined> {
  return selectEver(tx).where('p.id', '=', id).forKeyShare('p').modifyEnd(planOnce).executeTakeFirst();
}

export function findParticipant(db: Database | Tx, id: number): Promise<ListedRow | undefined> {
  return select(db).where('p.id', '=', id).modifyEnd(planOnce).executeTakeFirst();
}

/** Moves with whatever the list shows; null when there is no such event. */
export async function findListVersion(db: Database, eventId: number): Promise<number | null> {
  const event = await db
    .selectFrom('events')
    .select('list_version')
    .where('id', '=', eventId)
    .where('deleted_at', 'is', null)
    .modifyEnd(planOnce)
    .executeTakeFirst();
  return event?.list_version ?? null;
}

type Listing = 'public' | 'all' | ParticipantStatus;

interface Choice {
  /** Everything but `public` is for staff, who are looked for by what staff see of them. */
  of: Listing;
  /** Folded words; each must occur. */
  words: string[];
  sort: CallSorting;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** What goes before the name. A bib that begins with a number is in its order, others behind. */
const orders = {
  last_name: [],
  // As described: where nothing was given, what was promised.
  gifts: [sql`coalesce(nullif(t.gifts, 0), t.rate_confirmed, 0)`],
  pledges: [sql`coalesce(t.rate_confirmed, 0)`],
  bib: [sql`substring(p.bib from '^[0-9]+')::numeric`, sql`p.bib`],
  created_at: [sql`p.created_at`],
};

export function listParticipants(db: Database, eventId: number, choice: Choice): Promise<ListedRow[]> {
  const order = inOrder(choice);
  const chosen = sql<SqlBool>`p.event_id = ${eventId} and ${isListed[choice.of]} and p.erased_at is null and ${found(choice)}`;
  const { limit = null, offset = 0 } = choice;
  // A page is cut out before anything is looked up for the people on it: else it is for all who stand before them too.
  const page = sql<number>`(
    select p.id from participants p join events e on e.id = p.event_id
    left join participant_totals t on t.participant_id = p.id
    where ${chosen} order by ${order} limit ${limit} offset ${offset})`;
  return select(db)
    .where((is) => (limit === null ? chosen : is('p.id', 'in', page)))
    .orderBy(order)
    .execute();
}

function inOrder({ of, sort }: Choice) {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const first = orders[sort.replace('-', '') as keyof typeof orders].map((by) => sql`${by} ${direction} nulls last`);
  const name = of === 'public' ? sql`p.sort_name` : sql`staff_sort_name(p, e.names_shown)`;
  return sql.join([...first, sort === '-last_name' ? sql`${name} desc` : name, sql`p.id`]);
}

export async function countParticipants(
  db: Database,
  eventId: number,
  choice: Pick<Choice, 'of' | 'words'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.event_id', '=', eventId)
    .where(isListed[choice.of])
    .where('p.erased_at', 'is', null)
    .where(found(choice))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const approved = sql<SqlBool>`(p.source <> 'hand' or p.approved_at is not null)`;

const isListed: Record<Listing, Expression<SqlBool>> = {
  public: sql<SqlBool>`p.withdrawn_at is null`,
  all: sql<SqlBool>`true`,
  registered: sql<SqlBool>`p.withdrawn_at is null and ${approved}`,
  pending: sql<SqlBool>`p.withdrawn_at is null and not ${approved}`,
  withdrawn: sql<SqlBool>`p.withdrawn_at is not null`,
};

const found = ({ of, words }: Pick<Choice, 'of' | 'words'>) =>
  holds(of === 'public' ? sql`p.search` : sql`staff_search(p, e.names_shown)`, words);

/** As much of each person as tells whether a list says something new of him. */
export function listMarks(tx: Tx, eventId: number): Promise<ParticipantMark[]> {
  return tx
    .selectFrom('participants')
    .select(['id', 'source', 'source_id', 'row_hash', 'pinned', 'withdrawn_at', 'erased_at'])
    .where('event_id', '=', eventId)
    .execute();
}

/** What the give pages of those are called who are on the list, approved and shown with a name. */
export async function listNamed(db: Database, eventIds: number[], most: number): Promise<string[]> {
  const rows = await select(db)
    .clearSelect()
    .select(sql<string>`coalesce(pp.public_id, p.id::text)`.as('page'))
    .where('p.event_id', '=', sql<number>`any(${eventIds})`)
    .where(isListed.registered)
    .where(sql<SqlBool>`coalesce(p.names_shown, e.names_shown) <> 'none'`)
    .orderBy('p.event_id')
    .orderBy('p.id')
    .limit(most)
    .execute();
  return rows.map((row) => row.page);
}

export function listNames(tx: Tx, eventId: number): Promise<NamedRow[]> {
  return tx
    .selectFrom('participants')
    .select(['id', 'first_name', 'last_name', 'bib', 'category', 'contest', 'names_shown'])
    .where('event_id', '=', eventId)
    .where('erased_at', 'is', null)
    .execute();
}

/** Locked until the transaction ends, so that what staff correct meanwhile is not overwritten; pledges do not wait. */
export function lockParticipants(tx: Tx, ids: number[]): Promise<ParticipantRow[]> {
  return tx
    .selectFrom('participants')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** How many participants PostgreSQL thinks there are: it counts them once a minute, if many came. */
export async function countKnown(db: Database): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select reltuples as n from pg_class where oid = 'participants'::regclass`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function recount(db: Database): Promise<void> {
  await sql`analyze participants`.execute(db);
}

/** The new ids. One parameter of JSON takes 0.6 of the time of 15,000 single ones, and 0.4 of our own processor. */
export async function insertParticipants(tx: Tx, people: NewParticipant[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into participants (event_id, source, source_id, first_name, last_name, sort_name, search, bib, category,
      contest, birth_year, club, country, email, units, names_shown, row_hash)
    select event_id, source, source_id, first_name, last_name, sort_name, search, bib, category,
      contest, birth_year, club, country, email, units, names_shown, row_hash
    from json_to_recordset(${JSON.stringify(people)}) as n (event_id int, source text, source_id text,
      first_name text, last_name text, sort_name text, search text, bib text, category text,
      contest text, birth_year int, club text, country text, email text, units numeric, names_shown text,
      row_hash text)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Rewrites people as timing sends them; they are shown again, unless `withdrawn_at` says otherwise. */
export async function updateParticipants(tx: Tx, people: ChangedParticipant[]): Promise<void> {
  await sql`
    update participants as p
    set first_name = n.first_name, last_name = n.last_name, sort_name = n.sort_name, search = n.search, bib = n.bib,
      category = n.category, contest = n.contest, birth_year = n.birth_year, club = n.club, country = n.country,
      email = n.email, units = n.units, names_shown = n.names_shown, row_hash = n.row_hash,
      withdrawn_at = n.withdrawn_at
    from json_to_recordset(${JSON.stringify(people)}) as n (id int,
      first_name text, last_name text, sort_name text, search text, bib text, category text,
      contest text, birth_year int, club text, country text, email text, units numeric, names_shown text,
      row_hash text, withdrawn_at timestamptz)
    where p.id = n.id and p.erased_at is null`.execute(tx);
}

/** Undefined when this source has a person of that id in the event. */
export function insertByHand(tx: Tx, person: NewParticipant): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('participants')
    .values(person)
    .onConflict((conflict) => conflict.constraint('participant_source').doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function findByHand(
  tx: Tx,
  eventId: number,
  sourceId: string,
): Promise<Pick<ParticipantRow, 'id' | 'row_hash'> | undefined> {
  return tx
    .selectFrom('participants')
    .select(['id', 'row_hash'])
    .where('event_id', '=', eventId)
    .where('source', '=', 'hand')
    .where('source_id', '=', sourceId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
}

export async function updateParticipant(tx: Tx, id: number, change: Updateable<Tables['participants']>): Promise<void> {
  await tx.updateTable('participants').set(change).where('id', '=', id).execute();
}

export async function markWithdrawn(tx: Tx, ids: number[], at: Date): Promise<void> {
  await tx
    .updateTable('participants')
    .set({ withdrawn_at: at })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

export async function updateFolded(tx: Tx, people: FoldedNames[]): Promise<void> {
  await sql`
    update participants as p set sort_name = n.sort_name, search = n.search
    from json_to_recordset(${JSON.stringify(people)}) as n (id int, sort_name text, search text)
    where p.id = n.id`.execute(tx);
}
