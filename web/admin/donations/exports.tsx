import type { PromisedTotals } from '#contract/donors.ts';
import type { Event } from '#contract/events.ts';
import { XLSX_ROWS } from '#domain/list.ts';
import { formatCount } from '#domain/money.ts';
import { fileAddress } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { SaveLink } from '#web/admin/parts/save-link.tsx';

interface ExportsProps {
  event: Event;
  totals: Pick<PromisedTotals, 'confirmed' | 'pending'>;
}

/** All that is confirmed or pending in an event, whatever is searched for on the screen. */
export const Exports = ({ event, totals }: ExportsProps) =>
  (['confirmed', 'pending'] as const).map(
    (status) => totals[status] > 0 && <Export key={status} eventId={event.id} status={status} count={totals[status]} />,
  );

interface ExportProps {
  eventId: number;
  status: 'confirmed' | 'pending';
  count: number;
}

function Export({ eventId, status, count }: ExportProps) {
  const text = useText();
  const what = text(`admin.donations.export.${status}`, { count: formatCount(count) });
  const isLong = count > XLSX_ROWS;
  const formats = isLong ? (['csv'] as const) : (['csv', 'xlsx'] as const);
  return (
    <div className="export">
      <p>{what}</p>
      <div className="btns">
        {formats.map((format) => (
          <SaveLink
            key={format}
            href={fileAddress('GET /api/donations/export/event/{id}/{status}', {
              params: { id: eventId, status },
              query: { format },
            })}
            label={`${what}: ${format.toUpperCase()}`}
            failed={text('admin.donations.exportFailed')}
          >
            {format.toUpperCase()}
          </SaveLink>
        ))}
        {isLong && <span className="soft">{text('admin.donations.exportLong')}</span>}
      </div>
    </div>
  );
}
