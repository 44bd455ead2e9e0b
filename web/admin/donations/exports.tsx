import { useQuery } from '@tanstack/react-query';
import type { ContributionTotals } from '#contract/contributions.ts';
import type { Event } from '#contract/events.ts';
import { XLSX_ROWS } from '#domain/list.ts';
import { formatCount } from '#domain/money.ts';
import { fileAddress } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { asPage, read } from '#web/admin/ask.ts';
import { SaveLink } from '#web/admin/parts/save-link.tsx';

interface PledgeExportsProps {
  event: Event;
  totals: Pick<ContributionTotals, 'confirmed' | 'pending'>;
}

/** All that is confirmed or pending in an event, whatever is searched for on the screen. */
export const PledgeExports = ({ event: { id }, totals }: PledgeExportsProps) =>
  (['confirmed', 'pending'] as const).map((status) => (
    <Export
      key={status}
      what={status}
      count={totals[status]}
      hrefOf={(format) =>
        fileAddress('GET /api/donations/export/event/{id}/{status}', { params: { id, status }, query: { format } })
      }
    />
  ));

/** All gifts of an event, also those that are not paid. */
export function GiftExports({ event: { id } }: { event: Event }) {
  const { data } = useQuery({
    ...read('GET /api/events/{id}/gifts', { params: { id }, query: { limit: '1' } }),
    select: asPage,
  });
  return (
    <Export
      what="gifts"
      count={data?.total ?? 0}
      hrefOf={(format) => fileAddress('GET /api/gifts/export/event/{id}', { params: { id }, query: { format } })}
    />
  );
}

interface ExportProps {
  what: 'gifts' | 'confirmed' | 'pending';
  count: number;
  hrefOf: (format: 'csv' | 'xlsx') => string;
}

function Export({ what: kind, count, hrefOf }: ExportProps) {
  const text = useText();
  if (count === 0) return null;
  const what = text(`admin.donations.export.${kind}`, { count: formatCount(count) });
  const isLong = count > XLSX_ROWS;
  const formats = isLong ? (['csv'] as const) : (['csv', 'xlsx'] as const);
  return (
    <div className="export">
      <p>{what}</p>
      <div className="btns">
        {formats.map((format) => (
          <SaveLink
            key={format}
            href={hrefOf(format)}
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
