import { sql, type RawBuilder } from 'kysely';
import { mailboxKey } from '#domain/email.ts';
import { pledgeWish, statesBefore, type PledgeMove } from '#domain/pledge.ts';
import type { Database } from '#server/db/connect.ts';

/** What only the one who ran the product knows; an invariant that needs it is not asked without. */
export interface Witness {
  /** Every form that was answered with success, with each id that it was answered. */
  accepted?: readonly { key: string; id: number }[];
  /** Every physical copy that the mailbox holds. */
  copies?: readonly { messageId: string; token: string; to: readonly string[] }[];
  /** What the product logged. */
  logs?: readonly string[];
  /** The product's time, where a test moved it. */
  now?: Date;
}

export interface Invariant {
  name: string;
  holds: string;
  /** One line per violation; null when the witness does not say what is needed. */
  hits(db: Database, witness: Witness): Promise<string[] | null>;
}

/** As long as a worker keeps a mail to itself (server/mails/actions.ts). */
const LEASE_SECONDS = 120;

const ask = async (db: Database, statement: RawBuilder<{ hit: string }>) =>
  (await statement.execute(db)).rows.map(({ hit }) => hit);

export const invariants: Invariant[] = [
  {
    name: 'I1',
    holds: 'accepted pledges are stored, once each, and no others',
    hits: async (db, { accepted }) =>
      accepted === undefined ? null : ask(db, acceptedAreStored(JSON.stringify(accepted))),
  },
  {
    name: 'I3',
    holds: 'each pledge has one request mail: sent, failed with a reason, or queued with its token',
    hits: (db) => ask(db, onePledgeOneMail()),
  },
  {
    name: 'I4',
    holds: 'all copies of one mail carry one Message-ID and one token, which works',
    hits: (db, { copies = [] }) =>
      ask(db, copiesAreAlike(JSON.stringify(copies.map(({ messageId, token }) => ({ message_id: messageId, token }))))),
  },
  {
    name: 'I5',
    holds: 'no mail without a cause, none to anybody but its donor',
    hits: strangersGetNoMail,
  },
  {
    name: 'I6',
    holds: 'pledges move only as the domain allows, and their timestamps say the same',
    hits: (db) => ask(db, pledgesMoveAsAllowed(JSON.stringify(allowedMoves()))),
  },
  {
    name: 'I7',
    holds: 'each transition is counted once: totals are the sums of their pledges',
    hits: (db) => ask(db, totalsAreSums()),
  },
  {
    name: 'I12',
    holds: 'one sync per event at a time, one person per source and ID',
    hits: (db) => ask(db, syncsAreAlone()),
  },
  {
    name: 'I13',
    holds: 'no log line holds an address or a token',
    hits: async (db, { logs }) => (logs === undefined ? null : logsAreSilent(db, logs)),
  },
  {
    name: 'I15',
    holds: 'while a worker runs, no mail is left lying',
    hits: (db, { now }) => ask(db, nothingIsLeftLying(now ?? null)),
  },
];

/** What is violated, one line each. */
export async function violations(db: Database, witness: Witness = {}): Promise<string[]> {
  const asked = await Promise.all(
    invariants.map(async ({ name, hits }) => ((await hits(db, witness)) ?? []).map((hit) => `${name}: ${hit}`)),
  );
  return asked.flat();
}

/** The verdict every fault test ends with. */
export async function expectInvariants(db: Database, witness: Witness = {}): Promise<void> {
  const found = await violations(db, witness);
  if (found.length > 0) throw new Error(`Invariants do not hold:\n${found.slice(0, 50).join('\n')}`);
}

const acceptedAreStored = (accepted: string) => sql<{ hit: string }>`
  with accepted as (
    select key, id, encode(sha256(convert_to('POST /api/donations ' || key, 'UTF8')), 'base64') as client_key
    from json_to_recordset(${accepted}::json) as form(key text, id int)
  )
  select format('form %s was answered pledge %s, which is not stored', a.key, a.id) as hit
  from accepted a where not exists (select from pledges p where p.client_key = a.client_key and p.id = a.id)
  union all
  select format('form %s is stored %s times', min(a.key), count(distinct p.id))
  from accepted a join pledges p using (client_key) group by client_key having count(distinct p.id) > 1
  union all
  select format('pledge %s was never accepted', p.id)
  from pledges p where not exists (select from accepted a where a.client_key = p.client_key)`;

const onePledgeOneMail = () => sql<{ hit: string }>`
  select format('pledge %s has %s request mails', p.id, count(m.id)) as hit
  from pledges p left join mails m on m.pledge_id = p.id and m.kind = 'pledge-request' and m.resend_of is null
  where p.erased_at is null group by p.id having count(m.id) <> 1
  union all
  select format('mail %s failed without a reason', id) from mails where failed_at is not null and last_error is null
  union all
  select format('mail %s keeps its token', id) from mails
  where (sent_at is not null or failed_at is not null) and secrets is not null
  union all
  select format('mail %s waits without its token', id) from mails
  where sent_at is null and failed_at is null and secrets is null
  union all
  select format('mail %s repeats a mail of another pledge', m.id)
  from mails m join mails earlier on earlier.id = m.resend_of where earlier.pledge_id is distinct from m.pledge_id`;

const copiesAreAlike = (copies: string) => sql<{ hit: string }>`
  with copies as (select * from json_to_recordset(${copies}::json) as copy(message_id text, token text))
  select format('%s mails are called %s', count(*), message_id) as hit
  from mails group by message_id having count(*) > 1
  union all
  select format('copies of %s carry %s tokens', message_id, count(distinct token))
  from copies group by message_id having count(distinct token) > 1
  union all
  select distinct format('a copy of %s carries a token that opens no pledge of its mail', c.message_id)
  from copies c join mails m using (message_id)
  where not exists (
    select from links l
    where l.token_hash = sha256(convert_to(c.token, 'UTF8')) and l.purpose = 'act' and l.pledge_id = m.pledge_id
  )`;

/** What counts as one mailbox is the domain's to say, so SQL only narrows down. */
async function strangersGetNoMail(db: Database, { copies = [] }: Witness): Promise<string[]> {
  const letters = JSON.stringify(copies.map(({ messageId, to }) => ({ message_id: messageId, recipients: to })));
  const { rows } = await sql<{ name: string; to: string[]; owner: string | null }>`
    select format('mail %s', m.id) as name, json_build_array(m.to_email) as to, p.donor_email as owner
    from mails m left join pledges p on p.id = m.pledge_id
    where p.erased_at is null and p.donor_email is distinct from m.to_email
    union all
    select format('a copy of %s', c.message_id), c.recipients, m.to_email
    from json_to_recordset(${letters}::json) as c(message_id text, recipients json)
    left join mails m using (message_id)`.execute(db);
  return rows
    .filter(({ to, owner }) => to.length !== 1 || !owner || mailboxKey(to[0] ?? '') !== mailboxKey(owner))
    .map(({ name, to, owner }) => `${name} goes to ${to.length} with ${owner ? 'another donor' : 'no cause'}`);
}

function allowedMoves(): { was: string; kind: string }[] {
  const states = { pending: 'promised', confirmed: 'confirmed', cancelled: 'cancelled' };
  return (Object.keys(pledgeWish) as PledgeMove[]).flatMap((wish) =>
    statesBefore(wish).map((before) => ({ was: states[before], kind: pledgeWish[wish] })),
  );
}

const pledgesMoveAsAllowed = (moves: string) => sql<{ hit: string }>`
  with allowed as (select * from json_to_recordset(${moves}::json) as move(was text, kind text)),
  steps as (
    select *, lag(kind) over history as was, row_number() over history as n
    from pledge_events window history as (partition by pledge_id order by seq)
  ),
  latest as (
    select distinct on (pledge_id) pledge_id, kind, at,
      max(at) filter (where kind = 'confirmed') over (partition by pledge_id) as confirmed
    from pledge_events order by pledge_id, seq desc
  )
  select format('pledge %s: %s after %s', s.pledge_id, s.kind, coalesce(s.was, 'nothing')) as hit
  from steps s where s.seq <> s.n or not (
    (s.was is null and s.kind = 'promised') or exists (select from allowed a where a.was = s.was and a.kind = s.kind)
  )
  union all
  select format('pledge %s: its times do not say %s', p.id, coalesce(l.kind, 'anything'))
  from pledges p left join latest l on l.pledge_id = p.id
  where l.kind is null
    or p.confirmed_at is distinct from l.confirmed
    or p.cancelled_at is distinct from case when l.kind = 'cancelled' then l.at end`;

const totalsAreSums = () => sql<{ hit: string }>`
  with sums as (
    select participant_id, event_id,
      coalesce(sum(rate) filter (where confirmed_at is not null and cancelled_at is null), 0) as rate_confirmed,
      count(*) filter (where confirmed_at is not null and cancelled_at is null) as pledges_confirmed,
      count(*) filter (where confirmed_at is null and cancelled_at is null) as pledges_pending
    from pledges group by participant_id, event_id
  )
  select format('participant %s: %s with %s confirmed and %s pending are shown, %s with %s and %s are true',
    participant_id, t.rate_confirmed, t.pledges_confirmed, t.pledges_pending,
    s.rate_confirmed, s.pledges_confirmed, s.pledges_pending) as hit
  from sums s full join participant_totals t using (participant_id, event_id)
  where (coalesce(t.rate_confirmed, 0), coalesce(t.pledges_confirmed, 0), coalesce(t.pledges_pending, 0))
    <> (coalesce(s.rate_confirmed, 0), coalesce(s.pledges_confirmed, 0), coalesce(s.pledges_pending, 0))`;

const syncsAreAlone = () => sql<{ hit: string }>`
  select format('event %s has %s syncs at once', event_id, count(*)) as hit
  from sync_runs where finished_at is null group by event_id having count(*) > 1
  union all
  select format('event %s holds %s people with one source and ID', event_id, count(*))
  from participants group by event_id, source, source_id having count(*) > 1`;

/** An address is known by its shape, a token by its hash, wherever in a line they stand. */
async function logsAreSilent(db: Database, logs: readonly string[]): Promise<string[]> {
  const addresses = logs.filter((line) => /[\w.+-]+@[\w-]+(\.[\w-]+)+/.test(line));
  const words = [...new Set(logs.flatMap((line) => line.match(/[\w-]{20,}/g) ?? []))];
  const tokens = await ask(
    db,
    sql`select format('a token of pledge %s is logged', l.pledge_id) as hit
      from json_array_elements_text(${JSON.stringify(words)}::json) as word
      join links l on l.token_hash = sha256(convert_to(word, 'UTF8'))`,
  );
  return [...addresses.map((line) => `an address is logged: ${line.slice(0, 300)}`), ...tokens];
}

/** Whether a worker runs shows in who else is connected. */
const nothingIsLeftLying = (now: Date | null) => sql<{ hit: string }>`
  select format('mail %s lies since %s', id, send_after) as hit from mails
  where sent_at is null and failed_at is null
    and send_after < coalesce(${now}::timestamptz, now()) - make_interval(secs => ${LEASE_SECONDS})
    and exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = 'givelap' and pid <> pg_backend_pid()
    )`;
