import { describe, expect, test } from 'vitest';
import type { NamesShown } from '#domain/names.ts';
import type { ChangedParticipant, NewParticipant, ParticipantRow } from '#server/participants/actions.ts';
import type { TimingList, TimingRow } from '#server/services/timing.ts';
import { compareLists, mergeLists, type Merge } from './merge.ts';

const EVENT = 7;
const SOURCE = 'raceresult:1';

function aRow(id: number, fields: Partial<TimingRow> = {}): TimingRow {
  return {
    source_id: String(id),
    first_name: `Vorname${id}`,
    last_name: `Nachname${id}`,
    bib: String(id),
    category: 'F 30',
    contest: null,
    birth_year: 1990,
    club: null,
    country: 'CH',
    email: null,
    units: '0.000',
    ...fields,
  };
}
const startList = (count: number) => Array.from({ length: count }, (_, index) => aRow(index + 1));

type Merged = Merge & { written: (NewParticipant | ChangedParticipant)[] };

/** What the tables hold once a merge is applied to them. */
function applied({ created, changed, withdrawn }: Merge, known: ParticipantRow[] = []): ParticipantRow[] {
  const rows = new Map(known.map((row) => [row.id, row]));
  for (const row of changed) rows.set(row.id, stored(row, row.id, rows.get(row.id)));
  for (const row of created) rows.set(1000 + rows.size, stored(row, 1000 + rows.size));
  return [...rows.values()].map((row) => (withdrawn.includes(row.id) ? { ...row, withdrawn_at: new Date(0) } : row));
}

function stored(row: NewParticipant | ChangedParticipant, id: number, before?: ParticipantRow): ParticipantRow {
  const empty = {
    names_shown: null,
    motivational_message: null,
    pinned: [],
    created_at: new Date(0),
    approved_at: null,
    erased_at: null,
  };
  return { ...empty, ...before, ...row, id, withdrawn_at: null } as ParticipantRow;
}

async function mergeOf(rule: NamesShown, lists: TimingList[], known: ParticipantRow[]): Promise<Merged> {
  const comparison = await compareLists(rule, lists, known);
  const differing = new Set(comparison.differing.map((person) => person.id));
  const before = known.filter((person) => differing.has(person.id));
  const merged = await mergeLists(EVENT, rule, comparison, before);
  return { ...merged, written: [...merged.created, ...merged.changed] };
}
const merge = (rows: TimingRow[], known: ParticipantRow[] = [], source = SOURCE) =>
  mergeOf('full', [{ source, rows }], known);
const known = async (rows: TimingRow[]) => applied(await merge(rows));
const change = (rows: ParticipantRow[], sourceId: number, fields: Partial<ParticipantRow>) =>
  rows.map((row) => (row.source_id === String(sourceId) ? { ...row, ...fields } : row));

describe('who is who', () => {
  test('everybody of a first list is new', async () => {
    const { counts, created, held } = await merge(startList(3));
    expect(counts).toEqual({ created: 3, updated: 0, withdrawn: 0, unchanged: 0, total: 3 });
    expect(created.map((row) => [row.event_id, row.source, row.source_id])).toEqual(
      [1, 2, 3].map((id) => [EVENT, SOURCE, String(id)]),
    );
    expect(held).toBeNull();
  });

  test('the same list again writes nothing', async () => {
    const { counts, written, withdrawn } = await merge(startList(3), await known(startList(3)));
    expect(counts).toEqual({ created: 0, updated: 0, withdrawn: 0, unchanged: 3, total: 3 });
    expect([written, withdrawn]).toEqual([[], []]);
  });

  test.each([
    ['bib', { bib: '99' }],
    ['name', { last_name: 'Neu' }],
    ['spelling', { last_name: 'NACHNAME1' }],
    ['laps', { units: '12.000' }],
    ['contest', { contest: 'Kids Run' }],
    ['e-mail', { email: 'neu@example.test' }],
    ['club that is gone', { club: 'TV Thun' }],
  ])('another %s is the same person, written once', async (_, fields) => {
    const { counts, written } = await merge([aRow(1, fields), aRow(2)], await known(startList(2)));
    expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(written).toMatchObject([{ source_id: '1', ...fields }]);
  });

  test('swapped bibs swap nobody', async () => {
    const { written, withdrawn } = await merge(
      [aRow(1, { bib: '2' }), aRow(2, { bib: '1' })],
      await known(startList(2)),
    );
    expect(written.map((row) => [row.source_id, row.last_name, row.bib])).toEqual([
      ['1', 'Nachname1', '2'],
      ['2', 'Nachname2', '1'],
    ]);
    expect(withdrawn).toEqual([]);
  });

  test('the same ID in another event file is another person', async () => {
    const { counts } = await merge(startList(2), await known(startList(2)), 'raceresult:2');
    expect(counts).toMatchObject({ created: 2, withdrawn: 2 });
  });

  test('somebody in two lists of one event file counts once, as he came first', async () => {
    const lists = [startList(2), [aRow(2, { bib: '77' }), aRow(3)]].map((rows) => ({ source: SOURCE, rows }));
    const { counts, written } = await mergeOf('full', lists, []);
    expect(counts).toMatchObject({ created: 3, total: 3 });
    expect(written.map((row) => row.bib)).toEqual(['1', '2', '3']);
  });
});

describe('who leaves and who comes back', () => {
  test('who is not listed is withdrawn, once', async () => {
    const before = await known(startList(3));
    const first = await merge(startList(2), before);
    expect(first.withdrawn).toEqual([before[2]?.id]);
    expect(await merge(startList(2), applied(first, before))).toMatchObject({
      withdrawn: [],
      counts: { withdrawn: 0, unchanged: 2 },
    });
  });

  test('who is listed again comes back, unchanged as he is', async () => {
    const before = await known(startList(3));
    const without = applied(await merge(startList(2), before), before);
    const back = await merge(startList(3), without);
    expect(back.counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect(applied(back, without)).toEqual(before);
  });

  test('people added by hand are neither withdrawn nor counted', async () => {
    const hand = (await known(startList(12))).map((row) => ({ ...row, source: 'hand' }));
    expect(await merge(startList(1), hand)).toMatchObject({
      withdrawn: [],
      held: null,
      counts: { created: 1, total: 1 },
    });
  });

  test('an erased person is neither written nor withdrawn', async () => {
    const before = change(await known(startList(2)), 1, {
      erased_at: new Date(0),
      first_name: '',
      last_name: '',
      row_hash: '',
    });
    expect((await merge(startList(2), before)).written).toEqual([]);
    expect((await merge([aRow(2)], before)).withdrawn).toEqual([]);
  });

  test('what staff corrected stays, and is not written again', async () => {
    const before = change(await known(startList(1)), 1, { last_name: 'Richtig', pinned: ['last_name'] });
    const first = await merge([aRow(1, { bib: '5' })], before);
    expect(first.written).toMatchObject([{ last_name: 'Richtig', bib: '5', sort_name: 'richtig vorname00000001' }]);
    expect((await merge([aRow(1, { bib: '5' })], applied(first, before))).written).toEqual([]);
  });

  test('what staff corrected does not hide that timing says something new of it', async () => {
    const before = change(await known(startList(1)), 1, { last_name: 'Richtig', pinned: ['last_name'] });
    const { changed, changes } = await merge([aRow(1, { last_name: 'Falsch' })], before);
    expect(changed).toMatchObject([{ last_name: 'Richtig' }]);
    expect(changes).toEqual([]);
  });

  test('a correction alone is no reason to write', async () => {
    const before = change(await known(startList(1)), 1, { last_name: 'Richtig', pinned: ['last_name'] });
    expect((await merge(startList(1), before)).written).toEqual([]);
  });

  test('another rule for names is a change for everybody', async () => {
    const { written } = await mergeOf('short', [{ source: SOURCE, rows: startList(2) }], await known(startList(2)));
    expect(written.map((row) => row.search)).toEqual(['vorname1 n. f 30 1', 'vorname2 n. f 30 2']);
  });

  test('a participant’s own rule for names goes before the event’s', async () => {
    const before = change(await known(startList(1)), 1, { names_shown: 'none' });
    expect((await merge([aRow(1, { bib: '5' })], before)).written).toMatchObject([{ search: 'nr. 5 f 30 5' }]);
  });
});

describe('what is told of a change', () => {
  const told = async (rows: TimingRow[], before: ParticipantRow[]) => (await merge(rows, before)).changes;

  test('what it was and what it is, by column', async () => {
    const before = await known(startList(2));
    const changes = await told([aRow(1, { bib: '99', club: 'TV Thun', birth_year: null }), aRow(2)], before);
    const changed = {
      bib: { old: '1', new: '99' },
      club: { old: null, new: 'TV Thun' },
      birth_year: { old: 1990, new: null },
    };
    expect(changes).toEqual([{ participant_id: before[0]?.id, kind: 'changed', changed }]);
  });

  test('nothing of laps, nor of what is not shown, nor of another rule for names', async () => {
    const before = await known(startList(2));
    expect(await told([aRow(1, { units: '1.000', contest: 'Kids Run' }), aRow(2)], before)).toEqual([]);
    const { written, changes } = await mergeOf('short', [{ source: SOURCE, rows: startList(2) }], before);
    expect([written.length, changes]).toEqual([2, []]);
  });

  test('who left, and who came back as somebody else', async () => {
    const before = await known(startList(2));
    const left = await merge([aRow(2)], before);
    expect(left.changes).toEqual([{ participant_id: before[0]?.id, kind: 'withdrawn', changed: {} }]);
    const changed = { last_name: { old: 'Nachname1', new: 'Neu' } };
    expect(await told([aRow(1, { last_name: 'Neu', units: '3.000' }), aRow(2)], applied(left, before))).toEqual([
      { participant_id: before[0]?.id, kind: 'returned', changed },
    ]);
  });
});

describe('lists that wait for somebody to look', () => {
  const renamed = (count: number, fields: (id: number) => Partial<TimingRow>) =>
    startList(10).map((row, index) => (index < count ? { ...row, ...fields(index) } : row));
  const both = (id: number) => ({ first_name: `Andere${id}`, last_name: `Leute${id}` });

  test.each<[string, TimingRow[], number, Merge['held']]>([
    ['an empty list', [], 10, 'empty'],
    ['an empty list for an event without people', [], 0, 'empty'],
    ['a fifth less', startList(8), 10, null],
    ['more than a fifth less', startList(7), 10, 'dropped'],
    ['a fifth less of twenty', startList(16), 20, null],
    ['more than a fifth less of twenty', startList(15), 20, 'dropped'],
    ['one of nine left', startList(1), 9, null],
    ['a fifth renamed', renamed(2, both), 10, null],
    ['more than a fifth renamed', renamed(3, both), 10, 'renamed'],
    ['everybody married', renamed(10, (id) => ({ last_name: `Neu${id}` })), 10, null],
    [
      'everybody in capitals',
      startList(10).map((row) => ({
        ...row,
        first_name: row.first_name.toUpperCase(),
        last_name: row.last_name.toUpperCase(),
      })),
      10,
      null,
    ],
    ['many more', startList(100), 10, null],
  ])('%s', async (_, rows, before, held) => {
    expect((await merge(rows, await known(startList(before)))).held).toBe(held);
  });

  test('those who left before are not missed again', async () => {
    const before = await known(startList(20));
    const left = applied(await merge(startList(16), before), before);
    expect((await merge(startList(13), left)).held).toBeNull();
    expect((await merge(startList(12), left)).held).toBe('dropped');
  });
});
