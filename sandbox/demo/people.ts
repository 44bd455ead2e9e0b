import type { Cell } from '../timing/shapes.ts';
import { backgrounds, notables } from './names.ts';
import type { Background, Sex } from './names.ts';

export type Random = () => number;

/** Mulberry32: the same seed gives the same numbers on every machine. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

interface Field {
  readonly seed: number;
  readonly count: number;
  readonly firstId: number;
  readonly firstBib: number;
  /** What a person of this age runs in, and for whom. */
  place(age: number, sex: Sex, random: Random): { contest: string; ageGroup: string; club: string };
  age(random: Random): number;
  readonly year: number;
  readonly mailDomain: string;
}

/** Columns as RACE RESULT calls them, in the order every address writes them. */
const columns = [
  'ID',
  'Bib',
  'Lastname',
  'Firstname',
  'YearOfBirth',
  'Sex',
  'CONTEST.NAME',
  'AGEGROUP.NAMESHORT',
  'Club',
  'NATION.IOC2',
  'Email',
  'Status',
  'NumberOfLaps',
] as const;
type Column = (typeof columns)[number];
export type Participant = Readonly<Record<Column, Cell>>;

const DID_NOT_START = 4;

/** The same people for the same field, with everything that real start lists do to a reader. */
export function makePeople(field: Field): Participant[] {
  const random = seeded(field.seed);
  const people = Array.from({ length: field.count }, (_, index) => makePerson(field, index, random));
  return people.map((person, index) => ({ ...person, ...oddity(index, person) }));
}

function makePerson(field: Field, index: number, random: Random): Participant {
  const { first, last, sex, nation } = identify(field, index, random);
  const age = field.age(random);
  const { contest, ageGroup, club } = field.place(age, sex, random);
  return {
    ID: field.firstId + index * 3,
    Bib: field.firstBib + index,
    Lastname: last,
    Firstname: first,
    YearOfBirth: field.year - age,
    Sex: sex,
    'CONTEST.NAME': contest,
    'AGEGROUP.NAMESHORT': ageGroup,
    Club: club,
    'NATION.IOC2': nation,
    Email: random() < 0.7 ? `${asciiWord(first)}.${asciiWord(last)}@${field.mailDomain}` : '',
    Status: random() < 0.03 ? DID_NOT_START : 0,
    NumberOfLaps: '',
  };
}

interface Identity {
  readonly first: string;
  readonly last: string;
  readonly sex: Sex;
  readonly nation: string;
}

function identify(field: Field, index: number, random: Random): Identity {
  // The notable ones stand scattered over the list, not at its top.
  const step = Math.floor(field.count / notables.length);
  const notable = index % step === 2 ? notables[Math.floor(index / step)] : undefined;
  if (notable) {
    const [first, last, sex, nation] = notable;
    return { first, last, sex, nation };
  }
  const sex = random() < 0.5 ? 'f' : 'm';
  const { [sex]: firsts, lasts, nations } = backgroundOf(random);
  const [one, other] = [pick(random, lasts), pick(random, lasts)];
  const last = random() < 0.06 && one !== other ? `${one}-${other}` : one;
  return { first: pick(random, firsts), last, sex, nation: random() < 0.1 ? '' : pick(random, nations) };
}

function backgroundOf(random: Random): Background {
  return pick(
    random,
    backgrounds.flatMap((background) => Array<Background>(background.share).fill(background)),
  );
}

/** What organisers leave out or type twice. */
function oddity(index: number, { Email, Lastname }: Participant): Partial<Record<Column, Cell>> {
  if (index % 31 === 5) return { Bib: '' };
  if (index % 43 === 7) return { Bib: 0 };
  if (index % 29 === 11) return { YearOfBirth: '', 'AGEGROUP.NAMESHORT': '' };
  if (index % 37 === 13) return { Email: String(Email).toUpperCase() };
  if (index % 47 === 17) return { Lastname: String(Lastname).toUpperCase() };
  return {};
}

function asciiWord(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[æœøłđıß]/g, (letter) => TRANSLITERATED[letter] ?? '');
  return plain
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/g, '-');
}

const TRANSLITERATED: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss' };
