import { swissDay } from '#domain/dates.ts';
import { giftStatus } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import { XLSX_ROWS } from '#domain/list.ts';
import { fullName } from '#domain/names.ts';
import { methodName } from '#domain/payment-method.ts';
import { translator, type Translate } from '#locales/messages.ts';
import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { eventEverById } from '#server/events/actions.ts';
import { sheetFile, type Format } from '#server/sheets/actions.ts';
import { tableOf, type ColumnOf } from '#server/sheets/table.ts';
import { countExport, listExport, type ExportRow } from './queries.ts';

/** The gifts of an event as a table to be saved. */
export async function exportGifts(
  ctx: Context,
  { staff, language }: { staff: Staff | null; language: Language },
  eventId: number,
  format: Format,
) {
  const event = await eventEverById(ctx, eventId);
  if (!event) return fail('unknown_event');
  const counted = await transaction(ctx.db, async (tx) => {
    const { count, last } = await countExport(tx, eventId);
    if (format === 'xlsx' && count > XLSX_ROWS) return fail('export_too_long');
    // Before the first line leaves: a download that somebody breaks off has shown donors too.
    await record(tx, staff, { action: 'gifts.exported', event_id: eventId, changed: { format, count } });
    return { last };
  });
  if (counted instanceof Failure) return counted;
  const t = translator(language);
  const name = [event.address, 'gifts', swissDay(ctx.clock())].join('-');
  const table = tableOf(columns(t), counted.last, (piece) => listExport(ctx.db, eventId, piece));
  return sheetFile(name, format, table);
}

function columns(t: Translate): ColumnOf<ExportRow>[] {
  return [
    { title: t('export.id'), is: 'number', cell: (row) => row.id },
    { title: t('export.givenAt'), is: 'moment', cell: (row) => row.given },
    { title: t('export.paidAt'), is: 'moment', cell: (row) => row.paid },
    { title: t('export.state'), is: 'text', cell: (row) => t(`export.gift.${giftStatus(row)}`) },
    { title: t('export.bib'), is: 'text', cell: (row) => row.bib },
    { title: t('admin.participant'), is: 'text', cell: (row) => fullName(row) || null },
    { title: t('export.donor'), is: 'text', cell: (row) => row.donor_name },
    { title: t('donation.email'), is: 'text', cell: (row) => row.donor_email },
    { title: t('export.asked'), is: 'money', cell: (row) => row.amount },
    { title: t('export.net'), is: 'money', cell: (row) => row.net },
    { title: t('export.method'), is: 'text', cell: (row) => (row.method && row.paid ? methodName(row.method) : null) },
    { title: t('export.flag'), is: 'text', cell: (row) => row.flag && t(`export.flags.${row.flag}`) },
    { title: t('export.flagDone'), is: 'moment', cell: (row) => row.done },
    { title: t('export.anonymous'), is: 'text', cell: (row) => (row.anonymous ? t('export.yes') : null) },
    { title: t('export.message'), is: 'text', cell: (row) => row.message },
    { title: t('export.language'), is: 'text', cell: (row) => row.language },
  ];
}
