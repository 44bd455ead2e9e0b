import { hash } from 'node:crypto';
import type { NamesShown } from '#domain/names.ts';
import { fold } from '#domain/text.ts';
import type { SyncChange, SyncCounts } from '#server/db/timing-tables.ts';
import {
  foldedNames,
  type ChangedParticipant,
  type NewParticipant,
  type ParticipantMark,
  type ParticipantRow,
} from '#server/participants/actions.ts';
import type { TimingList, TimingRow } from '#server/services/timing.ts';
import { mapInTurns } from '#server/turns.ts';

/** Who is new, who differs and who is missing: found from hashes alone, since most of a list is as it was. */
interface Comparison {
  created: Listed[];
  differing: (Listed & { id: number })[];
  /** Ids of people who are in the list no more. */
  missing: number[];
  /** People who were on the list before. */
  current: number;
  /** People who are on it now, those included who stay erased. */
  total: number;
  unchanged: number;
}

interface Listed {
  source: string;
  row: TimingRow;
  row_hash: string;
}

export interface Merge {
  created: NewParticipant[];
  changed: ChangedParticipant[];
  withdrawn: number[];
  /** What is kept about everybody but the new ones, who have no id yet. */
  changes: NewChange[];
  counts: SyncCounts;
  /** Why this list must not be applied without somebody looking; null when it may. */
  held: 'empty' | 'dropped' | 'renamed' | null;
}

type NewChange = Omit<SyncChange, 'run_id'>;

/** Below this a list is too short for shares to mean anything. */
const SHARE_FROM = 10;
const SHARE = 0.2;

/** Laps move all day: they are written, and nobody wants to read about each. */
const told = [
  'first_name',
  'last_name',
  'bib',
  'category',
  'birth_year',
  'club',
  'country',
  'email',
  'names_shown',
] as const;

export async function compareLists(
  rule: NamesShown,
  lists: TimingList[],
  known: ParticipantMark[],
): Promise<Comparison> {
  const people = new Map(known.filter((person) => person.source !== 'hand').map((person) => [keyOf(person), person]));
  const seen = new Set<string>();
  const created: Listed[] = [];
  const differing: Comparison['differing'] = [];
  let unchanged = 0;

  for (const { source, rows } of lists) {
    await mapInTurns(rows, (row) => {
      const key = keyOf({ source, source_id: row.source_id });
      if (seen.has(key)) return;
      seen.add(key);
      const person = people.get(key);
      if (person?.erased_at) return;
      // What timing said, not what is stored: a field that staff pinned differs for good and would be written each time.
      const row_hash = hash('sha256', JSON.stringify([row, rule]), 'base64');
      if (!person) created.push({ source, row, row_hash });
      else if (person.row_hash === row_hash && (!person.withdrawn_at || staysByHand(person))) unchanged += 1;
      else differing.push({ id: person.id, source, row, row_hash });
    });
  }

  const current = [...people.values()].filter((person) => !person.withdrawn_at && !person.erased_at);
  const missing = current.filter((person) => !seen.has(keyOf(person)) && !staysByHand(person)).map(({ id }) => id);
  return { created, differing, missing, current: current.length, total: seen.size, unchanged };
}

/** What is to be written; `before` holds the rows of those who differ. Pure: nothing is written here. */
export async function mergeLists(
  eventId: number,
  rule: NamesShown,
  { created, differing, missing, ...seen }: Comparison,
  before: ParticipantRow[],
): Promise<Merge> {
  const people = new Map(before.map((person) => [person.id, person]));
  const changes: NewChange[] = [];
  let renamed = 0;

  const changed = await mapInTurns(differing, ({ id, row, row_hash }): ChangedParticipant | null => {
    const person = people.get(id);
    // Erased since the comparison.
    if (!person || person.erased_at) return null;
    const values = { names_shown: person.names_shown, withdrawn_at: null, ...row, ...pinnedValues(person) };
    if (isRenamed(person, values)) renamed += 1;
    const fields = changedFields(person, values);
    const kind = person.withdrawn_at && !values.withdrawn_at ? 'returned' : 'changed';
    if (kind === 'returned' || Object.keys(fields).length > 0)
      changes.push({ participant_id: id, kind, changed: fields });
    return { id, ...values, ...foldedNames(values, values.names_shown ?? rule), row_hash };
  });
  const written = changed.filter((person) => person !== null);
  for (const id of missing) changes.push({ participant_id: id, kind: 'withdrawn', changed: {} });

  const counts = {
    created: created.length,
    updated: written.length,
    withdrawn: missing.length,
    unchanged: seen.unchanged,
    total: seen.total,
  };
  return {
    created: await mapInTurns(created, ({ source, row, row_hash }) => ({
      event_id: eventId,
      source,
      ...row,
      ...foldedNames(row, row.names_shown ?? rule),
      row_hash,
    })),
    changed: written,
    withdrawn: missing,
    changes,
    counts,
    held: heldFor(seen.current, counts, renamed),
  };
}

const keyOf = (person: { source: string; source_id: string }) => `${person.source}\n${person.source_id}`;

/** Whom staff withdrew or brought back by hand, no list withdraws or brings back. */
const staysByHand = (person: ParticipantMark) => person.pinned.includes('withdrawn_at');

/** Fields that staff corrected by hand stay as they are. */
function pinnedValues(person: ParticipantRow): Partial<ParticipantRow> {
  return Object.fromEntries(person.pinned.map((field) => [field, person[field as keyof ParticipantRow]]));
}

function changedFields(person: ParticipantRow, values: Required<TimingRow>): SyncChange['changed'] {
  const fields = told.filter((field) => person[field] !== values[field]);
  return Object.fromEntries(fields.map((field) => [field, { old: person[field], new: values[field] }]));
}

function isRenamed(person: ParticipantRow, row: { first_name: string; last_name: string }): boolean {
  return fold(person.first_name) !== fold(row.first_name) && fold(person.last_name) !== fold(row.last_name);
}

function heldFor(current: number, counts: SyncCounts, renamed: number): Merge['held'] {
  if (counts.total === 0) return 'empty';
  if (current < SHARE_FROM) return null;
  if (counts.withdrawn > current * SHARE) return 'dropped';
  return renamed > current * SHARE ? 'renamed' : null;
}
