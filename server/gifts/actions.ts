import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { NewGift } from '#contract/gifts.ts';
import { paths } from '#contract/paths.ts';
import { isWithin } from '#domain/gift-form.ts';
import { giftStatus } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import { formatRange } from '#domain/money.ts';
import { clientKey, type ClientKey } from '#server/client-key.ts';
import type { Context, Sender } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure, Repeated } from '#server/failure.ts';
import { donorBehind } from '#server/donors/actions.ts';
import { eventIn } from '#server/events/actions.ts';
import { canTakeGifts } from '#server/events/present.ts';
import { takeForm, takeReplay } from '#server/limits/actions.ts';
import { heldParticipant, participantById } from '#server/participants/actions.ts';
import { destinationOf, type Destination } from '#server/payment-pages/actions.ts';
import { beginAttempt, open, payLink } from '#server/payments/checkouts.ts';
import { lookForDonor } from '#server/payments/look.ts';
import { presentGift } from './present.ts';
import { findByClientKey, findByPublicId, insertGift, type GiftRow } from './queries.ts';

type Wish = z.output<typeof NewGift>;

/** Opens a checkout for a gift: the intent first, then the provider, then its answer. It counts once it is paid. */
export async function give(ctx: Context, wish: Wish, key: string | null, from: Sender) {
  const limits = ctx.config.gifts;
  if (!isWithin(wish.amount, limits)) {
    return fail('invalid', { fields: { amount: { text: 'donation.giftLimits', values: formatRange(limits) } } });
  }
  const sent = clientKey('POST /api/gifts', key, wish);
  const { client_key, client_hash } = sent;
  const earlier = client_key === null ? undefined : await findByClientKey(ctx.db, client_key);
  if (earlier) return repeat(ctx, earlier, client_hash, from);
  const full = await takeForm(ctx, from.network);
  if (full) return full;
  const destination = await destinationOf(ctx, wish.page_id);
  const known = destination && (await participantById(ctx, destination.participant_id, null));
  if (!known) return fail('unknown_page');
  const to = { ...destination, event_id: known.event_id };
  const sender = { ...sent, language: wish.language ?? from.language };
  const made = await transaction(ctx.db, (tx) => insert(ctx, tx, wish, to, sender));
  if (made instanceof Failure) return made;
  if (made) return answer(made.gift, await open(ctx, made.gift, made.checkout));
  // Two submits of one form at the same moment: the second finds the first one's gift.
  const first = client_key === null ? undefined : await findByClientKey(ctx.db, client_key);
  return first ? repeat(ctx, first, client_hash, from) : fail('key_reused');
}

/** The gift, and its first attempt at a checkout; null when the client's key has been used. */
async function insert(ctx: Context, tx: Tx, wish: Wish, to: Recipient, sender: ClientKey & { language: Language }) {
  const refused = await refusal(ctx, tx, to);
  if (refused) return refused;
  const { donor_name, donor_email, amount, message, anonymous } = wish;
  const donor = donor_name || donor_email ? await donorBehind(tx, donor_email, sender.language) : null;
  const gift = await insertGift(tx, {
    ...sender,
    public_id: randomBytes(16).toString('base64url'),
    event_id: to.event_id,
    participant_id: to.participant_id,
    payment_page_id: to.page?.id ?? null,
    donor_id: donor?.id ?? null,
    donor_name,
    donor_email,
    amount,
    message,
    anonymous,
    created_at: ctx.clock(),
  });
  if (!gift) return null;
  const checkout = await beginAttempt(ctx, tx, gift, 1);
  if (checkout instanceof Failure) return checkout;
  return checkout && { gift, checkout };
}

type Recipient = Destination & { event_id: number };

async function refusal(ctx: Context, tx: Tx, { event_id, participant_id }: Recipient) {
  const event = await eventIn(tx, event_id);
  const participant = event && (await heldParticipant(ctx, tx, event_id, participant_id));
  if (!participant) return fail('unknown_page');
  if (!event.is_active) return fail('event_closed');
  if (!canTakeGifts(ctx, event)) return fail('gifts_off');
  if (participant.status === 'pending') return fail('participant_pending');
  return participant.status === 'withdrawn' ? fail('participant_withdrawn') : null;
}

/** The same form once more: its one link, opened anew where the answer was lost; its page when nobody can pay it any more. */
async function repeat(ctx: Context, gift: GiftRow, hash: string | null, from: Sender) {
  if (gift.client_hash !== hash) return fail('key_reused');
  const full = await takeReplay(ctx, from.network);
  if (full) return full;
  const isOpen = giftStatus(gift) === 'open';
  const answered = answer(gift, isOpen ? await payLink(ctx, gift) : ctx.config.publicUrl + paths.gift(gift.public_id));
  return answered instanceof Failure ? answered : new Repeated(answered);
}

function answer<F extends Failure>(gift: GiftRow, link: string | F) {
  return link instanceof Failure ? link : { id: gift.public_id, link };
}

/** What the donor sees who comes back from paying; an open gift is looked up at the provider. */
export async function giftForHolder(ctx: Context, publicId: string) {
  // What no id of ours can be is not looked for: text may hold what the database cannot.
  if (!/^[\w-]{22}$/.test(publicId)) return fail('unknown_gift');
  const gift = await findByPublicId(ctx.db, publicId);
  if (gift && giftStatus(gift) === 'open') await lookForDonor(ctx, gift.id);
  return transaction(ctx.db, async (tx) => {
    const now = await findByPublicId(tx, publicId);
    return now ? presentGift(ctx, tx, now) : fail('unknown_gift');
  });
}
