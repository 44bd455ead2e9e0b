import type { ReactNode } from 'react';
import { roles } from '#web/ui/table-roles.ts';

interface Head {
  /** Of the column, and label of the value on a phone. */
  name: string;
  kind?: 'first' | 'number' | 'action';
}

interface FlowTableProps {
  labelledBy: string;
  heads: Head[];
  rows: { id: number; cells: ReactNode[] }[];
}

const classes = { first: 'first', number: 'r', action: 'act' };

/** A dense table that becomes label and value, line by line, on a phone. */
export function FlowTable({ labelledBy, heads, rows }: FlowTableProps) {
  return (
    <table className="tbl dense flow" {...roles.table} aria-labelledby={labelledBy}>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {heads.map(({ name, kind }) => (
            <th key={name} {...roles.head} className={kind === 'number' ? 'r' : undefined}>
              {kind === 'action' ? <span className="vh">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map(({ id, cells }) => (
          <tr key={id} {...roles.row}>
            {heads.map(({ name, kind }, index) => (
              <td
                key={name}
                {...roles.cell}
                className={kind && classes[kind]}
                data-l={kind === 'first' || kind === 'action' ? undefined : name}
              >
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
