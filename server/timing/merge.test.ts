import { describe, expect, test } from 'vitest';
import type { NewParticipant, ParticipantRow } from '#server/participants/actions.ts';
import type { TimingRow } from '#server/services.ts';
import { mergeLists, type Merge } from './merge.ts';

const EVENT = 7;
const SOURCE = 'raceresult:1';

function runner(id: number, fields: Partial<TimingRow> = {}): TimingRow {
  return {
    source_id: String(id),
    first_name: `Vorname${id}`,
    last_name: `Nachname${id}`,
    bib: String(id),
    category: 'F 30',
    birth_year: 1990,
    club: null,
    country: 'CH',
    email: null,
    units: '0.000',
    ...fields,
  };
}
const runners = (count: number) => Array.from({ length: count }, (_, index) => runner(index + 1));

/** What the tables hold once a merge is applied to them. */
function applied({ written, withdrawn }: Merge, known: ParticipantRow[] = []): ParticipantRow[] {
  const keyOf = (row: { source: string; source_id: string }) => `${row.source} ${row.source_id}`;
  const rows = new Map(known.map((row) => [keyOf(row), row]));
  for (const row of written)
    rows.set(keyOf(row), stored(row, rows.get(keyOf(row))?.id ?? 1000 + rows.size, rows.get(keyOf(row))));
  return [...rows.values()].map((row) => (withdrawn.includes(row.id) ? { ...row, withdrawn_at: new Date(0) } : row));
}

function stored(row: NewParticipant, id: number, before?: ParticipantRow): ParticipantRow {
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

const merge = (rows: TimingRow[], known: ParticipantRow[] = [], source = SOURCE) =>
  mergeLists(EVENT, 'full', [{ source, rows }], known);
const known = (rows: TimingRow[]) => applied(merge(rows));
const change = (rows: ParticipantRow[], sourceId: number, fields: Partial<ParticipantRow>) =>
  rows.map((row) => (row.source_id === String(sourceId) ? { ...row, ...fields } : row));

describe('who is who', () => {
  test('everybody of a first list is new', () => {
    const { counts, written, held } = merge(runners(3));
    expect(counts).toEqual({ created: 3, updated: 0, withdrawn: 0, unchanged: 0, total: 3 });
    expect(written.map((row) => [row.event_id, row.source, row.source_id])).toEqual(
      [1, 2, 3].map((id) => [EVENT, SOURCE, String(id)]),
    );
    expect(held).toBeNull();
  });

  test('the same list again writes nothing', () => {
    const { counts, written, withdrawn } = merge(runners(3), known(runners(3)));
    expect(counts).toEqual({ created: 0, updated: 0, withdrawn: 0, unchanged: 3, total: 3 });
    expect([written, withdrawn]).toEqual([[], []]);
  });

  test.each([
    ['bib', { bib: '99' }],
    ['name', { last_name: 'Neu' }],
    ['spelling', { last_name: 'NACHNAME1' }],
    ['laps', { units: '12.000' }],
    ['e-mail', { email: 'neu@example.test' }],
    ['club that is gone', { club: 'TV Thun' }],
  ])('another %s is the same person, written once', (_, fields) => {
    const { counts, written } = merge([runner(1, fields), runner(2)], known(runners(2)));
    expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(written).toMatchObject([{ source_id: '1', ...fields }]);
  });

  test('swapped bibs swap nobody', () => {
    const { written, withdrawn } = merge([runner(1, { bib: '2' }), runner(2, { bib: '1' })], known(runners(2)));
    expect(written.map((row) => [row.source_id, row.last_name, row.bib])).toEqual([
      ['1', 'Nachname1', '2'],
      ['2', 'Nachname2', '1'],
    ]);
    expect(withdrawn).toEqual([]);
  });

  test('the same ID in another event file is another person', () => {
    const { counts } = merge(runners(2), known(runners(2)), 'raceresult:2');
    expect(counts).toMatchObject({ created: 2, withdrawn: 2 });
  });

  test('somebody in two lists of one event file counts once, as he came first', () => {
    const lists = [runners(2), [runner(2, { bib: '77' }), runner(3)]].map((rows) => ({ source: SOURCE, rows }));
    const { counts, written } = mergeLists(EVENT, 'full', lists, []);
    expect(counts).toMatchObject({ created: 3, total: 3 });
    expect(written.map((row) => row.bib)).toEqual(['1', '2', '3']);
  });
});

describe('who leaves and who comes back', () => {
  test('who is not listed is withdrawn, once', () => {
    const before = known(runners(3));
    const first = merge(runners(2), before);
    expect(first.withdrawn).toEqual([before[2]?.id]);
    expect(merge(runners(2), applied(first, before))).toMatchObject({
      withdrawn: [],
      counts: { withdrawn: 0, unchanged: 2 },
    });
  });

  test('who is listed again comes back, unchanged as he is', () => {
    const before = known(runners(3));
    const without = applied(merge(runners(2), before), before);
    const { counts, written } = merge(runners(3), without);
    expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect(applied({ ...merge(runners(3), without), written }, without).map((row) => row.withdrawn_at)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('people added by hand are neither withdrawn nor counted', () => {
    const hand = known(runners(12)).map((row) => ({ ...row, source: 'hand' }));
    expect(merge(runners(1), hand)).toMatchObject({ withdrawn: [], held: null, counts: { created: 1, total: 1 } });
  });

  test('an erased person is neither written nor withdrawn', () => {
    const before = change(known(runners(2)), 1, {
      erased_at: new Date(0),
      first_name: '',
      last_name: '',
      row_hash: '',
    });
    expect(merge(runners(2), before).written).toEqual([]);
    expect(merge([runner(2)], before).withdrawn).toEqual([]);
  });

  test('what staff corrected stays, and is not written again', () => {
    const before = change(known(runners(1)), 1, { last_name: 'Richtig', pinned: ['last_name'] });
    const first = merge([runner(1, { bib: '5' })], before);
    expect(first.written).toMatchObject([{ last_name: 'Richtig', bib: '5', sort_name: 'richtig vorname00000001' }]);
    expect(merge([runner(1, { bib: '5' })], applied(first, before)).written).toEqual([]);
  });

  test('another rule for names is a change for everybody', () => {
    const { written } = mergeLists(EVENT, 'short', [{ source: SOURCE, rows: runners(2) }], known(runners(2)));
    expect(written.map((row) => row.search)).toEqual(['vorname1 n. f 30 1', 'vorname2 n. f 30 2']);
  });

  test('a participant’s own rule for names goes before the event’s', () => {
    const before = change(known(runners(1)), 1, { names_shown: 'none' });
    expect(merge([runner(1, { bib: '5' })], before).written).toMatchObject([{ search: 'nr. 5 f 30 5' }]);
  });
});

describe('lists that wait for somebody to look', () => {
  const renamed = (count: number, fields: (id: number) => Partial<TimingRow>) =>
    runners(10).map((row, index) => (index < count ? { ...row, ...fields(index) } : row));
  const both = (id: number) => ({ first_name: `Andere${id}`, last_name: `Leute${id}` });

  test.each<[string, TimingRow[], number, Merge['held']]>([
    ['an empty list', [], 10, 'empty'],
    ['an empty list for an event without people', [], 0, 'empty'],
    ['a fifth less', runners(8), 10, null],
    ['more than a fifth less', runners(7), 10, 'dropped'],
    ['a fifth less of twenty', runners(16), 20, null],
    ['more than a fifth less of twenty', runners(15), 20, 'dropped'],
    ['one of nine left', runners(1), 9, null],
    ['a fifth renamed', renamed(2, both), 10, null],
    ['more than a fifth renamed', renamed(3, both), 10, 'renamed'],
    ['everybody married', renamed(10, (id) => ({ last_name: `Neu${id}` })), 10, null],
    [
      'everybody in capitals',
      runners(10).map((row) => ({
        ...row,
        first_name: row.first_name.toUpperCase(),
        last_name: row.last_name.toUpperCase(),
      })),
      10,
      null,
    ],
    ['many more', runners(100), 10, null],
  ])('%s', (_, rows, before, held) => {
    expect(merge(rows, known(runners(before))).held).toBe(held);
  });

  test('those who left before are not missed again', () => {
    const before = known(runners(20));
    const left = applied(merge(runners(16), before), before);
    expect(merge(runners(13), left).held).toBeNull();
    expect(merge(runners(12), left).held).toBe('dropped');
  });
});
