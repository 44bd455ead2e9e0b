import type { ReactNode } from 'react';

export interface ReceiptRow {
  label: string;
  value: ReactNode;
}

/** What was agreed, line by line, as on the slip of a till. */
export function Receipt({ rows }: { rows: ReceiptRow[] }) {
  return (
    <dl className="receipt">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
