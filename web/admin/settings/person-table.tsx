import type { Person } from '#contract/persons.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { fileAddress } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { called } from '#web/admin/parts/called.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { Email } from '#web/admin/parts/email.tsx';
import { SaveLink } from '#web/admin/parts/save-link.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { nameOf } from './person-name.ts';

/** A donor and a participant may have the same number. */
type Row = Omit<Person, 'id'> & { id: string; person: Person };

interface PersonTableProps {
  persons: Person[];
  onErase: (person: Person) => void;
}

export function PersonTable({ persons, onErase }: PersonTableProps) {
  const text = useText();
  const isAdmin = useIsAdmin();
  return (
    <DataTable<Row>
      caption={text('admin.persons.heading')}
      columns={[...columns(text), actions(text, isAdmin ? onErase : null)]}
      rows={persons.map((person) => ({ ...person, id: `${person.kind}/${person.id}`, person }))}
    />
  );
}

function columns(text: Translate): Column<Row>[] {
  return [
    { head: text('admin.name'), kind: 'name', cell: ({ person }) => <span className="breaks">{nameOf(person)}</span> },
    { head: text('admin.persons.kind'), cell: ({ kind }) => text(`admin.persons.kind.${kind}`) },
    {
      head: text('admin.email'),
      cell: ({ email }) => <span className="breaks">{email ? <Email address={email} /> : '–'}</span>,
    },
    { head: text('admin.events'), cell: ({ events }) => events.join(', ') },
    { head: text('admin.persons.pledges'), kind: 'number', cell: ({ pledges }) => formatCount(pledges) },
    { head: text('admin.persons.gifts'), kind: 'number', cell: ({ gifts }) => formatCount(gifts) },
    { head: text('admin.persons.since'), cell: ({ since }) => formatDate(new Date(since)) },
  ];
}

function actions(text: Translate, onErase: PersonTableProps['onErase'] | null): Column<Row> {
  return {
    head: text('admin.actions'),
    kind: 'action',
    cell: ({ person }) => (
      <>
        <SaveLink
          href={fileAddress('GET /api/persons/{kind}/{id}/export', { params: person })}
          label={text('admin.persons.exportOf', { name: nameOf(person) })}
          failed={text('admin.persons.exportError')}
        >
          {text('admin.persons.export')}
        </SaveLink>
        {onErase && (
          <button
            className="btn btn-line btn-icon"
            type="button"
            onClick={() => onErase(person)}
            {...called(text('admin.persons.eraseOf', { name: nameOf(person) }))}
          >
            <Icon name="bin" />
          </button>
        )}
      </>
    ),
  };
}
