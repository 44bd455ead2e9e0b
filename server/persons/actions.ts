import type { Paging } from '#contract/paging.ts';
import type { Person, PersonFile, PersonKind } from '#contract/persons.ts';
import { plainMoney, type Rappen } from '#domain/money.ts';
import { fullName, shownName } from '#domain/names.ts';
import { fold } from '#domain/text.ts';
import { record } from '#server/activity/actions.ts';
import { renameInSubjects } from '#server/mails/actions.ts';
import type { Context, Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import {
  countPersons,
  deleteLinks,
  emptyChanges,
  emptyHistory,
  emptyMails,
  emptyMessages,
  erasePledges,
  listPersons,
  listStored,
  lockPledges,
  markDonorErased,
  markParticipantErased,
  renameInMails,
  renewListOf,
  type Row,
} from './queries.ts';

/** Donors and participants whose name or address holds every word. That somebody searched is kept, not for whom. */
export async function findPersons(ctx: Context, staff: Staff | null, { q, ...page }: Paging & { q: string }) {
  // An apostrophe alone folds to nothing, which would be everybody.
  const words = (fold(q) || q).split(' ');
  const [rows, total] = await Promise.all([listPersons(ctx.db, words, page), countPersons(ctx.db, words)]);
  await transaction(ctx.db, (tx) => record(tx, staff, { action: 'persons.searched', changed: { found: total } }));
  const items = rows.map((row): Person => ({ ...row, since: row.since.toISOString() }));
  return { items, total, ...page };
}

/** Everything that is stored about a person, for the person. */
export function exportPerson(ctx: Context, staff: Staff | null, kind: PersonKind, id: number) {
  return transaction(ctx.db, async (tx) => {
    const { pledges = [], ...stored } = await listStored(tx, kind, id);
    if (stored[kind === 'donor' ? 'donors' : 'participants']?.length !== 1) return fail('unknown_person');
    await record(tx, staff, { action: 'person.exported', ...subjectOf(kind, id) });
    return {
      kind,
      id,
      exported_at: ctx.clock().toISOString(),
      stored: { ...stored, pledges: pledges.map(inFrancs) },
    } satisfies PersonFile;
  });
}

/** People read francs. */
function inFrancs({ rate, max_amount, ...row }: Row): Row {
  if (rate === undefined) return row;
  const cap = max_amount === null ? null : plainMoney(max_amount as Rappen);
  return { ...row, amount_per_unit: plainMoney(rate as Rappen), max_amount: cap };
}

/** Clears everything that says who a person is. Amounts and dates stay, and so do the totals. */
export function erasePerson(ctx: Context, staff: Staff | null, kind: PersonKind, id: number) {
  return transaction(ctx.db, async (tx) => {
    const erased = await erase[kind](ctx, tx, id);
    if (!erased) return fail('unknown_person');
    const { event_id = null, ...counts } = erased;
    await record(tx, staff, { action: 'person.erased', event_id, ...subjectOf(kind, id), changed: counts });
    return counts;
  });
}

interface Erased {
  pledges: number;
  mails: number;
  event_id?: number;
}

/** The person's own row before what hangs on it: whoever writes about him meanwhile waits there, and finds him gone. */
const erase: Record<PersonKind, (ctx: Context, tx: Tx, id: number) => Promise<Erased | null>> = {
  donor: async (ctx, tx, id) => {
    const at = ctx.clock();
    await lockPledges(tx, 'donor_id', id);
    if (!(await markDonorErased(tx, id, at))) return null;
    const pledges = await erasePledges(tx, id, at);
    await emptyHistory(tx, id);
    await deleteLinks(tx, id);
    return { pledges, mails: await emptyMails(tx, id, at) };
  },
  participant: async (ctx, tx, id) => {
    const event_id = await renewListOf(tx, id);
    const pledges = await lockPledges(tx, 'participant_id', id);
    if (event_id === null || !(await markParticipantErased(tx, id, ctx.clock()))) return null;
    await emptyChanges(tx, id);
    await emptyMessages(tx, id);
    const number = fullName(shownName({ first_name: '', last_name: '', bib: null }, id, 'none'));
    await renameInSubjects(ctx, tx, id, number);
    return { pledges, mails: await renameInMails(tx, id, number), event_id };
  },
};

const subjectOf = (kind: PersonKind, id: number) =>
  kind === 'participant' ? { participant_id: id } : { subject: kind, subject_id: id };
