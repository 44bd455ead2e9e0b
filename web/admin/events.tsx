import type { EventCard } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatDay, formatMoment } from '#domain/dates.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { useShell, useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { FlowTable } from './flow-table.tsx';

export function Events({ events }: { events: EventCard[] }) {
  const text = useText();
  const { language } = useShell();
  if (events.length === 0) return <p className="soft">{text('admin.eventsEmpty')}</p>;
  return (
    <FlowTable
      labelledBy="events"
      items={events}
      columns={[
        { name: text('admin.name'), kind: 'first', cell: ({ slug, name }) => <a href={paths.event(slug)}>{name}</a> },
        { name: text('admin.date'), cell: ({ event_date: day }) => (day ? formatDay(day, language) : '–') },
        {
          name: text('admin.status'),
          cell: ({ is_active: active }) => (
            <Chip tone={active ? 'good' : 'off'}>{text(active ? 'event.active' : 'event.inactive')}</Chip>
          ),
        },
        {
          name: text('admin.pledged'),
          kind: 'number',
          cell: (event) => (event.donation_per_unit ? formatMoney(wireMoney(event.confirmed_per_unit)) : '–'),
        },
        {
          name: text('admin.lastSync'),
          cell: ({ last_synced_at: at }) => (at ? formatMoment(new Date(at)) : text('admin.never')),
        },
        {
          name: text('admin.participants'),
          kind: 'action',
          cell: ({ id, name }) => (
            <a
              className="btn btn-line"
              href={`${paths.participants}?eventId=${id}`}
              aria-label={text('admin.participantsOf', { event: name })}
            >
              {text('admin.participants')}
            </a>
          ),
        },
      ]}
    />
  );
}
