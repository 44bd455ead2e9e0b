import { giftStatus } from '#domain/gift.ts';
import { fullName } from '#domain/names.ts';
import { methodName } from '#domain/payment-method.ts';
import type { Translate } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import { exportOf, type Exporter } from '#server/events/export.ts';
import type { Format } from '#server/sheets/actions.ts';
import type { ColumnOf } from '#server/sheets/table.ts';
import { countExport, listExport, type ExportRow } from './queries.ts';

/** The gifts of an event as a table to be saved. */
export function exportGifts(ctx: Context, caller: Exporter, eventId: number, format: Format) {
  return exportOf<ExportRow>(ctx, caller, eventId, format, {
    action: 'gifts.exported',
    called: 'gifts',
    count: (tx) => countExport(tx, eventId),
    list: (piece) => listExport(ctx.db, eventId, piece),
    columns,
  });
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
