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
  deleteLinks,
  emptyChanges,
  emptyHistory,
  emptyMails,
  emptyMessages,
  emptyNotices,
  eraseGifts,
  erasePledges,
  forgetInMails,
  lockGifts,
  lockPledges,
  markDonorErased,
  markParticipantErased,
  renameInMails,
  renewListOf,
} from './erasure-queries.ts';
import { countPersons, listPersons, listStored, type Row } from './queries.ts';

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
    const { payment_events: steps, ...stored } = await listStored(tx, kind, id);
    if (stored[kind === 'donor' ? 'donors' : 'participants']?.length !== 1) return fail('unknown_person');
    await record(tx, staff, { action: 'person.exported', ...subjectOf(kind, id) });
    return {
      kind,
      id,
      exported_at: ctx.clock().toISOString(),
      stored: {
        ...Object.fromEntries(Object.entries(stored).map(([table, rows]) => [table, rows.map(inFrancs)])),
        ...(steps && { payment_events: steps.map(stepInFrancs) }),
      },
    } satisfies PersonFile;
  });
}

/** People read francs. */
function inFrancs({ rate, ...row }: Row): Row {
  const amounts = Object.entries({ ...row, ...(rate !== undefined && { amount_per_unit: rate }) });
  return Object.fromEntries(amounts.map(([name, value]) => [name, francs(name, value)]));
}

/** As `inFrancs`, of what a payment was before and what it was then. */
function stepInFrancs({ changed, ...step }: Row): Row {
  const fields = Object.entries(changed as Record<string, { old: unknown; new: unknown }>);
  const told = fields.map(([name, { old, new: now }]) => [name, { old: francs(name, old), new: francs(name, now) }]);
  return { ...step, changed: Object.fromEntries(told) as Row };
}

const francs = (name: string, value: unknown) => (isMoney(name, value) ? plainMoney(value) : value);

const isMoney = (name: string, value: unknown): value is Rappen =>
  typeof value === 'number' && /^(amount|amount_per_unit|max_amount|net|refunded_amount)$/.test(name);

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
  gifts: number;
  mails: number;
  event_id?: number;
}

/** The person's own row before what hangs on it: whoever writes about him meanwhile waits there, and finds him gone. */
const erase: Record<PersonKind, (ctx: Context, tx: Tx, id: number) => Promise<Erased | null>> = {
  donor: async (ctx, tx, id) => {
    const at = ctx.clock();
    await lockPledges(tx, 'donor_id', id);
    await lockGifts(tx, 'donor_id', id);
    if (!(await markDonorErased(tx, id, at))) return null;
    const pledges = await erasePledges(tx, id, at);
    const gifts = await eraseGifts(tx, id, at);
    await emptyHistory(tx, id);
    await emptyNotices(tx, 'donor_id', id);
    await deleteLinks(tx, id);
    await forgetInMails(tx, id);
    return { pledges, gifts, mails: await emptyMails(tx, 'donor_id', id, at) };
  },
  participant: async (ctx, tx, id) => {
    const event_id = await renewListOf(tx, id);
    const at = ctx.clock();
    const pledges = await lockPledges(tx, 'participant_id', id);
    const gifts = await lockGifts(tx, 'participant_id', id);
    if (event_id === null || !(await markParticipantErased(tx, id, at))) return null;
    await emptyChanges(tx, id);
    await emptyMessages(tx, id);
    await emptyNotices(tx, 'participant_id', id);
    const number = fullName(shownName({ first_name: '', last_name: '', bib: null }, id, 'none'));
    await renameInSubjects(ctx, tx, id, number);
    const mails = (await emptyMails(tx, 'participant_id', id, at)) + (await renameInMails(tx, id, number));
    return { pledges, gifts, mails, event_id };
  },
};

const subjectOf = (kind: PersonKind, id: number) =>
  kind === 'participant' ? { participant_id: id } : { subject: kind, subject_id: id };
