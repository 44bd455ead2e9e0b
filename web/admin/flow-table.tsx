import type { ReactNode } from 'react';

interface Column<Item> {
  /** Head of the column, and label of the value on a phone. */
  name: string;
  cell: (item: Item) => ReactNode;
  kind?: 'first' | 'number' | 'action';
}

interface FlowTableProps<Item> {
  labelledBy: string;
  columns: Column<Item>[];
  items: Item[];
}

const classes = { first: 'first', number: 'r', action: 'act' };

/** A dense table that becomes label and value, line by line, on a phone. */
export function FlowTable<Item extends { id: number }>({ labelledBy, columns, items }: FlowTableProps<Item>) {
  return (
    <table className="tbl dense flow" role="table" aria-labelledby={labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, kind }) => (
            <th key={name} role="columnheader" scope="col" className={kind === 'number' ? 'r' : undefined}>
              {kind === 'action' ? <span className="vh">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={item.id} role="row">
            {columns.map(({ name, cell, kind }) => (
              <td
                key={name}
                role="cell"
                className={kind && classes[kind]}
                data-l={kind === 'first' || kind === 'action' ? undefined : name}
              >
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
