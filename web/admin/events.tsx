import type { EventCard } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatDay, formatMoment } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
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
      heads={[
        { name: text('admin.name'), kind: 'first' },
        { name: text('admin.date') },
        { name: text('admin.status') },
        { name: text('admin.pledged'), kind: 'number' },
        { name: text('admin.lastSync') },
        { name: text('admin.participants'), kind: 'action' },
      ]}
      rows={events.map((event) => ({ id: event.id, cells: cellsOf(event, text, language) }))}
    />
  );
}

function cellsOf(event: EventCard, text: Translate, language: Language) {
  const { id, slug, name, event_date: day, is_active: active, last_synced_at: synced } = event;
  return [
    <a key="name" href={paths.event(slug)}>
      {name}
    </a>,
    day ? formatDay(day, language) : '–',
    <Chip key="status" tone={active ? 'good' : 'off'}>
      {text(active ? 'event.active' : 'event.inactive')}
    </Chip>,
    event.donation_per_unit ? formatMoney(wireMoney(event.confirmed_per_unit)) : '–',
    synced ? formatMoment(new Date(synced)) : text('admin.never'),
    <a
      key="participants"
      className="btn btn-line"
      href={`${paths.participants}?eventId=${id}`}
      aria-label={text('admin.participantsOf', { event: name })}
    >
      {text('admin.participants')}
    </a>,
  ];
}
