import type { z } from 'zod';
import type { PledgeByLink, StaffPledge } from '#contract/pledges.ts';
import { DAY, later, swissDay } from '#domain/dates.ts';
import { plainMoney } from '#domain/money.ts';
import { fullName } from '#domain/names.ts';
import { organiserOf } from '#domain/organiser.ts';
import { pledgeStatus, type PledgeStatus } from '#domain/pledge.ts';
import { DEFAULT_UNIT } from '#domain/units.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { eventEverIn } from '#server/events/actions.ts';
import type { PledgeOutgoing } from '#server/mails/actions.ts';
import { heldParticipant, participantEver } from '#server/participants/actions.ts';
import type { ListedRow } from './list-queries.ts';
import type { PledgeRow } from './queries.ts';

export type PledgeView = z.output<typeof PledgeByLink>;

/** What a pledge is for, also when its event was deleted or its participant withdrawn since. */
export type Place = Awaited<ReturnType<typeof placeOf>>;

export async function placeOf(ctx: Context, tx: Tx, row: Pick<PledgeRow, 'event_id' | 'participant_id'>) {
  const event = await eventEverIn(tx, row.event_id);
  return { event, participant: await participantEver(ctx, tx, row.event_id, row.participant_id) };
}

/** As `placeOf`, for what is written about the participant: he is not erased before, so the erasure sees it. */
export async function heldPlaceOf(ctx: Context, tx: Tx, row: Pick<PledgeRow, 'event_id' | 'participant_id'>) {
  const event = await eventEverIn(tx, row.event_id);
  return { event, participant: await heldParticipant(ctx, tx, row.event_id, row.participant_id) };
}

/** A pledge as its own holder sees it; an event that was deleted since keeps its name. */
export function presentPledge(
  ctx: Context,
  row: PledgeRow,
  status: PledgeStatus,
  { event, participant }: Place,
): PledgeView {
  return {
    donation: {
      id: row.id,
      amount_per_unit: plainMoney(row.rate),
      max_amount: plainMoney(row.max_amount),
      status,
    },
    event: {
      id: row.event_id,
      name: event?.name ?? '',
      slug: event && !event.deleted_at ? event.address : null,
      event_date: event?.event_date ?? null,
      unit_description: event?.unit_text ?? DEFAULT_UNIT,
      expected_units: event?.expected_units ?? null,
      organiser: organiserOf(event, ctx.config.brand.operator).name,
    },
    participant: {
      id: row.participant_id,
      name: participant?.name ?? '',
      first_name: participant?.first_name ?? '',
      bib: participant?.bib ?? null,
    },
  };
}

/** A pledge as staff see it. */
export function presentListed(row: ListedRow): StaffPledge {
  return {
    id: row.id,
    participant_id: row.participant_id,
    participant_name: fullName(row) || null,
    event_id: row.event_id,
    donor_name: row.donor_name || null,
    donor_email: row.donor_email,
    donor_street: row.donor_street,
    donor_city: row.donor_city,
    donor_country: row.donor_country,
    amount_per_unit: plainMoney(row.rate),
    max_amount: plainMoney(row.max_amount),
    anonymous: row.anonymous,
    message: row.message,
    status: pledgeStatus(row),
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason,
    cancelled_by: row.cancelled_by,
    mail_id: row.mail_id,
  };
}

/** What every mail of a pledge is made of. */
export function mailOf(
  ctx: Context,
  row: PledgeRow,
  email: string,
  { event, participant }: Place,
): Omit<PledgeOutgoing, 'kind' | 'cause' | 'token' | 'at'> {
  const organiser = organiserOf(event, ctx.config.brand.operator);
  return {
    event_id: row.event_id,
    pledge_id: row.id,
    to: { name: row.donor_name, address: email },
    reply_to: organiser.email,
    language: row.language,
    data: {
      participant: { name: participant?.name ?? '', bib: participant?.bib ?? null },
      event: {
        name: event?.name ?? '',
        date: event?.event_date ?? null,
        unit: event?.unit_text ?? DEFAULT_UNIT,
        expectedUnits: event?.expected_units ?? null,
        organiser,
      },
      rate: row.rate,
      cap: row.max_amount,
      donor: row.donor_name,
      validUntil: linksValidUntil(ctx, row.created_at),
    },
  };
}

/** The calendar day on which an unconfirmed pledge is forgotten, and its links with it. */
export function linksValidUntil(ctx: Context, createdAt: Date): string {
  return swissDay(later(createdAt, ctx.config.retention.pledgeDays * DAY));
}
