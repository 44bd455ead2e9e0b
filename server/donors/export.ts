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
import { eventById, type EventRow } from '#server/events/actions.ts';
import { sheetFile, type Cell, type Column, type Format } from '#server/sheets/actions.ts';
import { pieces, type Piece } from '#server/sheets/pieces.ts';
import { countExport, listExport, type Exported, type ExportRow } from './queries.ts';

/** The confirmed or the pending pledges of an event as a table to be saved. */
export async function exportPledges(
  ctx: Context,
  { staff, language }: { staff: Staff | null; language: Language },
  eventId: number,
  status: Exported,
  format: Format,
) {
  const event = await eventById(ctx, eventId);
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
  const list = (piece: Piece) => listExport(ctx.db, eventId, status, piece);
  const rows = pieces(counted.last, list, (row) => cells(row, t));
  return sheetFile(name, format, { columns: columns(event, t), rows });
}

function columns({ unit_text }: EventRow, t: Translate): Column[] {
  const unit = unitWord(t, unit_text);
  return [
    { title: t('export.id'), is: 'number' },
    { title: t('export.promisedAt'), is: 'moment' },
    { title: t('export.confirmedAt'), is: 'moment' },
    { title: t('export.bib'), is: 'text' },
    { title: t('admin.participant'), is: 'text' },
    { title: t('export.donor'), is: 'text' },
    { title: t('donation.email'), is: 'text' },
    { title: t('donation.street'), is: 'text' },
    { title: t('donation.city'), is: 'text' },
    { title: t('donation.country'), is: 'text' },
    { title: t('export.rate', { unit }), is: 'money' },
    { title: t('export.atMost'), is: 'money' },
    { title: t('export.anonymous'), is: 'text' },
    { title: t('export.message'), is: 'text' },
    { title: t('export.language'), is: 'text' },
  ];
}

/** In the order of `columns`. */
function cells(row: ExportRow, t: Translate): Cell[] {
  return [
    row.id,
    row.promised_at,
    row.confirmed_at,
    row.bib,
    fullName(row) || null,
    row.donor_name || null,
    row.donor_email,
    row.donor_street,
    row.donor_city,
    row.donor_country,
    row.rate,
    row.max_amount,
    row.anonymous ? t('export.yes') : null,
    row.message,
    row.language,
  ];
}
