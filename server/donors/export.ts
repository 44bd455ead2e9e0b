import { swissDay } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { XLSX_ROWS } from '#domain/list.ts';
import { fullName } from '#domain/names.ts';
import { translator, type Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { eventEverById, type EventRow } from '#server/events/actions.ts';
import { sheetFile, type Format } from '#server/sheets/actions.ts';
import { tableOf, type ColumnOf } from '#server/sheets/table.ts';
import { countExport, listExport, type Exported, type ExportRow } from './queries.ts';

/** The confirmed or the pending pledges of an event as a table to be saved. */
export async function exportPledges(
  ctx: Context,
  { staff, language }: { staff: Staff | null; language: Language },
  eventId: number,
  status: Exported,
  format: Format,
) {
  const event = await eventEverById(ctx, eventId);
  if (!event) return fail('unknown_event');
  const counted = await transaction(ctx.db, async (tx) => {
    const { count, last } = await countExport(tx, eventId, status);
    if (format === 'xlsx' && count > XLSX_ROWS) return fail('export_too_long');
    // Before the first line leaves: a download that somebody breaks off has shown donors too.
    await record(tx, staff, { action: 'pledges.exported', event_id: eventId, changed: { status, format, count } });
    return { last };
  });
  if (counted instanceof Failure) return counted;
  const t = translator(language);
  const name = [event.address, status, swissDay(ctx.clock())].join('-');
  const table = tableOf(columns(event, t), counted.last, (piece) => listExport(ctx.db, eventId, status, piece));
  return sheetFile(name, format, table);
}

function columns({ unit_text }: EventRow, t: Translate): ColumnOf<ExportRow>[] {
  const unit = unitWord(t, unit_text);
  return [
    { title: t('export.id'), is: 'number', cell: (row) => row.id },
    { title: t('export.promisedAt'), is: 'moment', cell: (row) => row.promised_at },
    { title: t('export.confirmedAt'), is: 'moment', cell: (row) => row.confirmed_at },
    { title: t('export.bib'), is: 'text', cell: (row) => row.bib },
    { title: t('admin.participant'), is: 'text', cell: (row) => fullName(row) || null },
    { title: t('export.donor'), is: 'text', cell: (row) => row.donor_name || null },
    { title: t('donation.email'), is: 'text', cell: (row) => row.donor_email },
    { title: t('donation.street'), is: 'text', cell: (row) => row.donor_street },
    { title: t('donation.city'), is: 'text', cell: (row) => row.donor_city },
    { title: t('donation.country'), is: 'text', cell: (row) => row.donor_country },
    { title: t('export.rate', { unit }), is: 'money', cell: (row) => row.rate },
    { title: t('export.atMost'), is: 'money', cell: (row) => row.max_amount },
    { title: t('export.anonymous'), is: 'text', cell: (row) => (row.anonymous ? t('export.yes') : null) },
    { title: t('export.message'), is: 'text', cell: (row) => row.message },
    { title: t('export.language'), is: 'text', cell: (row) => row.language },
  ];
}
