import { createHash } from 'node:crypto';
import { fold } from '#domain/text.ts';
import type { NamesShown } from '#domain/names.ts';
import type { SyncCounts } from '#server/db/tables.ts';
import { foldedNames, type NewParticipant, type ParticipantRow } from '#server/participants/actions.ts';
import type { TimingList } from '#server/services.ts';

export interface Merge {
  /** New people and changed ones, as rows. */
  written: NewParticipant[];
  /** Ids of people who are in the list no more. */
  withdrawn: number[];
  counts: SyncCounts;
  /** Why this list must not be applied without somebody looking; null when it may. */
  held: 'empty' | 'dropped' | 'renamed' | null;
}

/** Below this a list is too short for shares to mean anything. */
const SHARE_FROM = 10;
const SHARE = 0.2;

/** Compares the lists with the people known. Pure: nothing is written here. */
export function mergeLists(eventId: number, rule: NamesShown, lists: TimingList[], known: ParticipantRow[]): Merge {
  const people = new Map(known.filter((person) => person.source !== 'hand').map((person) => [keyOf(person), person]));
  const current = [...people.values()].filter((person) => !person.withdrawn_at && !person.erased_at);
  const seen = new Set<string>();
  const written: NewParticipant[] = [];
  let created = 0;
  let renamed = 0;
  let unchanged = 0;

  for (const { source, rows } of lists) {
    for (const row of rows) {
      const key = keyOf({ source, source_id: row.source_id });
      if (seen.has(key)) continue;
      seen.add(key);
      const person = people.get(key);
      if (person?.erased_at) continue;
      const values = { ...row, ...pinnedValues(person) };
      const row_hash = createHash('sha256')
        .update(JSON.stringify([values, rule]))
        .digest('base64');
      if (person && person.row_hash === row_hash && !person.withdrawn_at) {
        unchanged += 1;
        continue;
      }
      if (!person) created += 1;
      else if (isRenamed(person, values)) renamed += 1;
      written.push({
        event_id: eventId,
        source,
        ...values,
        ...foldedNames(values, person?.names_shown ?? rule),
        row_hash,
      });
    }
  }

  const withdrawn = current.filter((person) => !seen.has(keyOf(person))).map((person) => person.id);
  const counts = {
    created,
    updated: written.length - created,
    withdrawn: withdrawn.length,
    unchanged,
    total: seen.size,
  };
  return { written, withdrawn, counts, held: heldFor(current.length, counts, renamed) };
}

const keyOf = (person: { source: string; source_id: string }) => `${person.source}\n${person.source_id}`;

/** Fields that staff corrected by hand stay as they are. */
function pinnedValues(person: ParticipantRow | undefined): Partial<ParticipantRow> {
  if (!person) return {};
  return Object.fromEntries(person.pinned.map((field) => [field, person[field as keyof ParticipantRow]]));
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
