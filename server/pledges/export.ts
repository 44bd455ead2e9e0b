import { fullName } from '#domain/names.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import type { Context } from '#server/context.ts';
import type { EventRow } from '#server/events/actions.ts';
import { exportOf, type Exporter } from '#server/events/export.ts';
import type { Format } from '#server/sheets/actions.ts';
import type { ColumnOf } from '#server/sheets/table.ts';
import { countExport, listExport, type Exported, type ExportRow } from './list-queries.ts';

/** The confirmed or the pending pledges of an event as a table to be saved. */
export function exportPledges(ctx: Context, caller: Exporter, eventId: number, status: Exported, format: Format) {
  return exportOf<ExportRow>(ctx, caller, eventId, format, {
    action: 'pledges.exported',
    called: status,
    chosen: { status },
    count: (tx) => countExport(tx, eventId, status),
    list: (piece) => listExport(ctx.db, eventId, status, piece),
    columns,
  });
}

function columns(t: Translate, { unit_text }: EventRow): ColumnOf<ExportRow>[] {
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
