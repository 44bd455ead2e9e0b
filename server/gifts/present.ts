import type { GiftByHolder, StaffGift } from '#contract/gifts.ts';
import { swissDay } from '#domain/dates.ts';
import { giftStatus } from '#domain/gift.ts';
import { plainMoney } from '#domain/money.ts';
import { fullName, pageName } from '#domain/names.ts';
import { organiserOf } from '#domain/organiser.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { eventEverIn } from '#server/events/actions.ts';
import type { GiftOutgoing } from '#server/mails/actions.ts';
import { addressee, heldParticipant, participantEver } from '#server/participants/actions.ts';
import { findPayment, type GiftRow, type ListedRow } from './queries.ts';

/** A gift as its own holder sees it; an event that was deleted since keeps its name. */
export async function presentGift(ctx: Context, tx: Tx, gift: GiftRow): Promise<GiftByHolder> {
  const event = await eventEverIn(tx, gift.event_id);
  const participant = await participantEver(ctx, tx, gift.event_id, gift.participant_id);
  const { link, method } = await findPayment(tx, gift.id);
  const organiser = organiserOf(event, ctx.config.brand.operator);
  const status = giftStatus(gift);
  return {
    id: gift.public_id,
    number: gift.id,
    status,
    amount: plainMoney(gift.amount),
    net: plainMoney(gift.net),
    donor_name: gift.donor_name,
    donor_email: gift.donor_email,
    created_at: gift.created_at.toISOString(),
    paid_at: gift.paid_at?.toISOString() ?? null,
    method: gift.paid_at ? method : null,
    link: status === 'open' ? link : null,
    participant: {
      id: gift.participant_id,
      name: participant?.name ?? '',
      first_name: participant?.first_name ?? '',
      bib: participant?.bib ?? null,
      payrexx_page_id: participant?.payrexx_page_id ?? null,
    },
    event: {
      id: gift.event_id,
      name: event?.name ?? '',
      slug: event && !event.deleted_at ? event.address : null,
      event_date: event?.event_date ?? null,
      purpose: event?.purpose ?? null,
      organiser: organiser.name,
      organiser_place: organiser.place,
      organiser_email: organiser.email,
    },
  };
}

/** A mail about a paid gift, but for its cause; null where it goes to nobody. */
export async function giftMail(
  ctx: Context,
  tx: Tx,
  gift: GiftRow,
  kind: 'gift-thanks' | 'gift-received',
): Promise<Omit<Extract<GiftOutgoing, { kind: 'gift-thanks' | 'gift-received' }>, 'cause'> | null> {
  const event = await eventEverIn(tx, gift.event_id);
  const shown = await heldParticipant(ctx, tx, gift.event_id, gift.participant_id);
  const isThanks = kind === 'gift-thanks';
  const participant = isThanks || !event?.mail_participants ? null : await addressee(tx, gift.participant_id);
  const to = isThanks
    ? gift.donor_email && { name: gift.donor_name ?? '', address: gift.donor_email }
    : participant && { name: participant.name, address: participant.address };
  if (!to || !event || !shown) return null;
  const organiser = organiserOf(event, ctx.config.brand.operator);
  return {
    kind,
    event_id: gift.event_id,
    gift_id: gift.id,
    ...(participant && { participant_id: gift.participant_id }),
    to,
    reply_to: organiser.email,
    language: isThanks ? gift.language : event.language,
    data: {
      // Everybody may know his own name.
      participant: { name: participant?.name ?? shown.name, bib: shown.bib },
      event: { name: event.name, date: event.event_date, organiser },
      amount: gift.net,
      donor: isThanks || !gift.anonymous ? gift.donor_name : null,
      message: isThanks ? null : gift.message,
      paidOn: swissDay(gift.paid_at ?? gift.created_at),
      give: pageName(shown),
    },
    token: isThanks ? gift.public_id : '',
    at: ctx.clock(),
  };
}

/** A gift as staff see it. */
export function presentListed(row: ListedRow): StaffGift {
  return {
    id: row.id,
    participant_id: row.participant_id,
    participant_name: fullName(row) || null,
    event_id: row.event_id,
    donor_name: row.donor_name,
    donor_email: row.donor_email,
    amount: plainMoney(row.amount),
    net: plainMoney(row.net),
    status: giftStatus(row),
    flag: row.flag,
    flag_done_at: row.flag_done_at?.toISOString() ?? null,
    method: row.method,
    anonymous: row.anonymous,
    message: row.message,
    language: row.language,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
