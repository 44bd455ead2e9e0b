import type { EventCard, ParticipantRow } from '#contract/pages.ts';
import { takesGifts } from '#domain/gift.ts';
import { takesPledges } from '#domain/pledge.ts';
import { unitWord } from '#locales/units.ts';
import { useText } from '#web/text.tsx';
import { roles } from '#web/ui/table-roles.ts';
import { sortedBy, type List } from './address.ts';
import { Row, type Columns, type RowProps } from './row.tsx';

interface TableProps {
  list: List;
  event: EventCard;
  items: ParticipantRow[];
  onOpen: RowProps['onOpen'];
}

/** A table on a desk, cards on a phone: the roles keep the meaning that the display takes. */
export function Table({ list, event, items, onOpen }: TableProps) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const columns = columnsOf(event);
  return (
    <table className="tbl plist" {...roles.table} aria-labelledby="caption">
      <caption className="vh" id="caption">
        {text('participants.caption', { event: event.name })}
      </caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          <th {...roles.head}>
            <span className="vh">{text('bib.number')}</span>
            <span aria-hidden="true">{text('participants.number')}</span>
          </th>
          <SortHead list={list} column="last_name" name={text('participants.lastName')} />
          {(['firstName', 'birthYear', 'club'] as const).map((name) => (
            <th key={name} {...roles.head}>
              {text(`participants.${name}`)}
            </th>
          ))}
          {columns.gifts && <SortHead list={list} column="gifts" name={text('participants.given')} right />}
          {columns.pledges && (
            <SortHead list={list} column="pledges" name={text('participants.pledged', { unit })} right />
          )}
          {columns.actions && (
            <th {...roles.head}>
              <span className="vh">{text('participants.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {items.map((participant) => (
          <Row key={participant.id} participant={participant} event={event} columns={columns} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

/** The organiser's flags rule the columns; there is none for pledges while nobody has made one. */
function columnsOf(event: EventCard): Columns {
  const gifts = takesGifts(event) && event.show_donation_total === 'true';
  const pledges =
    takesPledges(event) && event.show_donation_per_unit_total === 'true' && event.raised?.supporters !== 0;
  return { gifts, pledges, actions: takesPledges(event) || takesGifts(event) };
}

interface SortHeadProps {
  list: List;
  column: 'last_name' | 'gifts' | 'pledges';
  name: string;
  right?: boolean;
}

function SortHead({ list, column, name, right = false }: SortHeadProps) {
  const { href, order } = sortedBy(list, column);
  return (
    <th {...roles.head} aria-sort={order} className={right ? 'r' : undefined}>
      <a className="sort" href={href}>
        {name}
      </a>
    </th>
  );
}
