import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type CheckoutRow = Selectable<Tables['checkouts']>;
export type PaymentRow = Selectable<Tables['payments']>;
export type NewPayment = Insertable<Tables['payments']>;

/** Undefined when somebody else made this attempt: of two at one moment, either unique column may be met first. */
export function insertCheckout(tx: Tx, checkout: Insertable<Tables['checkouts']>): Promise<CheckoutRow | undefined> {
  return tx
    .insertInto('checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function listAttempts(db: Database | Tx, giftId: number): Promise<CheckoutRow[]> {
  return db.selectFrom('checkouts').selectAll().where('gift_id', '=', giftId).orderBy('attempt').execute();
}

/** What the provider answered. Without a link it is one that nobody is given: it is closed at the next look. */
export async function markOpened(
  tx: Tx,
  id: number,
  opened: { gateway_id: string; link: string | null; next_look_at: Date },
): Promise<void> {
  await tx.updateTable('checkouts').set(opened).where('id', '=', id).execute();
}

export async function markGivenUp(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('checkouts').set({ given_up_at: at }).where('id', '=', id).execute();
}

/** A checkout to look at now, and since when something pointed to news of it. `is_hidden`: its event is deleted. */
export type Claimed = CheckoutRow & {
  gateway_id: string;
  looked_at: Date;
  was_wanted: Date | null;
  is_hidden: boolean;
};

const isHidden = sql`exists (
  select from gifts g join events e on e.id = g.event_id where g.id = c.gift_id and e.deleted_at is not null
) as is_hidden`;

/** What is due, news first, and was not looked at since `before`; put off by the lease, in case the worker dies. */
export async function claimDue(
  db: Database,
  { now, before, lease }: { now: Date; before: Date; lease: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id, wanted_at from checkouts
      where next_look_at <= ${now} and gateway_id is not null and (looked_at is null or looked_at <= ${before})
      order by wanted_at is null, next_look_at limit 1
      for no key update skip locked
    )
    update checkouts c set looked_at = ${now}, wanted_at = null, next_look_at = ${lease}
    from due where c.id = due.id
    returning c.*, due.wanted_at as was_wanted, ${isHidden}`.execute(db);
  return rows[0];
}

/** The open checkout of a gift, unless somebody looked since `before`. */
export async function claimOf(
  db: Database,
  giftId: number,
  { now, before }: { now: Date; before: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update checkouts c set looked_at = ${now}
    where gift_id = ${giftId} and link is not null and closed_at is null
      and (looked_at is null or looked_at <= ${before})
    returning c.*, null::timestamptz as was_wanted, ${isHidden}`.execute(db);
  return rows[0];
}

/** After a look; news that came meanwhile is looked at as soon as may be. */
export async function markLooked(
  db: Database,
  id: number,
  seen: { status_raw: string | null; closed_at: Date | null; next_look_at: Date | null; soonest: Date },
): Promise<void> {
  await sql`
    update checkouts set status_raw = coalesce(${seen.status_raw}, status_raw), closed_at = ${seen.closed_at},
      next_look_at = case when wanted_at is null then ${seen.next_look_at}::timestamptz
        else least(${seen.next_look_at}::timestamptz, ${seen.soonest}::timestamptz) end
    where id = ${id}`.execute(db);
}

/** A look that told nothing. */
export async function markPutOff(db: Database, { id, was_wanted }: Claimed, until: Date): Promise<void> {
  await sql`
    update checkouts set next_look_at = ${until}, wanted_at = coalesce(wanted_at, ${was_wanted}::timestamptz)
    where id = ${id}`.execute(db);
}

/** Nothing of this account is looked at before. */
export async function putOffAll(db: Database, instance: string, until: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ next_look_at: until })
    .where('instance', '=', instance)
    .where('next_look_at', '<', until)
    .execute();
}

/** Something points to news: it is looked at as soon as may be after its last look. */
export async function markWanted(tx: Tx, id: number, now: Date, gapSeconds: number): Promise<void> {
  await sql`
    update checkouts set wanted_at = coalesce(wanted_at, ${now}),
      next_look_at = least(next_look_at,
        greatest(${now}::timestamptz, looked_at + make_interval(secs => ${gapSeconds})))
    where id = ${id}`.execute(tx);
}

/** As `markWanted`, all of an event that nobody paid yet. */
export async function markOpenWanted(tx: Tx, eventId: number, now: Date, gapSeconds: number): Promise<void> {
  await sql`
    update checkouts set wanted_at = coalesce(wanted_at, ${now}),
      next_look_at = least(next_look_at,
        greatest(${now}::timestamptz, looked_at + make_interval(secs => ${gapSeconds})))
    where gift_id in (select id from gifts where event_id = ${eventId} and paid_at is null)
      and gateway_id is not null and closed_at is null`.execute(tx);
}

export function findByReference(db: Database, reference: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom('checkouts').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** Accounts count for themselves. */
export function listByGateway(db: Database, gatewayId: string): Promise<CheckoutRow[]> {
  return db.selectFrom('checkouts').selectAll().where('gateway_id', '=', gatewayId).execute();
}

export function listByReferences(db: Database, instance: string, references: string[]): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('instance', '=', instance)
    .where('reference', '=', sql<string>`any(${references})`)
    .execute();
}

/** Nobody can pay a gift any more, and nobody did: by then every checkout of it is closed, or never left us. */
export async function markUnpaid(
  db: Database,
  { giftId, now, before }: { giftId: number | null; now: Date; before: Date },
): Promise<void> {
  await sql`
    update gifts g set failed_at = ${now}
    where g.paid_at is null and g.failed_at is null and (g.id = ${giftId}::int or g.created_at < ${before})
      and not exists (select from checkouts c where c.gift_id = g.id and c.link is not null and c.closed_at is null)
    `.execute(db);
}

export function listPayments(tx: Database | Tx, giftId: number): Promise<PaymentRow[]> {
  return tx.selectFrom('payments').selectAll().where('gift_id', '=', giftId).orderBy('id').execute();
}

export function listKnown(db: Database, instance: string, refs: string[]): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('source', '=', 'payrexx')
    .where('instance', '=', instance)
    .where('provider_ref', '=', sql<string>`any(${refs})`)
    .execute();
}

/** What of our ledger happened in a span of time. */
export function listMirrored(db: Database, instance: string, from: Date, until: Date): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('instance', '=', instance)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<=', until)
    .orderBy('id')
    .execute();
}

export function insertPayment(tx: Tx, payment: NewPayment): Promise<PaymentRow> {
  return tx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

export function updatePayment(tx: Tx, id: number, payment: NewPayment): Promise<PaymentRow> {
  return tx.updateTable('payments').set(payment).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function markSeen(tx: Tx, ids: number[], at: Date): Promise<void> {
  await sql`update payments set seen_at = greatest(seen_at, ${at}) where id = any(${ids})`.execute(tx);
}

export async function insertPaymentEvent(tx: Tx, paymentId: number, at: Date, changed: object): Promise<void> {
  await sql`
    insert into payment_events (payment_id, seq, at, changed)
    values (${paymentId}, (select coalesce(max(seq), 0) + 1 from payment_events where payment_id = ${paymentId}),
      ${at}, ${JSON.stringify(changed)})`.execute(tx);
}

/** Nobody erases donor or participant of the gift until the transaction ends. */
export async function holdGift(tx: Tx, id: number): Promise<void> {
  await sql`select from gifts where id = ${id} for share`.execute(tx);
}

/**
 * Kept once, and of one checkout so many at most: whoever forges them fills no disk. Of a gift whose donor or participant
 * is erased only that one came.
 */
export async function insertNotice(
  tx: Tx,
  notice: { key: string; checkout_id: number; body: Buffer; content_type: string; received_at: Date },
  most: number,
): Promise<void> {
  await sql`
    insert into notices (key, checkout_id, body, content_type, received_at)
    select ${notice.key}, c.id, case when coalesce(g.erased_at, p.erased_at) is null then ${notice.body}::bytea end,
      ${notice.content_type}, ${notice.received_at}
    from checkouts c join gifts g on g.id = c.gift_id join participants p on p.id = g.participant_id
    where c.id = ${notice.checkout_id}
      and (select count(*) from notices where checkout_id = ${notice.checkout_id}) < ${most}
    on conflict (key) do nothing`.execute(tx);
}

/** What came before we looked has been worked. */
export async function markHandled(db: Database, checkoutId: number, asked: Date, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ handled_at: now })
    .where('checkout_id', '=', checkoutId)
    .where('handled_at', 'is', null)
    .where('received_at', '<=', asked)
    .execute();
}

export async function emptyOldNotices(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ body: null })
    .where('body', 'is not', null)
    .where('received_at', '<', before)
    .execute();
}

export async function insertSweep(tx: Tx, instance: string, from: Date): Promise<void> {
  await tx
    .insertInto('payment_sweeps')
    .values({ instance, swept_until: from, next_at: from })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type SweepRow = Selectable<Tables['payment_sweeps']>;

/** The account whose list is due for longest; nobody else takes it before `lease`. */
export async function claimSweep(db: Database, now: Date, lease: Date): Promise<SweepRow | undefined> {
  const { rows } = await sql<SweepRow>`
    update payment_sweeps set next_at = ${lease}
    where instance = (
      select instance from payment_sweeps where next_at <= ${now} order by next_at limit 1 for update skip locked
    )
    returning *`.execute(db);
  return rows[0];
}

export async function markSwept(
  db: Database,
  instance: string,
  swept: Partial<Pick<SweepRow, 'next_at' | 'swept_until' | 'deep_at'>>,
): Promise<void> {
  await db.updateTable('payment_sweeps').set(swept).where('instance', '=', instance).execute();
}
