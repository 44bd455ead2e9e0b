import { sql } from 'kysely';
import type { Language } from '#domain/language.ts';
import type { Tx } from '#server/db/connect.ts';

/** Made when new. Holds the row, so that what one mailbox promises follows each other. */
export function upsertDonor(tx: Tx, donor: { email_key: string | null; language: Language }) {
  return tx
    .insertInto('donors')
    .values(donor)
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ language: donor.language }))
    .returning(['id', 'verified_at', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
}

export async function deleteLonelyDonors(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('donors as d')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pledges as p').select('p.id').whereRef('p.donor_id', '=', 'd.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('gifts as g').select('g.id').whereRef('g.donor_id', '=', 'd.id'))),
    )
    .execute();
}
