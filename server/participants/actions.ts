import type { Paging } from '#contract/paging.ts';
import type { Participant, ParticipantQuery, ParticipantStatus } from '#contract/participants.ts';
import type { ParticipantRow as PageRow, Raised } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { plainMoney, type Rappen } from '#domain/money.ts';
import { birthYear, fullName, pageName, shownName, type NamesShown, type Person } from '#domain/names.ts';
import { fold, searchWords } from '#domain/text.ts';
import { isStaff, type Context, type Staff } from '#server/context.ts';
import { batches } from '#server/db/batches.ts';
import type { Tx } from '#server/db/connect.ts';
import { fail } from '#server/failure.ts';
import { listOrPage, type Ways } from '#server/list-or-page.ts';
import { mapInTurns } from '#server/turns.ts';
import {
  countKnown,
  countParticipants,
  findListVersion,
  findParticipant,
  findParticipantEver,
  holdParticipantEver,
  insertParticipants,
  recount,
  listMarks,
  listNamed,
  listNames,
  listParticipants,
  lockParticipants,
  markWithdrawn,
  updateFolded,
  updateParticipants,
  type ChangedParticipant,
  type ListedRow,
  type NewParticipant,
  type ParticipantMark,
  type ParticipantRow,
} from './queries.ts';

export type { ChangedParticipant, NewParticipant, ParticipantMark, ParticipantRow } from './queries.ts';

/** Which list of the event is the current one. It holds no totals, so only syncs and staff move it. */
export function listVersion(ctx: Context, eventId: number): Promise<number | null> {
  return findListVersion(ctx.db, eventId);
}

export async function startList(
  ctx: Context,
  eventId: number,
  { status, ...query }: ParticipantQuery,
  staff: Staff | null,
) {
  if ((await listVersion(ctx, eventId)) === null) return fail('unknown_event');
  const wish = isStaff(staff) ? { ...query, status } : query;
  return listOrPage(wish, waysTo(ctx, eventId, wish), (row) => present(ctx, row, staff));
}

/** A page of the list as people see it, with what each participant has raised. */
export async function startListPage(ctx: Context, eventId: number, wish: ParticipantQuery & Paging) {
  const { page, count } = waysTo(ctx, eventId, wish);
  const counted = count();
  const [rows, total] = await Promise.all([page(wish, counted), counted]);
  return { items: rows.map((row) => presentRow(ctx, row)), total };
}

function waysTo(
  ctx: Context,
  eventId: number,
  { q = '', sort = 'last_name', status }: ParticipantQuery,
): Ways<ListedRow> {
  const choice = { of: status ?? 'public', words: searchWords(q), sort } as const;
  return {
    all: () => listParticipants(ctx.db, eventId, choice),
    page: ({ limit, offset }) => listParticipants(ctx.db, eventId, { ...choice, limit, offset }),
    count: () => countParticipants(ctx.db, eventId, choice),
  };
}

export async function participantById(ctx: Context, id: number, staff: Staff | null): Promise<Participant | null> {
  const row = await findParticipant(ctx.db, id);
  return row ? present(ctx, isStaff(staff) ? row : hidden(row), staff) : null;
}

/** The participant of a page of his own; `named`: it may say who he is. */
export async function participantPage(
  ctx: Context,
  id: number,
): Promise<{ participant: PageRow; named: boolean } | null> {
  const found = await findParticipant(ctx.db, id);
  if (!found) return null;
  const row = hidden(found);
  return { participant: presentRow(ctx, row), named: ruleOf(row) !== 'none' };
}

/** What the pages are called that search engines may find: of the people on these events' lists who show a name. */
export function searchablePeople(ctx: Context, eventIds: number[], most: number): Promise<string[]> {
  return listNamed(ctx.db, eventIds, most);
}

/** Who stands on no list any more is a number to strangers; his donors keep his name. */
function hidden(row: ListedRow): ListedRow {
  return row.withdrawn_at ? { ...row, names_shown: 'none', motivational_message: null } : row;
}

/** The person a pledge is for, as the public sees him, after his event was deleted too; null when there is none in it. */
export async function participantEver(ctx: Context, tx: Tx, eventId: number, id: number) {
  return presentEver(ctx, eventId, await findParticipantEver(tx, id));
}

/** As `participantEver`, for what is written about him: he is not erased before, so the erasure sees it. */
export async function heldParticipant(ctx: Context, tx: Tx, eventId: number, id: number) {
  return presentEver(ctx, eventId, await holdParticipantEver(tx, id));
}

/** Is nothing left of him? It stays so until the end of a transaction that holds a pledge for him. */
export async function isErased(tx: Tx, id: number): Promise<boolean> {
  return (await findParticipantEver(tx, id))?.erased_at != null;
}

function presentEver(ctx: Context, eventId: number, row: ListedRow | undefined) {
  if (row?.event_id !== eventId) return null;
  return present(ctx, row.erased_at ? hidden(row) : row, null);
}

/** Where and by which name mails reach a participant, held against an erasure; null when they do not. */
export async function addressee(
  tx: Tx,
  id: number,
): Promise<{ name: string; address: string; bib: string | null } | null> {
  const row = await holdParticipantEver(tx, id);
  if (!row?.email || row.erased_at || row.withdrawn_at) return null;
  return { name: fullName(row), address: row.email, bib: row.bib };
}

/** As much of everybody as a list is compared with. */
export function participantMarks(tx: Tx, eventId: number): Promise<ParticipantMark[]> {
  return listMarks(tx, eventId);
}

/** Whole rows, which stay as they are until the transaction ends. */
export async function lockedParticipants(tx: Tx, ids: number[]): Promise<ParticipantRow[]> {
  const rows: ParticipantRow[] = [];
  for (const some of batches(ids)) rows.push(...(await lockParticipants(tx, some)));
  return rows;
}

/** Adds people; resolves with their ids. */
export async function addParticipants(tx: Tx, people: NewParticipant[]): Promise<number[]> {
  const ids: number[] = [];
  for (const some of batches(people)) ids.push(...(await insertParticipants(tx, some)));
  return ids;
}

/** So many at once make the plans of before wrong ones: who is looked for by his key would be looked for among all. */
const CROWD = 1000;

/** After people were added, outside of that transaction: two syncs would wait for each other here. */
export async function noteCrowd(ctx: Context, added: number): Promise<void> {
  if (added >= CROWD && (await countKnown(ctx.db)) < added) await recount(ctx.db);
}

export async function changeParticipants(tx: Tx, people: ChangedParticipant[]): Promise<void> {
  for (const some of batches(people)) await updateParticipants(tx, some);
}

export async function withdrawParticipants(tx: Tx, ids: number[], at: Date): Promise<void> {
  for (const some of batches(ids)) await markWithdrawn(tx, some, at);
}

/** What the list is sorted and searched by: only what the public is shown of a name. */
export function foldedNames(person: Person & Pick<ParticipantRow, 'category' | 'contest'>, rule: NamesShown) {
  const shown = shownName(person, null, rule);
  const sort_name = fold(`${shown.last_name} ${shown.first_name}`).replace(/\d+/g, (digits) => digits.padStart(8, '0'));
  const words = [shown.first_name, shown.last_name, person.category, person.contest, person.bib];
  const search = fold(words.filter(Boolean).join(' '));
  return { sort_name, search };
}

/** After an event shows its names otherwise. */
export async function refoldNames(tx: Tx, eventId: number, rule: NamesShown): Promise<void> {
  const people = await mapInTurns(await listNames(tx, eventId), (person) => ({
    id: person.id,
    ...foldedNames(person, person.names_shown ?? rule),
  }));
  for (const some of batches(people)) await updateFolded(tx, some);
}

function present(ctx: Context, row: ListedRow, staff: Staff | null): Participant {
  const toStaff = isStaff(staff);
  const rule = toStaff ? 'full' : ruleOf(row);
  const shown = shownName(row, row.id, rule);
  const nameless = rule === 'none';
  return {
    id: row.id,
    event_id: row.event_id,
    name: fullName(shown),
    ...shown,
    bib: row.bib,
    category: row.category,
    birth_year: nameless ? '' : birthYear(row.birth_year, row.category),
    club: nameless ? null : row.club,
    country: row.country,
    status: statusOf(row),
    units: row.units,
    created_at: row.created_at.toISOString(),
    payrexx_page_id: row.page,
    payrexx_link: ctx.config.publicUrl + paths.give(pageName({ id: row.id, payrexx_page_id: row.page })),
    motivational_message: row.motivational_message,
    ...(toStaff && forStaff(row)),
  };
}

function forStaff(row: ListedRow): Partial<Participant> {
  return {
    email: row.email,
    by_hand: row.source === 'hand',
    approved: isApproved(row),
    names_shown: row.names_shown,
    year_of_birth: row.birth_year,
    pinned: row.pinned.map((field) => (field === 'withdrawn_at' ? 'status' : field)),
  };
}

export function statusOf(row: Pick<ParticipantRow, 'source' | 'approved_at' | 'withdrawn_at'>): ParticipantStatus {
  if (row.withdrawn_at) return 'withdrawn';
  return isApproved(row) ? 'registered' : 'pending';
}

/** Whom timing knows needs nobody's word. */
const isApproved = ({ source, approved_at }: Pick<ParticipantRow, 'source' | 'approved_at'>): boolean =>
  source !== 'hand' || approved_at !== null;

/** A participant's own word rules over his event's. */
const ruleOf = (row: ListedRow): NamesShown => row.names_shown ?? row.event_names_shown;

function presentRow(ctx: Context, row: ListedRow): PageRow {
  return { ...present(ctx, row, null), ...raisedOf(row) };
}

/** As the wire says it; whoever is missing has raised nothing. */
export function raisedOf({ gifts, gift_count, rate, supporters }: RaisedSums): Raised {
  return { gifts: plainMoney(gifts), gift_count, confirmed_per_unit: plainMoney(rate), supporters };
}

interface RaisedSums {
  gifts: Rappen;
  gift_count: number;
  rate: Rappen;
  supporters: number;
}
