import { timingKey } from '../timing.ts';
import type { TimingList } from '../timing.ts';
import { shapes } from '../timing/shapes.ts';
import type { Row } from '../timing/shapes.ts';
import { makePeople, pick, seeded } from './people.ts';
import type { Participant, Random } from './people.ts';

export interface DemoRaces {
  readonly school: TimingList;
  readonly city: TimingList;
  readonly past: TimingList;
  /** Every address: the three above, and the same people in every other shape, and without their IDs. */
  readonly lists: readonly TimingList[];
}

const MINUTE = 60_000;
const HEAD_START = 30 * MINUTE;
const RACE = 120 * MINUTE;
const WITHDRAWAL = 10 * MINUTE;

/** The demo's lists; `firstStart` is when this sandbox was started for the first time. */
export function demoRaces(firstStart: Date): DemoRaces {
  const year = firstStart.getFullYear();
  const raceStart = firstStart.getTime() - HEAD_START;
  const children = runs(schoolChildren(year), 5, 30);
  const citizens = townspeople(year);
  const veterans = runs(nightOwls(year), 18, 96);
  const [withdrawn, alsoWithdrawn] = [citizens[40], citizens[121]];

  const school = shapesOf(301_877, (at) => lapsAfter(children, (at.getTime() - raceStart) / RACE));
  const city = shapesOf(318_204, (at) => {
    if (at.getTime() < firstStart.getTime() + WITHDRAWAL) return citizens;
    return citizens.filter((person) => person !== withdrawn && person !== alsoWithdrawn);
  });
  const past = shapesOf(289_450, () => lapsAfter(veterans, 1));
  return { school: school[0], city: city[0], past: past[0], lists: [...school, ...city, ...past] };
}

function schoolChildren(year: number): Participant[] {
  const schools = ['Weiher', 'Sonnenberg', 'Talacker', 'Linde'];
  return makePeople({
    seed: 1877,
    count: 180,
    firstId: 1001,
    firstBib: 1,
    year,
    mailDomain: 'familie.example.test',
    age: (random) => 7 + Math.floor(random() * 9),
    place: (age, sex, random) => {
      const grade = Math.max(1, age - 6);
      const letter = pick(random, ['a', 'b', 'c']);
      const level = grade > 6 ? `Sek ${grade - 6}` : String(grade);
      return {
        contest: grade > 6 ? 'Oberstufe' : grade > 3 ? '4. bis 6. Klasse' : '1. bis 3. Klasse',
        ageGroup: `${sex === 'f' ? 'W' : 'M'} U${age + 1 + (age % 2)}`,
        club: random() < 0.04 ? '' : `${pick(random, schools)} ${level}${letter}`,
      };
    },
  });
}

function townspeople(year: number): Participant[] {
  const clubs = ['LG Zürichsee', 'TV Altstetten', 'Lauftreff Irchel', 'US Ceresio', 'CA Riviera', 'Run Fit Limmat'];
  return makePeople({
    seed: 8204,
    count: 220,
    firstId: 5003,
    firstBib: 1001,
    year,
    mailDomain: 'post.example.test',
    age: (random) => 14 + Math.floor(random() * random() * 66),
    place: (age, sex, random) => ({
      contest: pick(random, ['10 km', '10 km', '5 km', 'Plausch 3 km']),
      ageGroup: adultGroup(age, sex),
      club: random() < 0.4 ? '' : pick(random, clubs),
    }),
  });
}

function nightOwls(year: number): Participant[] {
  const clubs = ['Ultra Team Aare', 'Laufclub Gantrisch', 'Spiridon Léman', '100er-Club «Nachtschicht»'];
  return makePeople({
    seed: 9450,
    count: 90,
    firstId: 702,
    firstBib: 201,
    year,
    mailDomain: 'example.test',
    age: (random) => 24 + Math.floor(random() * 45),
    place: (age, sex, random) => ({
      contest: pick(random, ['Einzel', 'Einzel', 'Zweierstaffel']),
      ageGroup: adultGroup(age, sex),
      club: random() < 0.5 ? '' : pick(random, clubs),
    }),
  });
}

function adultGroup(age: number, sex: string): string {
  const letter = sex === 'f' ? 'W' : 'M';
  return age < 20 ? `${letter} U20` : `${letter} ${Math.floor(age / 10) * 10}`;
}

interface Run {
  readonly person: Participant;
  readonly laps: number;
  /** Part of the race it takes to reach the start line. */
  readonly delay: number;
}

function runs(people: readonly Participant[], fewest: number, most: number): Run[] {
  const random = seeded(people.length);
  return people.map((person) => ({ person, laps: lapsOf(random, fewest, most), delay: random() * 0.01 }));
}

function lapsOf(random: Random, fewest: number, most: number): number {
  return fewest + Math.floor(((random() + random()) / 2) * (most - fewest + 1));
}

/** `done` is the part of the race that is over; everyone tires, so the first laps are the fastest. */
function lapsAfter(field: readonly Run[], done: number): Row[] {
  return field.map(({ person, laps, delay }) => {
    if (person.Status !== 0 || !person.Bib || done <= 0) return { ...person, NumberOfLaps: '' };
    const run = Math.min(1, Math.max(0, (done - delay) / (1 - delay)));
    return { ...person, NumberOfLaps: Math.floor(laps * run ** 0.92) };
  });
}

function shapesOf(eventNumber: number, rows: TimingList['rows']): [TimingList, ...TimingList[]] {
  const [first, ...others] = shapes.map((shape) => ({ eventNumber, key: timingKey(eventNumber, shape), shape, rows }));
  if (!first) throw new RangeError('no shape');
  return [first, ...others, { ...first, key: timingKey(eventNumber, 'no id'), without: ['ID'] }];
}
