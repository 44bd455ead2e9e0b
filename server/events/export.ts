import { swissDay } from '#domain/dates.ts';
import { XLSX_ROWS } from '#domain/list.ts';
import { translator, type Translate } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import type { Caller } from '#server/http/handler.ts';
import { record } from '#server/activity/actions.ts';
import { sheetFile, type Format } from '#server/sheets/actions.ts';
import { tableOf, type ColumnOf, type Piece } from '#server/sheets/table.ts';
import { eventEverById, type EventRow } from './actions.ts';

export type Exporter = Pick<Caller, 'staff' | 'language'>;

interface Rows<Row> {
  action: 'gifts.exported' | 'pledges.exported';
  /** In the name of the file. */
  called: string;
  /** What the activity log keeps beside the format and how many they were. */
  chosen?: { status: string };
  /** How many there are, and the last of them: what comes meanwhile comes with the next export. */
  count: (tx: Tx) => Promise<{ count: number; last: number }>;
  list: (piece: Piece) => Promise<Row[]>;
  columns: (t: Translate, event: EventRow) => ColumnOf<Row>[];
}

/** What an event holds of one kind as a table to be saved. */
export async function exportOf<Row extends { id: number }>(
  ctx: Context,
  { staff, language }: Exporter,
  eventId: number,
  format: Format,
  rows: Rows<Row>,
) {
  const event = await eventEverById(ctx, eventId);
  if (!event) return fail('unknown_event');
  const last = await transaction(ctx.db, async (tx) => {
    const { count, last } = await rows.count(tx);
    if (format === 'xlsx' && count > XLSX_ROWS) return fail('export_too_long');
    // Before the first line leaves: a download that somebody breaks off has shown donors too.
    const changed = { ...rows.chosen, format, count };
    await record(tx, staff, { action: rows.action, event_id: eventId, changed });
    return last;
  });
  if (last instanceof Failure) return last;
  const name = [event.address, rows.called, swissDay(ctx.clock())].join('-');
  return sheetFile(name, format, tableOf(rows.columns(translator(language), event), last, rows.list));
}
