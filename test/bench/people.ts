const first = ['Anna', 'Noël', 'Sofia', 'Luca', 'Lea', 'Jérôme', 'Elif', 'Matteo', 'Zoë', 'Jonas', 'Ladina', 'Đorđe'];
const last = ['Müller', 'Öztürk', 'de Preux', 'Lüthi', 'Bernasconi', 'Nguyễn', 'Ammann', 'Krasniqi', 'von Känel'];
const clubs = ['TV Thun', 'LC Zürich', 'Stade Lausanne', 'SA Lugano', '', 'Schule Länggasse, 4b'];
const classes = ['F 30', 'M 40', 'U16', 'Familien', 'Staffel'];

const one = <T>(of: T[], n: number): T => of[n % of.length] as T;

/** A start list as timing sends it. */
export function people(count: number): Record<string, string | number>[] {
  return Array.from({ length: count }, (_, n) => ({
    ID: 1000 + n,
    Bib: n + 1,
    Lastname: `${one(last, n)}-${one(last, n * 7 + 3)}`,
    Firstname: one(first, n * 5 + (n >> 4)),
    YearOfBirth: 1940 + (n % 75),
    'CONTEST.NAME': one(['2h-Lauf', 'Schülerlauf'], n >> 3),
    'AGEGROUP.NAMESHORT': one(classes, n >> 2),
    Club: one(clubs, n * 3),
    'NATION.IOC2': one(['CH', 'DE', 'IT', 'FR'], n >> 5),
    Email: `participant${n}@example.test`,
    Status: 0,
    NumberOfLaps: n % 30,
  }));
}
