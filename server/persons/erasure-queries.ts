import { sql } from 'kysely';
import type { Tx } from '#server/db/connect.ts';

/** Before donor and participant, as confirming locks them: two that wait for each other cost a second. Resolves with how many. */
export async function lockPledges(tx: Tx, of: 'donor_id' | 'participant_id', id: number): Promise<number> {
  const rows = await tx.selectFrom('pledges').select('id').where(of, '=', id).orderBy('id').forNoKeyUpdate().execute();
  return rows.length;
}

/** As `lockPledges`, after them. */
export async function lockGifts(tx: Tx, of: 'donor_id' | 'participant_id', id: number): Promise<number> {
  const rows = await tx.selectFrom('gifts').select('id').where(of, '=', id).orderBy('id').forNoKeyUpdate().execute();
  return rows.length;
}

/** False when there is no such donor, or nothing left of him. */
export async function markDonorErased(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('donors')
    .set({ email_key: null, erased_at: at })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was promised stays, and when; who promised goes. Resolves with how many there were. */
export async function erasePledges(tx: Tx, donorId: number, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('pledges')
    .set({
      donor_name: '',
      donor_email: null,
      donor_street: null,
      donor_zip: null,
      donor_city: null,
      donor_country: null,
      message: null,
      client_key: null,
      client_hash: null,
      cancel_reason: null,
      erased_at: at,
    })
    .where('donor_id', '=', donorId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** As pledges: what was given stays, and when; who gave goes. */
export async function eraseGifts(tx: Tx, donorId: number, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('gifts')
    .set({ donor_name: null, donor_email: null, message: null, client_key: null, client_hash: null, erased_at: at })
    .where('donor_id', '=', donorId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What the provider told of a donor, and what for. */
export async function emptyNotices(tx: Tx, of: 'donor_id' | 'participant_id', id: number): Promise<void> {
  await sql`
    update notices set body = null where checkout_id in (
      select c.id from checkouts c join gifts g on g.id = c.gift_id where g.${sql.ref(of)} = ${id}
    )`.execute(tx);
}

/** Mails to participants tell who gave: from here on somebody. */
export async function forgetInMails(tx: Tx, donorId: number): Promise<void> {
  await sql`
    update mails set data = data || '{"donor": null, "message": null}'
    where participant_id is not null and data ? 'donor'
      and gift_id in (select id from gifts where donor_id = ${donorId})`.execute(tx);
}

export async function emptyHistory(tx: Tx, donorId: number): Promise<void> {
  await sql`
    update pledge_events set evidence = '{}'
    where pledge_id in (select id from pledges where donor_id = ${donorId})`.execute(tx);
}

/** From here on the donor's pages know nothing of him. */
export async function deleteLinks(tx: Tx, donorId: number): Promise<void> {
  await sql`delete from links where pledge_id in (select id from pledges where donor_id = ${donorId})`.execute(tx);
}

/** Lines of the log stay, without anybody on them; one that was still to leave never will. */
export async function emptyMails(tx: Tx, of: 'donor_id' | 'participant_id', id: number, at: Date): Promise<number> {
  const theirs =
    of === 'participant_id'
      ? sql`participant_id = ${id}`
      : sql`pledge_id in (select id from pledges where donor_id = ${id})
          or participant_id is null and gift_id in (select id from gifts where donor_id = ${id})`;
  const { numAffectedRows } = await sql`
    update mails set to_email = '', to_name = '', data = '{}', secrets = null,
      failed_at = case when sent_at is null then coalesce(failed_at, ${at}) end,
      last_error = case when sent_at is null then 'erased' end
    where ${theirs}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The next reader of the list gets another one. The event before its people: that is how a sync locks them. */
export async function renewListOf(tx: Tx, participantId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update events set list_version = list_version + 1
    where id = (select event_id from participants where id = ${participantId})
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * The row keeps source and ID, so that the sync passes over it. Locked against whoever just writes a mail with his
 * name (`heldParticipant`): that mail is seen by what follows. False when nothing is left of him.
 */
export async function markParticipantErased(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('participants')
    .set((eb) => ({
      first_name: '',
      last_name: '',
      sort_name: '',
      search: '',
      bib: null,
      category: null,
      contest: null,
      birth_year: null,
      club: null,
      country: null,
      email: null,
      motivational_message: null,
      pinned: [],
      row_hash: '',
      withdrawn_at: eb.fn.coalesce('withdrawn_at', sql<Date>`${at}::timestamptz`),
      erased_at: at,
    }))
    .where('id', '=', (eb) => eb.selectFrom('participants').select('id').where('id', '=', id).forUpdate())
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function emptyChanges(tx: Tx, participantId: number): Promise<void> {
  await tx.updateTable('sync_changes').set({ changed: '{}' }).where('participant_id', '=', participantId).execute();
}

/** What donors wrote to this participant, and what staff wrote about their pledges. */
export async function emptyMessages(tx: Tx, participantId: number): Promise<void> {
  await sql`
    with pledged as (
      update pledges set message = null, cancel_reason = null
      where participant_id = ${participantId} and num_nonnulls(message, cancel_reason) > 0
    )
    update gifts set message = null where participant_id = ${participantId} and message is not null`.execute(tx);
}

/** Mails to donors tell whom they are about: from here on by number. Resolves with how many there were. */
export async function renameInMails(tx: Tx, participantId: number, name: string): Promise<number> {
  const participant = JSON.stringify({ name, bib: null });
  const { numAffectedRows } = await sql`
    update mails set data = jsonb_set(data, '{participant}', ${participant}::jsonb)
    where data ? 'participant' and (
      pledge_id in (select id from pledges where participant_id = ${participantId})
      or participant_id is null and gift_id in (select id from gifts where participant_id = ${participantId})
    )`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
