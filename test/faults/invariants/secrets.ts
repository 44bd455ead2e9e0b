import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import { ask, type Invariant, type Witness } from './ask.ts';

export const secretInvariants: Invariant[] = [
  {
    name: 'I13',
    holds: 'no log line and no public answer holds an address, a token or a secret',
    hits: async (db, { logs, answers }: Witness) =>
      logs === undefined && answers === undefined
        ? null
        : [...(await logsAreSilent(db, logs ?? [])), ...(await answersAreSilent(db, answers ?? []))],
  },
];

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const wordsIn = (texts: readonly string[]) =>
  JSON.stringify([...new Set(texts.flatMap((text) => text.match(/[\w-]{20,}/g) ?? []))]);

/** An address is known by its shape, a token by its hash, wherever in a line they stand. */
async function logsAreSilent(db: Database, logs: readonly string[]): Promise<string[]> {
  const addresses = logs.filter((line) => line.search(ADDRESS) >= 0);
  return [
    ...addresses.map((line) => `an address is logged: ${line.slice(0, 300)}`),
    ...(await tokensIn(db, logs, 'logged')),
  ];
}

/** Here an address may be the organiser's, who wants to be reached: only a person's own is a secret. */
async function answersAreSilent(db: Database, answers: readonly string[]): Promise<string[]> {
  const addresses = [...new Set(answers.flatMap((text) => text.toLowerCase().match(ADDRESS) ?? []))];
  const people = await ask(
    db,
    sql`select distinct format('the address of %s is shown', owner) as hit
      from json_array_elements_text(${JSON.stringify(addresses)}::json) as shown
      join (
        select 'a donor' as owner, donor_email as address from pledges
        union select 'a donor', donor_email from gifts
        union select 'a participant', email from participants
      ) people on lower(address) = shown
      where not exists (select from events where lower(organiser_email) = shown)`,
  );
  const keys = await ask(
    db,
    sql`select format('the timing address of event %s is shown', e.id) as hit
      from json_array_elements_text(${wordsIn(answers)}::json) as word
      join events e on position(word in e.timing_address) > 0`,
  );
  return [...people, ...keys, ...(await tokensIn(db, answers, 'shown'))];
}

const tokensIn = (db: Database, texts: readonly string[], where: string) =>
  ask(
    db,
    sql`select format('a token of pledge %s is ${sql.raw(where)}', l.pledge_id) as hit
      from json_array_elements_text(${wordsIn(texts)}::json) as word
      join links l on l.token_hash = sha256(convert_to(word, 'UTF8'))
      union all
      select format('the id of gift %s is ${sql.raw(where)}', g.id)
      from json_array_elements_text(${wordsIn(texts)}::json) as word join gifts g on g.public_id = word`,
  );
