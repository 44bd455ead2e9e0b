import type { Planted } from './planted.ts';

const unlocked = 'alter table payment_events disable trigger payment_events_append_only';

/** Of one gift of CHF 50, of which 20 went back: rows 1 and 2 of the provider, a thank-you mail, the seventh. */
export const plantedGifts: Planted[] = [
  [
    'I2',
    'two links of one gift',
    ({ plant }) =>
      plant(`drop index checkout_link;
        insert into checkouts (gift_id, attempt, instance, reference, amount, gateway_id, link)
        select gift_id, 2, instance, 'x', amount, '1', 'https://pay.example/x' from checkouts`),
    /gift 1 has 2 links/,
  ],
  [
    'I2',
    'a checkout that is called otherwise',
    ({ plant }) => plant(`update checkouts set reference = 'x.1'`),
    /checkout 1 is called x.1/,
  ],
  [
    'I2',
    'a payment of somebody else',
    ({ plant }) => plant(`update payments set instance = 'thun' where id = 1`),
    /payment 1 is of gift 1/,
  ],
  [
    'I2',
    'an accepted gift that is not there',
    ({ witness }) => ({ given: [...witness.given, { key: 'lost', id: 'x', link: 'https://pay.example/' }] }),
    /form lost was answered a gift that is not stored so/,
  ],
  [
    'I2',
    'a form that was answered two links',
    ({ witness }) => ({ given: witness.given.flatMap((one) => [one, { ...one, link: 'https://pay.example/' }]) }),
    /form gift-1 was answered 2 links/,
  ],
  ['I2', 'a gift that nobody was told of', () => ({ given: [] }), /gift 1 was never accepted/],
  [
    'I8',
    'a gift that counts more than was paid',
    ({ plant }) => plant('update gifts set net = 4000'),
    /gift 1 says 4000 and partly_refunded, its payments 3000/,
  ],
  [
    'I8',
    'a gift that nobody paid for',
    ({ plant }) => plant(`${unlocked}; delete from payment_events; delete from payments`),
    /gift 1 says 3000 and partly_refunded, its payments 0 and null/,
  ],
  ['I8', 'a test that counts', ({ plant }) => plant(`update payments set mode = 'test'`), /its payments 0 and test/],
  ['I8', 'euros that count', ({ plant }) => plant(`update payments set currency = 'EUR'`), /its payments 0 and other/],
  [
    'I8',
    'money for an event that was gone by then',
    ({ plant }) =>
      plant(`update events set deleted_at = '2020-01-01'; update gifts set flag = null;
        ${unlocked}; delete from payment_events where payment_id = 2; delete from payments where id = 2;
        update payments set refunded_amount = 0, status = 'confirmed' where id = 1; update gifts set net = 5000`),
    /gift 1 says 5000 and null, its payments 5000 and after_deletion/,
  ],
  [
    'I8',
    'a difference that nobody sees',
    ({ plant }) => plant('update gifts set flag = null, amount = 6000'),
    /its payments 3000 and underpaid/,
  ],
  [
    'I8',
    'a payment that the provider does not know',
    ({ witness }) => ({
      ledger: witness.ledger.map((one) => ({
        ...one,
        payments: one.payments.map((payment) => ({ ...payment, reference: null })),
      })),
    }),
    /payment \d+: only we have it, CHF 50.00 live/,
  ],
  [
    'I8',
    'a payment that we do not know',
    ({ plant }) =>
      plant(`${unlocked}; delete from payment_events where payment_id = 1; delete from payments where id = 1`),
    /payment \d+: only they have it, CHF 50.00/,
  ],
  [
    'I8',
    'another amount than the provider has',
    ({ plant }) => plant('update payments set amount = 1999 where id = 2'),
    /we have CHF 19.99 live .*, they have CHF 20.00/,
  ],
  [
    'I9',
    'what was written down twice',
    ({ plant }) =>
      plant(`insert into payment_events (payment_id, seq, at, changed)
        select payment_id, seq + 1, at, '{"amount": {"old": 5000, "new": 5000}}' from payment_events where payment_id = 1`),
    /payment 1: its step 2 repeats what amount was/,
  ],
  [
    'I9',
    'a step that is missing',
    ({ plant }) =>
      plant(`insert into payment_events (payment_id, seq, at, changed)
        select payment_id, seq + 1, at, '{"amount": {"old": 4000, "new": 5000}}' from payment_events where payment_id = 1`),
    /payment 1: its step 2 knows another amount/,
  ],
  [
    'I9',
    'a payment that its history does not tell',
    ({ plant }) => plant(`update payments set status_raw = 'quantum' where id = 1`),
    /payment 1: its status_raw is none of its history/,
  ],
  [
    'I9',
    'a payment without a history',
    ({ plant }) => plant(`${unlocked}; delete from payment_events where payment_id = 2`),
    /payment 2 has no history/,
  ],
  [
    'I9',
    'a notice that was foreseen',
    ({ plant }) => plant(`update notices set handled_at = received_at - interval '1 second'`),
    /notice 1 was worked before it came/,
  ],
  [
    'I10',
    'a refund that was forgotten',
    ({ plant }) => plant('update gifts set net = 5000'),
    /gift 1 counts 5000, though 5000 came in and 2000 went back/,
  ],
  [
    'I10',
    'less than nothing',
    ({ plant }) =>
      plant('alter table gifts drop constraint gift_net, drop constraint gift_paid; update gifts set net = -1'),
    /gift 1 counts -1/,
  ],
  [
    'I11',
    'a gift that is counted twice',
    ({ plant }) => plant('update participant_totals set gifts = 6000, gift_count = 2 where gifts > 0'),
    /participant 2: 6000 of 2 gifts are shown, 3000 of 1 are true/,
  ],
  [
    'I11',
    'a total that is told otherwise',
    ({ witness }) => ({ shown: witness.shown.map((one) => ({ ...one, amount: 5000 })) }),
    /anybody is told 5000 of event 2, and 3000 is true/,
  ],
  [
    'I13',
    'the id of a gift in a log line',
    ({ witness }) => ({ logs: witness.given.map(({ id }) => `{"path":"/gift/${id}"}`) }),
    /the id of gift 1 is logged/,
  ],
  [
    'I14',
    'a payment page made in silence',
    ({ plant }) => plant('insert into payment_pages (participant_id) values (1)'),
    /1 payment pages were made, and 0 are told/,
  ],
  [
    'I14',
    'a flag looked after in silence',
    ({ plant }) => plant('update gifts set flag_done_at = now()'),
    /nobody looked after gift 1/,
  ],
  [
    'I14',
    'money that nobody was told of',
    ({ plant }) =>
      plant(`alter table activities disable trigger activities_append_only;
        delete from activities where action = 'gift.paid'`),
    /gift 1 was paid, and nobody was told/,
  ],
  [
    'I16',
    'a gift that an erasure forgot',
    ({ plant }) => plant('update gifts set erased_at = now()'),
    /gift 1 says who its erased donor was/,
  ],
  [
    'I16',
    'a notice that an erasure forgot',
    ({ plant }) => plant('update gifts set erased_at = now()'),
    /notice 1 tells of somebody who was erased/,
  ],
  [
    'I16',
    'a mail that names an erased donor',
    ({ plant }) => plant('update gifts set erased_at = now()'),
    /mail 7 names an erased donor/,
  ],
];
