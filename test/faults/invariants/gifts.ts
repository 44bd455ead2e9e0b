import { sql } from 'kysely';
import { giftBalance, type PaymentFacts } from '#domain/gift.ts';
import type { Rappen } from '#domain/money.ts';
import type { Database } from '#server/db/connect.ts';
import { differences } from '#server/payments/reconcile.ts';
import { ask, type Invariant, type Witness } from './ask.ts';

export const giftInvariants: Invariant[] = [
  {
    name: 'I2',
    holds: 'accepted gifts are stored, each with one link at most that left us, and what is paid under any attempt',
    hits: async (db, { given }) => [
      ...(await ask(db, oneLinkEach())),
      ...(given === undefined ? [] : await ask(db, givenAreStored(JSON.stringify(given)))),
    ],
  },
  {
    name: 'I8',
    holds: 'a gift is what the provider says of its payments: live francs only, differences flagged',
    hits: async (db, witness) => [...(await giftsAreTheirPayments(db)), ...(await ledgersAgree(db, witness))],
  },
  {
    name: 'I9',
    holds: 'each payment is as its history says, and nothing was written down twice',
    hits: (db) => ask(db, historiesAreTrue()),
  },
  {
    name: 'I10',
    holds: 'what goes back lowers gifts, to nothing at most',
    hits: (db) => ask(db, refundsAreTaken()),
  },
  {
    name: 'I11',
    holds: 'every total of gifts is the sum of its rows',
    hits: async (db, { shown = [] }) => [
      ...(await ask(db, totalsAreSums())),
      ...(await ask(db, shownIsTrue(JSON.stringify(shown)))),
    ],
  },
];

const oneLinkEach = () => sql<{ hit: string }>`
  select format('gift %s has %s links', gift_id, count(*)) as hit
  from checkouts where link is not null group by gift_id having count(*) > 1
  union all
  select format('checkout %s is called %s', c.id, c.reference)
  from checkouts c join gifts g on g.id = c.gift_id where c.reference <> g.public_id || '.' || c.attempt
  union all
  select format('payment %s is of gift %s, its checkout of gift %s', p.id, p.gift_id, c.gift_id)
  from payments p join checkouts c on c.id = p.checkout_id where p.gift_id <> c.gift_id or p.instance <> c.instance`;

const givenAreStored = (given: string) => sql<{ hit: string }>`
  with given as (
    select *, encode(sha256(convert_to('POST /api/gifts ' || key, 'UTF8')), 'base64') as client_key
    from json_to_recordset(${given}::json) as form(key text, id text, link text)
  )
  select format('form %s was answered a gift that is not stored so', f.key) as hit from given f
  where not exists (
    select from gifts g join checkouts c on c.gift_id = g.id
    where g.client_key = f.client_key and g.public_id = f.id and c.link = f.link
  )
  union all
  select format('form %s was answered %s links', key, count(distinct link))
  from given group by key having count(distinct link) > 1
  union all
  select format('gift %s was never accepted', g.id)
  from gifts g where g.client_key is not null and not exists (select from given f where f.client_key = g.client_key)`;

/** The rule of the domain over the rows as they are. */
async function giftsAreTheirPayments(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    id: number;
    amount: Rappen;
    net: Rappen;
    flag: string | null;
    paid: boolean;
    late: boolean;
    rows: PaymentFacts[];
  }>`
    select g.id, g.amount, g.net, g.flag, g.paid_at is not null as paid,
      coalesce(g.paid_at > e.deleted_at, false) as late, coalesce(json_agg(json_build_object(
      'id', p.provider_ref, 'status', p.status, 'mode', p.mode, 'currency', p.currency, 'amount', p.amount,
      'refunded', p.refunded_amount, 'reversal', case when p.is_reversal then json_build_object('of', p.reversal_of) end
    ) order by p.id) filter (where p.id is not null), '[]') as rows
    from gifts g join events e on e.id = g.event_id left join payments p on p.gift_id = g.id group by g.id, e.id`.execute(
    db,
  );
  return rows.flatMap((gift) => {
    const { net, flag, paid } = giftBalance({ amount: gift.amount, isLate: gift.late }, gift.rows);
    if (net === gift.net && flag === gift.flag && (paid === 0 || gift.paid)) return [];
    return [`gift ${gift.id} says ${gift.net} and ${gift.flag}, its payments ${net} and ${flag}`];
  });
}

async function ledgersAgree(db: Database, { ledger = [] }: Witness): Promise<string[]> {
  const found = await Promise.all(ledger.map(({ instance, payments }) => differences(db, instance, [...payments])));
  return found.flatMap(({ lines }) => lines);
}

const historiesAreTrue = () => sql<{ hit: string }>`
  with steps as (
    select e.payment_id, e.seq, c.key as field, c.value -> 'old' as old, c.value -> 'new' as new,
      lag(c.value -> 'new') over (partition by e.payment_id, c.key order by e.seq) as before,
      row_number() over (partition by e.payment_id, c.key order by e.seq desc) = 1 as is_last
    from payment_events e cross join lateral jsonb_each(e.changed) c
  )
  select format('payment %s: its step %s repeats what %s was', payment_id, seq, field) as hit
  from steps where old = new and seq > 1
  union all
  select format('payment %s: its step %s knows another %s before it', payment_id, seq, field)
  from steps where seq > 1 and before is not null and before <> old
  union all
  select format('payment %s: its %s is none of its history', s.payment_id, s.field)
  from steps s join payments p on p.id = s.payment_id
  where s.is_last and s.field <> 'occurred_at' and s.new <> to_jsonb(p) -> s.field
  union all
  select format('payment %s has no history', p.id)
  from payments p where not exists (select from payment_events e where e.payment_id = p.id)
  union all
  select format('notice %s was worked before it came', id) from notices where handled_at < received_at`;

/** Said once more than in the domain, and otherwise. */
const refundsAreTaken = () => sql<{ hit: string }>`
  with sums as (
    select gift_id,
      coalesce(sum(amount) filter (where not is_reversal), 0) as paid,
      coalesce(sum(refunded_amount) filter (where not is_reversal), 0) as refunded,
      coalesce(sum(amount) filter (where is_reversal), 0) as reversed,
      coalesce(sum(amount) filter (where not is_reversal and status = 'charged_back'), 0) as charged_back
    from payments
    where mode = 'live' and currency = 'CHF' and status not in ('waiting', 'failed', 'unknown')
      and not (is_reversal and status in ('refund_pending', 'disputed'))
    group by gift_id
  )
  select format('gift %s counts %s, though %s came in and %s went back', g.id, g.net, coalesce(s.paid, 0),
    greatest(s.refunded, s.reversed, s.charged_back)) as hit
  from gifts g left join sums s on s.gift_id = g.id
  where g.net < 0 or g.net > greatest(0, coalesce(s.paid, 0) - greatest(s.refunded, s.reversed, s.charged_back, 0))
  union all
  select format('participant %s was given %s', participant_id, gifts) from participant_totals
  where gifts < 0 or gift_count < 0`;

const totalsAreSums = () => sql<{ hit: string }>`
  with sums as (
    select participant_id, event_id, sum(net) as gifts, count(*) filter (where net > 0) as gift_count
    from gifts group by participant_id, event_id
  ),
  shown as (
    select participant_id, event_id, amount as gifts, supporters as gift_count from contributions where kind = 'gift'
  )
  select format('participant %s: %s of %s gifts are shown, %s of %s are true', participant_id,
    coalesce(t.gifts, 0), coalesce(t.gift_count, 0), coalesce(s.gifts, 0), coalesce(s.gift_count, 0)) as hit
  from sums s full join shown t using (participant_id, event_id)
  where (coalesce(t.gifts, 0), coalesce(t.gift_count, 0)) <> (coalesce(s.gifts, 0), coalesce(s.gift_count, 0))`;

const shownIsTrue = (shown: string) => sql<{ hit: string }>`
  select format('anybody is told %s of event %s, and %s is true', s.amount, s."eventId", coalesce(g.net, 0)) as hit
  from json_to_recordset(${shown}::json) as s("eventId" int, amount bigint)
  left join (select event_id, sum(net) as net from gifts group by event_id) g on g.event_id = s."eventId"
  where s.amount <> coalesce(g.net, 0)`;
