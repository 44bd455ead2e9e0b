import { swissDay } from '#domain/dates.ts';
import { giftStatus } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import { XLSX_ROWS } from '#domain/list.ts';
import { fullName } from '#domain/names.ts';
import { translator, type Translate } from '#locales/messages.ts';
import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { eventById } from '#server/events/actions.ts';
import { sheetFile, type Cell, type Column, type Format } from '#server/sheets/actions.ts';
import { pieces, type Piece } from '#server/sheets/pieces.ts';
import { countExport, listExport, type ExportRow } from './queries.ts';

/** The gifts of an event as a table to be saved. */
export async function exportGifts(
  ctx: Context,
  { staff, language }: { staff: Staff | null; language: Language },
  eventId: number,
  format: Format,
) {
  const event = await eventById(ctx, eventId);
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
  const list = (piece: Piece) => listExport(ctx.db, eventId, piece);
  const rows = pieces(counted.last, list, (row) => cells(row, t));
  return sheetFile(name, format, { columns: columns(t), rows });
}

function columns(t: Translate): Column[] {
  return [
    { title: t('export.id'), is: 'number' },
    { title: t('export.givenAt'), is: 'moment' },
    { title: t('export.paidAt'), is: 'moment' },
    { title: t('export.state'), is: 'text' },
    { title: t('export.bib'), is: 'text' },
    { title: t('admin.participant'), is: 'text' },
    { title: t('export.donor'), is: 'text' },
    { title: t('donation.email'), is: 'text' },
    { title: t('export.asked'), is: 'money' },
    { title: t('export.net'), is: 'money' },
    { title: t('export.method'), is: 'text' },
    { title: t('export.flag'), is: 'text' },
    { title: t('export.flagDone'), is: 'moment' },
    { title: t('export.anonymous'), is: 'text' },
    { title: t('export.message'), is: 'text' },
    { title: t('export.language'), is: 'text' },
  ];
}

/** In the order of `columns`. */
function cells(row: ExportRow, t: Translate): Cell[] {
  return [
    row.id,
    row.given,
    row.paid,
    t(`export.gift.${giftStatus(row)}`),
    row.bib,
    fullName(row) || null,
    row.donor_name,
    row.donor_email,
    row.amount,
    row.net,
    row.method,
    row.flag && t(`export.flags.${row.flag}`),
    row.done,
    row.anonymous ? t('export.yes') : null,
    row.message,
    row.language,
  ];
}
