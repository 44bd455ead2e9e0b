import { randomUUID } from 'node:crypto';
import type { Event } from '#contract/events.ts';
import type { ParticipantRow } from '#contract/pages.ts';
import type { PartQuery } from '#contract/paging.ts';
import { paths } from '#contract/paths.ts';
import { formatMoney, plainMoney, type Rappen } from '#domain/money.ts';
import { pageName } from '#domain/names.ts';
import { organiserOf } from '#domain/organiser.ts';
import type { Context, Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { eventById, eventEverIn, lockedEvent, noteListChange, type EventRow } from '#server/events/actions.ts';
import { presentEvent } from '#server/events/present.ts';
import { listOrPage } from '#server/list-or-page.ts';
import { send, type GiftOutgoing, type Sent } from '#server/mails/actions.ts';
import { addressee, heldParticipant, participantById, participantPage } from '#server/participants/actions.ts';
import {
  countAmounts,
  findAmount,
  findPage,
  findPageOf,
  insertMissingPages,
  insertPage,
  listAmounts,
  markReplaced,
  sumGifts,
  type PageRow,
} from './queries.ts';

/** Whom an address leads to. */
export interface Destination {
  participant_id: number;
  page: PageRow | null;
  /** By a name that was replaced. */
  isOld: boolean;
}

/** By the name of a payment page, now or before, or by a participant's id; null where no page ever was called so. */
export async function destinationOf(ctx: Context, address: string): Promise<Destination | null> {
  if (/^[1-9]\d{0,8}$/.test(address)) {
    const id = Number(address);
    return { participant_id: id, page: (await findPageOf(ctx.db, id)) ?? null, isOld: false };
  }
  if (!/^[a-z0-9]{1,40}$/i.test(address)) return null;
  const page = await findPage(ctx.db, address.toLowerCase());
  return page ? { participant_id: page.participant_id, page, isOld: page.public_id !== address } : null;
}

/** What stands at an address where one gives. */
export interface GivePlace {
  event: Event;
  participant: ParticipantRow;
  /** The page may say who it is. */
  named: boolean;
  /** What the page is called now: by its own name, else by the participant's id. */
  address: string;
  /** It was asked for by a name that was replaced. */
  isOld: boolean;
}

/** By the name of a payment page, now or before, or by a participant's id. */
export async function givePlace(ctx: Context, asked: string): Promise<GivePlace | null> {
  const destination = await destinationOf(ctx, asked);
  const found = destination && (await participantPage(ctx, destination.participant_id));
  const event = found && (await eventById(ctx, found.participant.event_id));
  if (!destination || !found || !event) return null;
  const { participant, named } = found;
  const address = pageName(participant);
  return { event: presentEvent(ctx, event, false), participant, named, address, isOld: destination.isOld };
}

/** As `givePlace`, where a card may be put up: who stands on no list has none any more. */
export async function cardPlace(ctx: Context, asked: string): Promise<GivePlace | null> {
  const place = await givePlace(ctx, asked);
  return place?.participant.status === 'registered' ? place : null;
}

export async function createPaymentPage(ctx: Context, staff: Staff | null, participantId: number, recreate: boolean) {
  return withParticipant(ctx, participantId, async (tx, { event, name }) => {
    const before = await findPageOf(tx, participantId);
    if (before && !recreate) return { code: 'page_exists' as const, name, page: before };
    if (before) await markReplaced(tx, participantId, ctx.clock());
    const page = await insertPage(tx, participantId);
    if (!page) throw new Error('the event was locked, and somebody made a page');
    await noteListChange(tx, event.id);
    const code = before ? ('page_recreated' as const) : ('page_created' as const);
    await record(tx, staff, {
      action: 'page.created',
      event_id: event.id,
      participant_id: participantId,
      changed: { renewed: String(before !== undefined) },
    });
    return { code, name, page };
  });
}

/** Mails a participant the link to his page, as often as staff want it. */
export async function mailPageLink(ctx: Context, staff: Staff | null, participantId: number) {
  return withParticipant(ctx, participantId, async (tx, { event }) => {
    const page = await findPageOf(tx, participantId);
    if (!page) return fail('no_page');
    const mail = await sendPageLink(ctx, tx, event.id, participantId, page, `page-link:${page.id}:${randomUUID()}`);
    if (!mail) return fail('participant_without_email');
    await record(tx, staff, {
      action: 'page.mailed',
      event_id: event.id,
      participant_id: participantId,
      subject: 'mail',
      subject_id: mail.id,
    });
    return mail;
  });
}

/** The same mail with the page as it is called now; null when nobody is left to get it. */
export async function repeatPageLink(ctx: Context, tx: Tx, mail: Sent, cause: string): Promise<{ id: number } | null> {
  const { event_id, participant_id } = mail;
  const page = participant_id === null ? undefined : await findPageOf(tx, participant_id);
  if (!page || event_id === null) return null;
  return sendPageLink(ctx, tx, event_id, page.participant_id, page, cause, mail.id);
}

async function sendPageLink(
  ctx: Context,
  tx: Tx,
  eventId: number,
  participantId: number,
  page: PageRow,
  cause: string,
  resendOf?: number,
): Promise<{ id: number } | null> {
  const event = await eventEverIn(tx, eventId);
  const to = await addressee(tx, participantId);
  if (!event || !to) return null;
  const organiser = organiserOf(event, ctx.config.brand.operator);
  const mail: GiftOutgoing = {
    kind: 'page-link',
    cause,
    event_id: eventId,
    participant_id: participantId,
    to: { name: to.name, address: to.address },
    reply_to: organiser.email,
    language: event.language,
    data: {
      participant: { name: to.name, bib: to.bib },
      event: { name: event.name, date: event.event_date, organiser },
      give: page.public_id,
    },
    token: '',
    at: ctx.clock(),
    ...(resendOf !== undefined && { resend_of: resendOf }),
  };
  return send(ctx, tx, mail);
}

/** The event before its people, as a sync locks them; of an event whose money has somewhere to go. */
async function withParticipant<T>(
  ctx: Context,
  id: number,
  work: (tx: Tx, of: { event: EventRow; name: string }) => Promise<T>,
) {
  const known = await participantById(ctx, id, null);
  if (!known) return fail('unknown_participant');
  return transaction(ctx.db, async (tx) => {
    const event = await lockedEvent(tx, known.event_id);
    const participant = event && (await heldParticipant(ctx, tx, event.id, id));
    if (!participant) return fail('unknown_participant');
    if (participant.status === 'withdrawn') return fail('participant_withdrawn');
    return event.payrexx_instance ? work(tx, { event, name: participant.name }) : fail('no_instance');
  });
}

/** In one statement, however many are on the list. */
export function createMissingPages(ctx: Context, staff: Staff | null, eventId: number) {
  return transaction(ctx.db, async (tx) => {
    const event = await lockedEvent(tx, eventId);
    if (!event) return fail('unknown_event');
    if (!event.payrexx_instance) return fail('no_instance');
    const created = await insertMissingPages(tx, eventId);
    if (created > 0) {
      await noteListChange(tx, eventId);
      await record(tx, staff, { action: 'pages.created', event_id: eventId, changed: { count: created } });
    }
    return { created };
  });
}

export function pageLink(ctx: Context, page: PageRow): string {
  return ctx.config.publicUrl + paths.give(page.public_id);
}

export async function totalDonations(ctx: Context, eventId: number) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  const sum = await sumGifts(ctx.db, eventId);
  return { ...told(sum), amountInMainUnit: Number(plainMoney(sum)) };
}

export async function donationAmount(ctx: Context, address: string) {
  const destination = await destinationOf(ctx, address);
  const found = destination && (await findAmount(ctx.db, destination.participant_id));
  return found ? told(found.amount) : fail('unknown_page');
}

export async function donationAmounts(ctx: Context, eventId: number, wish: PartQuery) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  return listOrPage(
    wish,
    {
      all: () => listAmounts(ctx.db, eventId),
      page: (page) => listAmounts(ctx.db, eventId, page),
      count: () => countAmounts(ctx.db, eventId),
    },
    ({ participant_id, page, amount }) => ({ participant_id, payrexx_page_id: page, ...told(amount) }),
  );
}

function told(amount: Rappen) {
  return { donatedAmount: amount as number, formattedAmount: formatMoney(amount), currency: 'CHF' as const };
}
