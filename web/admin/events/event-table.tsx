import { Link } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCount, formatMoney, wireMoney } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { called } from '#web/admin/parts/called.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { Turn } from '#web/admin/turn.tsx';

export function EventTable({ events, sort }: { events: Event[]; sort: string | undefined }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  return (
    <DataTable
      caption={text('admin.tab.events')}
      columns={[...columns(text), actions(text, isAdmin)]}
      rows={events}
      sort={sort}
    />
  );
}

function columns(text: Translate): Column<Event>[] {
  return [
    {
      head: text('admin.name'),
      kind: 'name',
      sort: 'name',
      cell: ({ slug, name }) => (
        <a className="breaks" href={paths.event(slug)}>
          {name}
        </a>
      ),
    },
    {
      head: text('admin.event.timing'),
      cell: ({ rr_simple_ip: address = '' }) => <Shortened address={address} />,
    },
    {
      head: text('admin.created'),
      sort: 'created_at',
      cell: ({ created_at: created }) => formatDate(new Date(created)),
    },
    {
      head: text('admin.status'),
      cell: ({ is_active: active }) => (
        <Chip tone={active ? 'good' : 'off'}>{text(active ? 'event.active' : 'event.inactive')}</Chip>
      ),
    },
    {
      head: text('admin.participants'),
      kind: 'number',
      cell: ({ id, participants = 0 }) => (
        <Link to="/admin/participants" search={{ event: id }}>
          {formatCount(participants)}
        </Link>
      ),
    },
    {
      head: text('admin.given'),
      kind: 'number',
      cell: ({ id, gifts = '0' }) => (
        <Link to="/admin/donations" search={{ event: id }}>
          {formatMoney(wireMoney(gifts))}
        </Link>
      ),
    },
    {
      head: text('admin.pledged'),
      kind: 'number',
      cell: ({ id, confirmed_per_unit: confirmed = '0' }) => (
        <Link to="/admin/pledges" search={{ event: id }}>
          {formatMoney(wireMoney(confirmed))}
        </Link>
      ),
    },
  ];
}

function actions(text: Translate, isAdmin: boolean): Column<Event> {
  return {
    head: text('admin.actions'),
    kind: 'action',
    cell: ({ id, name }) => (
      <>
        <Link
          className="btn btn-line"
          to="/admin/participants"
          search={{ event: id }}
          aria-label={text('admin.participantsOf', { event: name })}
        >
          {text('admin.participants')}
        </Link>
        <Turn
          className="btn btn-line btn-icon"
          to={{ edit: id }}
          keep
          {...called(text(isAdmin ? 'admin.event.editOf' : 'admin.event.viewOf', { event: name }))}
        >
          <Icon name={isAdmin ? 'edit' : 'info'} />
        </Turn>
        {isAdmin && (
          <Turn
            className="btn btn-line btn-icon"
            to={{ remove: id }}
            keep
            {...called(text('admin.event.removeOf', { event: name }))}
          >
            <Icon name="bin" />
          </Turn>
        )}
      </>
    ),
  };
}

/** Host and the last signs: the address is a secret, and too long for a table. */
function Shortened({ address }: { address: string }) {
  const [first = '', ...more] = address.split(' ');
  const host = URL.parse(first)?.host ?? first;
  const count = more.length > 0 ? ` +${more.length}` : '';
  return (
    <span className="soft">
      {host}/<wbr />
      {`…/${first.slice(-4)}${count}`}
    </span>
  );
}
