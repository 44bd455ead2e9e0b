import { bareWrites } from '../bare.ts';
import type { Figure } from '../figure.ts';
import { pgbench } from '../pgbench.ts';
import { costOf, share, type Rate } from '../rate.ts';
import { inTurns } from '../sides.ts';
import { LARGE, type Place, type Stage } from '../stage.ts';
import { wrk } from '../wrk.ts';

const CLIENTS = 16;
const SECONDS = 4;

/** P4: a pledge as the form sends it, beside the rows it leaves behind, written by pgbench in one transaction. */
export async function pledges(stage: Stage): Promise<Figure[]> {
  const place = await stage.place();
  const product = await place.product();
  const people = await participants(place);
  const written = writePledges(people);
  let round = Date.now();
  try {
    const load = { clients: CLIENTS, seconds: SECONDS };
    const { ours, theirs, bare } = await inTurns<'ours' | 'theirs' | 'bare', Rate>({
      ours: () => {
        round += 1;
        const script = sendPledges(people, round);
        return costOf(product, () => wrk(product.url, { connections: CLIENTS, seconds: SECONDS, script }));
      },
      theirs: () => pgbench(place.databaseUrl, written, load),
      bare: () => bareWrites(place.databaseUrl, written, load),
    });
    const against = 'pgbench: the same rows in one transaction';
    return [
      share({ row: 'P4', work: 'POST /api/donations, 16 clients', against, least: 0.5 }, ours, theirs),
      share({ row: 'P4', work: 'bare Node, 16 clients', against }, bare, theirs),
    ];
  } finally {
    await product.stop();
  }
}

interface Ids {
  first: number;
  count: number;
}

/** Those of the large event that were written in one go, so that their numbers follow each other. */
async function participants({ db }: Place): Promise<Ids> {
  const count = 20_000;
  const { last } = await db
    .selectFrom('participants')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('event_id', '=', LARGE)
    .where('source', '=', 'T')
    .executeTakeFirstOrThrow();
  return { first: last - count + 1, count };
}

/** Everybody else, from somewhere else, for somebody else. */
const sendPledges = ({ first, count }: Ids, round: number) => `
  local n = 0
  request = function()
    n = n + 1
    local body = string.format('{"event_id": ${LARGE},"participant_id":%d,"donor_name":"Elsbeth Huber %d",' ..
      '"donor_email":"wrk${round}.%d@example.test","donor_street":"Seestrasse 9","donor_city":"8001 Zürich",' ..
      '"donor_country":"Schweiz","amount_per_unit":"2.50"}', ${first} + (n * 7919) % ${count}, n, n)
    return wrk.format('POST', '/api/donations', {
      ['content-type'] = 'application/json', ['sec-fetch-site'] = 'same-origin',
      ['x-forwarded-for'] = string.format('10.%d.%d.%d', n % 251, math.floor(n / 251) % 251, ${round % 251}),
      ['idempotency-key'] = string.format('${round}-%d', n)
    }, body)
  end`;

const writePledges = ({ first, count }: Ids) => `
  \\set participant random(${first}, ${first + count - 1})
  \\set n random(1, 2000000000)
  insert into rate_windows (key, window_start, ends_at, n)
    values ('forms:' || :n, now(), now() + interval '10 minutes', 1) on conflict (key) do update set n = 1;
  begin;
  insert into donors (email_key, language) values ('pgbench' || :n || '@example.test', 'de')
    on conflict (email_key) do update set language = 'de' returning id \\gset donor_
  insert into pledges (event_id, participant_id, donor_id, donor_name, donor_email, donor_street, donor_city,
      donor_country, rate, anonymous, language, client_key, client_hash)
    values (${LARGE}, :participant, :donor_id, 'Elsbeth Huber ' || :n, 'pgbench' || :n || '@example.test', 'Seestrasse 9',
      '8001 Zürich', 'Schweiz', 250, false, 'de', encode(sha256(gen_random_uuid()::text::bytea), 'base64'), 'hash')
    returning id \\gset pledge_
  insert into pledge_events (pledge_id, seq, kind) values (:pledge_id, 1, 'promised');
  insert into participant_totals as t (participant_id, event_id, pledges_pending) values (:participant, ${LARGE}, 1)
    on conflict (participant_id) do update set pledges_pending = t.pledges_pending + 1;
  insert into mails (kind, cause_key, event_id, pledge_id, to_email, to_name, language, subject, data, secrets,
      message_id, planned_at, send_after)
    values ('pledge-request', 'pledge-request:' || :pledge_id || ':0', ${LARGE}, :pledge_id,
      'pgbench' || :n || '@example.test', 'Elsbeth Huber ' || :n, 'de', 'Bitte bestätigen Sie Ihre Rundenspende',
      '${DATA}', '{"token": "${'x'.repeat(43)}"}', '<' || :pledge_id || '@example.test>', now(), now())
    returning id \\gset mail_
  insert into links (token_hash, purpose, pledge_id, mail_id)
    values (sha256(('act' || :pledge_id)::bytea), 'act', :pledge_id, :mail_id);
  insert into links (token_hash, purpose, pledge_id) values (sha256(('receipt' || :pledge_id)::bytea), 'receipt', :pledge_id);
  commit;`;

/** As long as what a mail is told. */
const DATA = JSON.stringify({
  participant: { name: 'Anna Öztürk', bib: '4711' },
  event: { name: 'Lauf 7', date: '2027-06-12', unit: 'Runde', expectedUnits: 25 },
  organiser: { name: 'Laufverein Thun', place: '3600 Thun', email: 'lauf@example.test' },
  rate: 250,
  cap: null,
  donor: 'Elsbeth Huber',
  validUntil: '2027-09-12',
})
  // A colon with letters behind it is a variable of pgbench's.
  .replaceAll(':', ': ');
