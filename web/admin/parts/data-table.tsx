import type { ReactNode } from 'react';
import { roles } from '#web/ui/table-roles.ts';
import { Turn } from '#web/admin/turn.tsx';

export interface Column<Row> {
  /** The heading of the column; on a phone, the label of each value. */
  head: string;
  /** `name` says whose row it is; `bib` may stand before it. */
  kind?: 'bib' | 'name' | 'number' | 'action';
  /** What the address calls this order, where rows can be put in it. */
  sort?: string;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  /** The order of the rows: `name`, or `-name` for the other way round. */
  sort?: string | undefined;
}

/** A dense table that becomes label and value, line by line, on a phone. */
export function DataTable<Row extends { id: number | string }>({ caption, columns, rows, sort }: DataTableProps<Row>) {
  return (
    <table className="tbl dense flow" {...roles.table}>
      <caption className="vh">{caption}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map(({ head, kind, sort: word }) => (
            <th
              key={head}
              {...roles.head}
              className={kind === 'number' ? 'r' : undefined}
              aria-sort={word ? orderOf(word, sort) : undefined}
            >
              {word ? (
                <SortLink word={word} sort={sort} name={head} />
              ) : (
                <Head name={head} isSaid={kind === 'action'} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map((row) => (
          <tr key={row.id} {...roles.row}>
            {columns.map((column, index) => (
              <Cell key={column.head} column={column} isFirst={index === 0} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The heading of a column of buttons is for ears only. */
const Head = ({ name, isSaid }: { name: string; isSaid: boolean }) =>
  isSaid ? <span className="vh">{name}</span> : name;

function orderOf(word: string, sort: string | undefined) {
  if (sort === word) return 'ascending';
  return sort === `-${word}` ? 'descending' : 'none';
}

/** The same column turns round; another one begins ascending. */
function SortLink({ word, sort, name }: { word: string; sort: string | undefined; name: string }) {
  return (
    <Turn className="sort" to={{ sort: sort === word ? `-${word}` : word }}>
      {name}
    </Turn>
  );
}

function Cell<Row>({
  column: { head, kind, cell },
  isFirst,
  row,
}: {
  column: Column<Row>;
  isFirst: boolean;
  row: Row;
}) {
  const label = isFirst || kind === 'action' ? undefined : head;
  if (kind === 'name') {
    return (
      <th {...roles.name} className={isFirst ? 'first' : undefined} data-l={label}>
        {cell(row)}
      </th>
    );
  }
  const className =
    kind === 'bib' || isFirst ? 'first' : kind === 'number' ? 'r' : kind === 'action' ? 'act' : undefined;
  return (
    <td {...roles.cell} className={className} data-l={label}>
      {cell(row)}
    </td>
  );
}
