/** One row of the table of faults: which tests hold it, and how much more of them a long run wants. */
export interface Row {
  files: string[];
  /** What the tests read from their environment. */
  long?: Record<string, string>;
  /** What is held by tests that tell no figure of their own: all that are called like this, at least so many. */
  holds?: Held[];
  /** Tests that show the same checks something that is wrong on purpose. */
  controls: string[];
  /** Longer it may not take. */
  minutes: number;
}

interface Held {
  what: string;
  aim: string;
  tests: RegExp;
  least: number;
}

/** What `npm test` does in short, and what only a long run has the time for. All together stay below an hour. */
export const rows: Record<string, Row> = {
  kills: {
    files: ['test/faults/kills.test.ts'],
    long: { KILLS: '500' },
    controls: ['one that looks before it inserts, and mails after the commit, loses and doubles'],
    minutes: 20,
  },
  term: {
    files: ['test/faults/term.test.ts'],
    long: { TERM_ROUNDS: '50' },
    controls: ['SIGKILL instead leaves them without an answer'],
    minutes: 6,
  },
  postgres: {
    files: ['test/faults/postgres.test.ts', 'test/faults/postgres.long.ts', 'server/db/hang.test.ts'],
    long: { DB_CRASHES: '10', DB_CUTS: '100' },
    holds: [
      {
        what: 'connections that outlived our patience',
        aim: 'never used again',
        tests: /^a connection that outlived our patience/,
        least: 1,
      },
    ],
    controls: ['one that listens to none of its sessions dies with them'],
    minutes: 8,
  },
  smtp: {
    files: ['test/faults/smtp.long.ts', 'server/mails/smtp-faults.test.ts'],
    holds: [
      {
        what: '5xx at connect or MAIL FROM',
        aim: 'tried again, with an alarm',
        tests: /^a server that does not want us/,
        least: 2,
      },
      {
        what: 'a server that falls silent at three places',
        aim: 'the mail leaves later, forms are answered',
        tests: /^a server that falls silent/,
        least: 3,
      },
      {
        what: '4xx, 5xx, lines cut before and after DATA, all at once',
        aim: 'one mail each, 5xx to RCPT not tried again',
        tests: /^(when everything goes wrong at once|recipients who keep the line waiting)/,
        least: 2,
      },
    ],
    controls: ['whoever mails before he answers keeps people waiting'],
    minutes: 14,
  },
  payrexx: {
    files: ['test/faults/gift-orders.test.ts', 'test/faults/gifts.test.ts'],
    long: { ORDER_ROUNDS: '20', LOST_ANSWERS: '1000', FORGED_NOTICES: '10000', GIFT_KILLS: '20' },
    holds: [
      {
        what: 'down, slow, 500, 403 from its firewall, malformed',
        aim: 'gifts wait, and are found when it is back',
        tests: /while the provider is away, slow or shut/,
        least: 1,
      },
      {
        what: 'notices never sent',
        aim: 'found within ten minutes',
        tests: /what no notice told is found within ten minutes/,
        least: 1,
      },
    ],
    controls: ['who believes the last answer ends in several'],
    minutes: 20,
  },
  timing: {
    files: ['test/faults/timing.test.ts', 'server/timing/faults.test.ts', 'server/timing/same-people.test.ts'],
    long: { TIMING_ROUNDS: '20' },
    holds: [
      {
        what: 'down, slow, 404, HTML, empty, half, 50 MB, bomb, redirects',
        aim: 'list unchanged, with its age',
        tests: /^(the feed fails with|the feed fails by|a feed that|a feed of|a feed that is wrong)/,
        least: 15,
      },
      {
        what: 'renamed, reused and swapped bibs, other encodings',
        aim: 'ids and pledges stay',
        tests:
          /^(two who swap|all bibs moved|whoever gets the bib|one bib worn|one who gets another|a list in another)/,
        least: 6,
      },
    ],
    controls: [
      'one that reads to the end is found out by its memory, and by the canary',
      'a redirect on the same host is followed',
      'a list in Windows-1252 is read all the same',
    ],
    minutes: 5,
  },
  identity: {
    files: ['server/auth/'],
    holds: [
      {
        what: 'forged, foreign and expired tokens',
        aim: '0 accepted of 30 and more',
        tests:
          /^(an ID token is refused|an access token gives roles but|a logout token is refused|what comes back from a)/,
        least: 90,
      },
      {
        what: 'codes replayed, foreign states, addresses and browsers',
        aim: '0 accepted',
        tests: /^a sign-in is refused/,
        least: 40,
      },
      { what: 'open redirects', aim: '0 lead away', tests: /^after signing in (who came|two wishes)/, least: 14 },
      {
        what: 'fixation',
        aim: 'a planted name is not taken over',
        tests: /^after signing in (the session has a new name|a name that was planted)/,
        least: 2,
      },
      { what: 'keys rotated', aim: 'no sign-in is lost', tests: /keys|with a key that is new/, least: 3 },
      {
        what: 'provider down, slow or broken',
        aim: 'the public and sessions notice nothing',
        tests: /^(while the provider is away|the identity provider (goes|is) away|a product that starts while)/,
        least: 6,
      },
    ],
    controls: [
      'a right ID token signs in',
      'a second asker with the old token would end it',
      'is what holds, ID token',
    ],
    minutes: 4,
  },
  races: {
    files: ['test/faults/races.test.ts', 'server/persons/races.test.ts'],
    long: { RACE_ROUNDS: '60', RACE_PAIRS: '10000' },
    holds: [{ what: 'erased while others act', aim: 'erased', tests: /who is erased while/, least: 3 }],
    controls: ['store a form more than once', 'confirm a pledge more than once, and count it as often'],
    minutes: 10,
  },
  start: {
    files: ['test/faults/start.test.ts', 'server/product.test.ts'],
    long: { START_ROUNDS: '20' },
    holds: [
      {
        what: 'no settings, no database, a port that is taken',
        aim: 'refused in one line for each',
        tests: /^the program refuses/,
        least: 3,
      },
      { what: 'stopped by SIGTERM and SIGINT', aim: 'in order, exit code 0', tests: /^the program ends/, least: 2 },
    ],
    controls: ['instances that migrate without a lock do not all come up'],
    minutes: 5,
  },
  input: {
    files: [
      'test/faults/input/fuzz.test.ts',
      'test/faults/input/texts.test.ts',
      'test/faults/input/texts.long.ts',
      'test/faults/input/wire.test.ts',
      'test/faults/input/exports.test.ts',
      'server/pledges/export.test.ts',
      'server/http/forms.test.ts',
      'domain/money.test.ts',
    ],
    long: { FUZZ_REQUESTS: '100000' },
    holds: [
      {
        what: 'naughty strings in every text of an event, in lists, pages and mails',
        aim: 'stored as typed or refused by name; inert',
        tests: /^(a start list of such people|in every text of an event|where an address|the mails about all of them)/,
        least: 4,
      },
      {
        what: 'HTTP that is broken, cut, oversize or smuggled',
        aim: 'refused in our words, nothing stored',
        tests: /^(is refused in our own words|.* leads nowhere, and harms nobody)/,
        least: 46,
      },
      { what: 'spellings of money', aim: 'each its fate, nothing rounded', tests: /^«[^]*» is (null|\d+)$/, least: 60 },
      {
        what: 'formulas in CSV and XLSX',
        aim: 'inert',
        tests: /(what would be a formula is text|as xlsx it is the same table)/,
        least: 2,
      },
      { what: 'markup typed into forms', aim: 'stays text', tests: /what was typed cannot become markup/, least: 1 },
    ],
    controls: [
      'a fault would be seen',
      'what is only unusual is understood',
      'with another amount it is another pledge',
    ],
    minutes: 14,
  },
  rolling: {
    files: ['test/faults/machines/rolling.test.ts', 'server/instances.test.ts'],
    long: { ROLLING_REQUESTS: '20000' },
    holds: [
      {
        what: 'what one of two instances does',
        aim: 'seen on the other within 2 s',
        tests: /is seen on the other/,
        least: 2,
      },
    ],
    controls: ['behind a proxy that asks no second instance and keeps one page for everybody, both are noticed'],
    minutes: 8,
  },
  failover: {
    files: ['test/faults/machines/failover.test.ts'],
    long: { FAILOVER_ROUNDS: '5' },
    controls: ['the same with a standby that need not agree loses what people were told is stored'],
    minutes: 6,
  },
};
