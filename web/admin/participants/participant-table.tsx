import { Link } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import type { Translate } from '#locales/messages.ts';
import { Bib } from '#web/parts/bib.tsx';
import { useText } from '#web/text.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { called } from '#web/admin/parts/called.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { Email } from '#web/admin/parts/email.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { Turn } from '#web/admin/turn.tsx';
import { fieldNames } from '#web/admin/parts/field-names.ts';
import { PageCell } from './page-cell.tsx';
import { Approve, CancelOrRestore } from './status-buttons.tsx';
import '#web/admin/look/participants.css';

interface ParticipantTableProps {
  event: Event;
  people: Participant[];
  sort: string;
}

export function ParticipantTable({ event, people, sort }: ParticipantTableProps) {
  const text = useText();
  const isAdmin = useIsAdmin();
  return (
    <DataTable
      caption={text('participants.caption', { event: event.name })}
      columns={[...columns(text), ...(event.payrexx_instance ? [paymentPage(text)] : []), actions(text, isAdmin)]}
      rows={people}
      sort={sort}
    />
  );
}

const tones = { registered: 'good', pending: 'pending', withdrawn: 'off' } satisfies Record<
  Participant['status'],
  Tone
>;

function columns(text: Translate): Column<Participant>[] {
  return [
    {
      head: text('participants.number'),
      kind: 'bib',
      sort: 'bib',
      cell: ({ bib, name }) => <Bib bib={bib} name={name} size="s" />,
    },
    {
      head: text('admin.name'),
      kind: 'name',
      sort: 'last_name',
      cell: (person) => <Name person={person} />,
    },
    {
      head: text('admin.email'),
      cell: ({ email }) => (
        <span className="soft">{email ? <Email address={email} /> : text('admin.participants.noEmail')}</span>
      ),
    },
    {
      head: text('admin.field.category'),
      cell: ({ category, club }) => (
        <span className="under">
          {category} <span className="soft">{club}</span>
        </span>
      ),
    },
    {
      head: text('admin.status'),
      cell: ({ status }) => <Chip tone={tones[status]}>{text(`admin.participants.is.${status}`)}</Chip>,
    },
  ];
}

const paymentPage = (text: Translate): Column<Participant> => ({
  head: text('admin.pages.page'),
  cell: (person) => <PageCell person={person} />,
});

/** Below the name: that it was added by hand, or which fields were corrected, which no sync changes. */
function Name({ person: { id, name, by_hand: byHand, pinned = [] } }: { person: Participant }) {
  const text = useText();
  const corrected = pinned.length > 0 && text('admin.participants.corrected', { fields: fieldNames(pinned, text) });
  const note = byHand ? text('admin.participants.byHand') : corrected;
  return (
    <span className="under">
      <Turn to={{ edit: id }} keep>
        {name}
      </Turn>
      {note && <span className="soft">{note}</span>}
    </span>
  );
}

function actions(text: Translate, isAdmin: boolean): Column<Participant> {
  return {
    head: text('admin.actions'),
    kind: 'action',
    cell: (person) => (
      <>
        {isAdmin && person.status === 'pending' && <Approve person={person} />}
        <Link
          className="btn btn-line btn-icon"
          to="/admin/donations"
          search={{ event: person.event_id, participant: person.id }}
          {...called(text('admin.participants.donationsOf', { name: person.name }))}
        >
          <Icon name="tally" />
        </Link>
        <a
          className="btn btn-line btn-icon"
          href={paths.give(person.id)}
          {...called(text('admin.participants.pageOf', { name: person.name }))}
        >
          <Icon name="out" />
        </a>
        <Turn
          className="btn btn-line btn-icon"
          to={{ edit: person.id }}
          keep
          {...called(text(isAdmin ? 'admin.participants.editOf' : 'admin.participants.viewOf', { name: person.name }))}
        >
          <Icon name={isAdmin ? 'edit' : 'info'} />
        </Turn>
        {isAdmin && <CancelOrRestore person={person} />}
      </>
    ),
  };
}
