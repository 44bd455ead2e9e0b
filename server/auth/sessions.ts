import { setTimeout as pause } from 'node:timers/promises';
import { DAY, earlier, HOUR, MINUTE, SECOND } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { IdentityAway, SignInRefused } from '#server/services/identity.ts';
import {
  claimSession,
  deleteSession,
  findSession,
  markChecked,
  markRenewed,
  updateStaff,
  type Alive,
  type Claim,
} from './queries.ts';

const IDLE = 8 * HOUR;
export const ABSOLUTE = DAY;

/** Who lost a role or was disabled is out after this long: so old, nothing is believed before it was asked again. */
export const BELIEVED = 5 * MINUTE;
/** A job asks this early, so that nobody who is at work waits for the provider. */
export const ASKED_AHEAD = 4 * MINUTE;
/** While the provider is away, what it said last holds, and it is asked again this often. */
const ASKED_AGAIN = 30 * SECOND;
/** More than all time limits of one question: whoever claimed it longer ago has died. */
const CLAIM = 30 * SECOND;
const LOOK_EVERY_MS = 50;

export function aliveAt(now: Date): Alive {
  return { idleSince: earlier(now, IDLE), now };
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** A session whose facts are at most five minutes old; undefined when it ended, here or at the provider. */
export async function liveSession(ctx: Context, hash: Buffer): Promise<SessionRow | undefined> {
  for (;;) {
    const now = ctx.clock();
    const row = await findSession(ctx.db, hash, aliveAt(now));
    if (!row || now.getTime() - row.checked_at.getTime() < BELIEVED) return row;
    // One asks, of all instances; the others look whether it was answered.
    if (!(await check(ctx, hash, BELIEVED))) await pause(LOOK_EVERY_MS);
  }
}

/** Asks the provider about a session that was not checked for so long; false when somebody else is asking. */
export async function check(ctx: Context, hash: Buffer, age: number): Promise<boolean> {
  const now = ctx.clock();
  const claim: Claim = { id_hash: hash, claimed_at: now };
  const claimed = await claimSession(ctx.db, claim, earlier(now, age), earlier(now, CLAIM));
  if (!claimed) return false;
  try {
    await renew(ctx, claim, claimed);
  } catch (error) {
    if (error instanceof IdentityAway) {
      ctx.log.warn({ cause: causeOf(error) }, 'identity provider away: a session goes on unchecked');
      await markChecked(ctx.db, claim, { checked_at: earlier(now, ASKED_AHEAD - ASKED_AGAIN) });
    } else if (error instanceof SignInRefused) {
      await deleteSession(ctx.db, hash);
      ctx.log.info({ cause: causeOf(error) }, 'session ended: the identity provider no longer stands by it');
    } else throw error;
  }
  return true;
}

/** The class of a fault: messages carry claims and tokens. */
export function causeOf({ cause, message }: IdentityAway | SignInRefused): string {
  if (!(cause instanceof Error)) return message;
  const { error, code = cause.name } = cause as { error?: string; code?: string };
  return error ?? code;
}

interface Claimed {
  refresh_token: string | null;
  staff_id: number;
  sub: string;
}

async function renew(
  ctx: Context,
  claim: Claim,
  { refresh_token: refreshToken, staff_id, sub }: Claimed,
): Promise<void> {
  // Nothing would ever show that the person is gone.
  if (refreshToken === null) throw new SignInRefused('no refresh token');
  const facts = await ctx.identity.refresh({ refreshToken, sub }, (next) => markRenewed(ctx.db, claim.id_hash, next));
  const { name, email, roles, idToken, accessExpiresAt } = facts;
  await transaction(ctx.db, async (tx) => {
    await markChecked(tx, claim, {
      checked_at: claim.claimed_at,
      roles,
      ...(idToken && { id_token: idToken }),
      access_expires_at: accessExpiresAt,
    });
    await updateStaff(tx, staff_id, { name, email });
  });
}
