import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { close, listen } from '#sandbox/listen.ts';
import { startTiming, timingKey } from '#sandbox/timing.ts';
import { TimingFailed, type TimingRow } from '#server/services/timing.ts';
import { raceResult } from './raceresult.ts';
import { readRows } from './raceresult-rows.ts';

const read = (list: unknown, columns: string | null = null) => readRows(Buffer.from(JSON.stringify(list)), columns);
const one = async (fields: object): Promise<TimingRow> =>
  (await read([{ ID: 1, Lastname: 'Muster', Firstname: 'Anna', ...fields }]))[0] as TimingRow;

async function faultOf(read: () => Promise<unknown>): Promise<string> {
  try {
    await read();
  } catch (error) {
    if (error instanceof TimingFailed) return error.fault;
    throw error;
  }
  return 'none';
}

describe('a row', () => {
  test('is read whole', async () => {
    const record = {
      ID: 4711,
      Bib: 288,
      Lastname: 'von Arx',
      Firstname: 'Léa Maria',
      YearOfBirth: 1990,
      'CONTEST.NAME': '2h-Lauf',
      'AGEGROUP.NAMESHORT': 'F 30',
      Club: 'TV Thun',
      'NATION.IOC2': 'CH',
      Email: 'lea@example.test',
      NumberOfLaps: 12,
    };
    expect(await read([record])).toEqual([
      {
        source_id: '4711',
        first_name: 'Léa Maria',
        last_name: 'von Arx',
        bib: '288',
        category: 'F 30',
        contest: '2h-Lauf',
        birth_year: 1990,
        club: 'TV Thun',
        country: 'CH',
        email: 'lea@example.test',
        units: '12.000',
      },
    ]);
  });

  test('knows nothing where timing sends nothing', async () => {
    expect(await one({})).toEqual({
      source_id: '1',
      first_name: 'Anna',
      last_name: 'Muster',
      bib: null,
      category: null,
      contest: null,
      birth_year: null,
      club: null,
      country: null,
      email: null,
      units: null,
    });
    expect(
      await one({ Bib: '', Club: '', YearOfBirth: '', Nation: '', Email: '', Laps: '', AK: '', Contest: '' }),
    ).toEqual(await one({}));
  });

  test.each([
    ['  Anna   Maria ', 'Anna Maria'],
    ['Anna\u00A0\tMaria\n', 'Anna Maria'],
    ['Zoe\u0308', 'Zoë'],
    ['An\u0000na', 'An na'],
    ['Anna [img:flags/CH.gif]', 'Anna'],
    ['[img:a.png][img:b.png]Anna', 'Anna'],
    ['Nguyễn', 'Nguyễn'],
    ['王', '王'],
    ['An\uD800na', 'An\uFFFDna'],
    ['x'.repeat(500), 'x'.repeat(200)],
    [null, ''],
    [true, ''],
    [{ de: 'Anna' }, ''],
    [7, '7'],
  ])('the name %j is kept as %j', async (sent, kept) => {
    expect((await one({ Firstname: sent })).first_name).toBe(kept);
  });

  test.each([
    ['Anna Maria Muster', 'Anna Maria', 'Muster'],
    [' Anna   Muster ', 'Anna', 'Muster'],
    ['Muster', '', 'Muster'],
    ['', '', ''],
  ])('the one field %j is split: the last word is the last name', async (name, first_name, last_name) => {
    expect((await read([{ ID: 1, DisplayName: name }]))[0]).toMatchObject({ first_name, last_name });
  });

  test('two fields go before one', async () => {
    expect((await read([{ ID: 1, Name: 'Arx Léa von', Nachname: 'von Arx', Vorname: 'Léa' }]))[0]).toMatchObject({
      last_name: 'von Arx',
    });
  });

  test.each([
    ['Bib', 'bib', { 8065: '8065', 0: null, '007': '007', 'A-12': 'A-12' }],
    ['YearOfBirth', 'birth_year', { 1990: 1990, 90: null, 1899: null, 2101: null, '1990-05-03': null, x: null }],
    ['Email', 'email', { 'a@b.ch': 'a@b.ch', 'a@b.ch; c@d.ch': null, anna: null }],
    [
      'Laps',
      'units',
      {
        12: '12.000',
        '12,5': '12.500',
        0: '0.000',
        1.2345: '1.234',
        DNF: null,
        '0:12:28,4': null,
        '-1': null,
        '0x10': null,
        9999999.9999: null,
      },
    ],
  ] as const)('of %s', async (label, field, cases) => {
    for (const [sent, kept] of Object.entries(cases))
      expect([sent, (await one({ [label]: sent }))[field]]).toEqual([sent, kept]);
  });

  test.each<[keyof TimingRow, string[]]>([
    ['bib', ['Bib', 'STARTNR', 'Start Nr', 'Startnummer', 'Dossard', 'Nr', 'Number']],
    ['club', ['Club', 'Verein', 'Team', 'Club/Team']],
    ['country', ['Nation', 'NATION.IOC2', 'Nationality']],
    [
      'category',
      ['AGEGROUP.NAME', 'AgeGroup.NameShort', 'AGEGROUP', 'AK', 'CONTEST.NAME', 'Contest', 'Kategorie', 'Strecke'],
    ],
    ['first_name', ['Firstname', 'Vorname', 'Prenom', 'Prénom']],
  ])('the %s is found under any of its labels', async (field, labels) => {
    for (const label of labels)
      expect([label, (await read([{ ID: 1, Nachname: 'Muster', [label]: 'so' }]))[0]?.[field]]).toEqual([label, 'so']);
  });

  test.each([
    ['short', 'short'],
    ['NONE', 'none'],
    ['nicht zeigen', 'none'],
    ['', null],
  ])('%j is a wish about the name: %j', async (cell, wish) => {
    expect((await one({ names_shown: cell })).names_shown).toBe(wish);
  });

  test('there is no such wish without the column', async () => expect(await one({})).not.toHaveProperty('names_shown'));

  test('the age group goes before the contest, which is kept beside it', async () => {
    const names = async (AK: string, contest: string) => {
      const { category, contest: beside } = await one({ AK, 'CONTEST.NAME': contest });
      return [category, beside];
    };
    expect(await names('F 30', '2h-Lauf')).toEqual(['F 30', '2h-Lauf']);
    expect(await names('F 30', '')).toEqual(['F 30', null]);
    expect(await names('', '2h-Lauf')).toEqual(['2h-Lauf', null]);
  });
});

describe('a list', () => {
  test('may be empty', async () => expect(await read([])).toEqual([]));

  test.each([
    ['UTF-8', Buffer.from('[{"ID":1,"Name":"Zoë Müller"}]')],
    ['UTF-8 with a mark', Buffer.from('\uFEFF[{"ID":1,"Name":"Zoë Müller"}]')],
    ['UTF-16', Buffer.from('\uFEFF[{"ID":1,"Name":"Zoë Müller"}]', 'utf16le')],
    ['Windows-1252', Buffer.from('[{"ID":1,"Name":"Zoë Müller"}]', 'latin1')],
  ])('is read in %s', async (_, bytes) => {
    expect(await readRows(bytes, null)).toMatchObject([{ first_name: 'Zoë', last_name: 'Müller' }]);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><h1>Sign in</h1>'],
    ['half a list', '[{"ID":1,"Lastname":"Mus'],
    ['one person', '{"ID":1,"Lastname":"Muster"}'],
    ['an error', '{"Error":"no such key"}'],
    ['numbers', '[1,2]'],
    ['an excuse', 'too many requests, come back later'],
    ['a number', '7'],
    ['rows among people', '[{"ID":1,"Lastname":"Muster"},[1]]'],
    ['half a table', 'ID;Name\r\n1;"Muster'],
    ['a table that ends within a line', 'ID;Bib;Name\r\n1;7;Muster\r\n2;8'],
    ['null', 'null'],
    ['people among other things', '[{"ID":1,"Lastname":"Muster"},null]'],
  ])('is not %s', async (_, text) => {
    expect(await faultOf(() => readRows(Buffer.from(text), null))).toBe('shape');
  });

  test.each<[string, unknown, string]>([
    ['without the column ID', [{ Bib: 1, Lastname: 'Muster' }], 'no_id'],
    [
      'with an empty ID',
      [
        { ID: 1, Name: 'A' },
        { ID: '', Name: 'B' },
      ],
      'no_id',
    ],
    ['with the ID 0', [{ ID: 0, Name: 'A' }], 'no_id'],
    ['without names', [{ ID: 1, Bib: 7 }], 'no_name'],
  ])('%s is refused with its reason', async (_, list, fault) => {
    expect(await faultOf(() => read(list))).toBe(fault);
  });
});

describe('a list without labels', () => {
  const rows = [
    [7, 288, 'von Arx', 'Léa', 'ID'],
    [8, '', 'Muster', 'Beat', ''],
  ];
  const people = [
    { source_id: '7', bib: '288', last_name: 'von Arx', first_name: 'Léa', country: 'ID' },
    { source_id: '8', bib: null, last_name: 'Muster', first_name: 'Beat', country: null },
  ];

  test.each([
    'ID,Bib,Lastname,Firstname,Nation',
    ' id ; startnr ;\tNachname; Vorname; nation ;',
    'ID\nBib\nLastname\nFirstname\nNation\n',
    'ID,\nBib,\nLastname, Firstname,\nNation',
    'ID\r\n;Bib\r\n;Lastname;Firstname;NATION.IOC2',
    '[ID];[Bib];"Lastname";[Firstname];[NATION.IOC2]',
  ])('is read by the columns %j', async (columns) => {
    expect(await read(rows, columns)).toMatchObject(people);
  });

  test('keeps its places where a column means nothing to us', async () => {
    expect(await read([[1, 'x', 'y', 'Anna Muster']], 'ID,,if([Status]=0;"a,b;c";""),DisplayName')).toMatchObject([
      { source_id: '1', first_name: 'Anna', last_name: 'Muster' },
    ]);
  });

  test('is read by its own first row where that is a header', async () => {
    const header = ['Nation', 'Vorname', 'Nachname', 'ID'];
    expect(await read([header, ['ID', 'Léa', 'von Arx', 7]], 'ID,Bib,Lastname,Firstname')).toMatchObject([
      { source_id: '7', last_name: 'von Arx', country: 'ID' },
    ]);
  });

  test('is read by its columns where its header is in words we do not know', async () => {
    expect(
      await read(
        [
          ['Kennung', 'Läufer'],
          [7, 'Léa Ott'],
        ],
        'ID,Name',
      ),
    ).toMatchObject([{ source_id: '7' }]);
  });

  test('of nobody is a list', async () => expect(await read([], null)).toEqual([]));

  test.each<[string, unknown[][], string | null, string]>([
    ['without its columns', rows, null, 'no_columns'],
    ['with columns of blanks', rows, ' ,; ', 'no_columns'],
    ['with a column too few', rows, 'ID,Bib,Lastname,Firstname', 'other_columns'],
    ['with a column too many', rows, 'ID,Bib,Lastname,Firstname,Nation,Club', 'other_columns'],
    ['with a row cut off', [...rows, [9]], 'ID,Bib,Lastname,Firstname,Nation', 'other_columns'],
    ['with columns that lack the ID', rows, 'Nr,Bib,Lastname,Firstname,Nation', 'no_id'],
    ['with columns that lack a name', rows, 'ID,Bib,Club,Team,Nation', 'no_name'],
  ])('%s is refused with its reason', async (_, list, columns, fault) => {
    expect(await faultOf(() => read(list, columns))).toBe(fault);
  });
});

describe('a table', () => {
  const lines = (text: string, columns: string | null = null) => readRows(Buffer.from(text), columns);
  const anna = { source_id: '1', first_name: 'Anna', last_name: 'Muster, geb. Ott', club: 'TV "Thun"; Süd' };

  test.each([
    ['semicolons', 'ID;Lastname;Firstname;Club\r\n1;Muster, geb. Ott;Anna;"TV ""Thun""; Süd"\r\n'],
    ['commas', 'ID,Lastname,Firstname,Club\n1,"Muster, geb. Ott",Anna,"TV ""Thun""; Süd"'],
    ['tabs', 'ID\tLastname\tFirstname\tClub\n1\tMuster, geb. Ott\tAnna\tTV "Thun"; Süd\n'],
    ['a mark', '\uFEFFID;Lastname;Firstname;Club\n1;Muster, geb. Ott;Anna;"TV ""Thun""; Süd"'],
    [
      'a separator that is named',
      'sep=,\r\nID,Lastname,Firstname,Club\r\n1,"Muster, geb. Ott",Anna,"TV ""Thun""; Süd"',
    ],
    ['quoted labels', '"ID";"Lastname";"First name";"Club"\n"1";"Muster, geb. Ott";"Anna";"TV ""Thun""; Süd"'],
    [
      'commas in a label',
      'ID;"Alter, Grösse, Mass";Nachname;Vorname;Verein\n1;;Muster, geb. Ott;Anna;"TV ""Thun""; Süd"',
    ],
    [
      'blank lines and blanks',
      '\n ID ; Lastname ; Firstname ; Club \n\n1 ; Muster, geb. Ott ; Anna ; "TV ""Thun""; Süd" \n\n',
    ],
    ['a line end within quotes', 'ID;Lastname;Firstname;Club\n1;"Muster,\ngeb. Ott";Anna;"TV ""Thun""; Süd"\n'],
    ['old line ends', 'ID;Lastname;Firstname;Club\r1;Muster, geb. Ott;Anna;"TV ""Thun""; Süd"\r'],
  ])('is read with %s', async (_, text) => {
    expect(await lines(text)).toMatchObject([anna]);
    expect(await readRows(Buffer.from(text.replace('\uFEFF', ''), 'latin1'), null)).toMatchObject([anna]);
  });

  test('of nobody is a list', async () => expect(await lines('ID;Bib;Lastname;Firstname\r\n')).toEqual([]));

  test('without a header is read by its columns', async () => {
    expect(await lines('1;Muster;Anna\n2;Ott;Beat\n', 'ID,Lastname,Firstname')).toMatchObject([
      { source_id: '1', last_name: 'Muster' },
      { source_id: '2', last_name: 'Ott' },
    ]);
  });

  test.each([
    ['without a header', '1;Muster;Anna\n', 'no_columns'],
    ['without the column ID', 'Bib;Lastname;Firstname\n1;Muster;Anna\n', 'no_id'],
    ['without a name', 'ID;Bib\n1;7\n', 'no_name'],
    ['with an empty ID', 'ID;Lastname\n;Muster\n', 'no_id'],
  ])('%s is refused with its reason', async (_, text, fault) => {
    expect(await faultOf(() => lines(text))).toBe(fault);
  });
});

describe('addresses that may be called', () => {
  const timing = raceResult([
    { name: 'raceresult.com', port: null, subdomains: true },
    { name: '192.168.1.201', port: 80, subdomains: false },
  ]);

  test.each([
    ['https://api.raceresult.com/345604/KEY', true],
    ['https://API.RACERESULT.COM:443/345604/KEY', true],
    ['345604/KEY', true],
    ['http://192.168.1.201/_345604/api/KEY', true],
    ['345604/KEY https://events.raceresult.com/345604/y', true],
    ['http://api.raceresult.com/345604/KEY', false],
    ['https://api.raceresult.com:8443/345604/KEY', false],
    ['https://api.raceresult.com.evil.example/1/KEY', false],
    ['https://evilraceresult.com/1/KEY', false],
    ['https://raceresult.com@evil.example/1/KEY', false],
    ['https://me:secret@api.raceresult.com/1/KEY', false],
    ['http://192.168.1.201:8080/_1/api/KEY', false],
    ['http://192.168.1.202/_1/api/KEY', false],
    ['ftp://192.168.1.201:80/1/KEY', false],
    ['http://[::1]/1/KEY', false],
    ['https://2130706433/1/KEY', false],
    ['345604/KEY https://evil.example/1/KEY', false],
    ['', false],
  ])('%s: %s', (addresses, allowed) => {
    expect(timing.refused(addresses) === null).toBe(allowed);
  });
});

test.each([
  ['that leads inside is not called', null, 'https://localhost/1/KEY', 'host'],
  ['is called where it is a machine of the house (control)', 1, 'https://localhost:1/1/KEY', 'unreachable'],
])('a name %s', async (_, port, address, fault) => {
  const timing = raceResult([{ name: 'localhost', port, subdomains: false }]);
  await expect(timing.fetchLists(address, null)).rejects.toThrow(fault);
});

test('a redirect to another host is not followed, though that one may be called as well', async () => {
  let calls = 0;
  const there = createServer((_request, response) => {
    calls += 1;
    response.end('[{"ID":1,"Name":"Von Dort"}]');
  });
  const port = await listen(there);
  const here = createServer((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/1/K` }).end(),
  );
  const hosts = [await listen(here), port].map((port) => ({ name: '127.0.0.1', port, subdomains: false }));
  const timing = raceResult(hosts);
  try {
    await expect(timing.fetchLists(`http://127.0.0.1:${hosts[0]?.port}/1/K`, null)).rejects.toThrow('redirect');
    expect(calls).toBe(0);
    await expect(timing.fetchLists(`http://127.0.0.1:${port}/1/K`, null)).resolves.toMatchObject([
      { source: 'raceresult:1' },
    ]);
  } finally {
    await Promise.all([close(here), close(there)]);
  }
});

test('two instances that ask at the same moment both get the list, from a service that refuses one of them', async () => {
  const list = {
    eventNumber: 4711,
    key: timingKey('both'),
    shape: 'objects' as const,
    rows: () => [{ ID: 1, Lastname: 'Muster' }],
  };
  const feed = await startTiming({ lists: [list], callsPerSecond: 1 });
  const hosts = [{ name: '127.0.0.1', port: feed.port, subdomains: false }];
  const ask = () => raceResult(hosts).fetchLists(feed.addressOf(list), null);
  const lists = await Promise.all([ask(), ask()]);
  expect(lists.map(([one]) => one?.rows.length)).toEqual([1, 1]);
  expect(feed.requests.map(({ status }) => status)).toContain(406);
  await feed.stop();
});
