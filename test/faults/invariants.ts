import type { Database } from '#server/db/connect.ts';
import type { Invariant, Witness } from './invariants/ask.ts';
import { activityInvariants } from './invariants/activities.ts';
import { giftInvariants } from './invariants/gifts.ts';
import { jobInvariants } from './invariants/jobs.ts';
import { mailInvariants } from './invariants/mails.ts';
import { personInvariants } from './invariants/persons.ts';
import { pledgeInvariants } from './invariants/pledges.ts';
import { secretInvariants } from './invariants/secrets.ts';
import { timingInvariants } from './invariants/timing.ts';

const numberOf = ({ name }: Invariant) => Number(name.slice(1));

export const invariants: Invariant[] = [
  ...pledgeInvariants,
  ...giftInvariants,
  ...mailInvariants,
  ...timingInvariants,
  ...activityInvariants,
  ...jobInvariants,
  ...secretInvariants,
  ...personInvariants,
].toSorted((a, b) => numberOf(a) - numberOf(b));

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
