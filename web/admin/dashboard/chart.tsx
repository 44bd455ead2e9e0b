import type { ReactNode } from 'react';
import { formatCount } from '#domain/money.ts';

interface ChartProps {
  id: string;
  title: string;
  /** What the drawing shows, in one sentence: it stands below the drawing and is read aloud in its place. */
  said: string;
  children: ReactNode;
  /** The same figures as rows, for ears. */
  heads: string[];
  rows: { key: string; cells: string[] }[];
}

/** A drawing with its figures: seen as bars, heard as a table. */
export function Chart({ id, title, said, heads, rows, children }: ChartProps) {
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <p className="soft">{said}</p>
      {/* A table takes the width it needs, hidden or not. */}
      <div className="vh">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={heads[index]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={heads[index]}>{cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Drawn below a column whose hour had a run that was held (○) or failed (◆). */
const signs = { held: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0', failed: 'M0-4.5 4.5 0 0 4.5-4.5 0z' };
type Sign = keyof typeof signs;

interface BarsProps {
  /** From left to right: what is stacked in a column, from below, with the class of each part. */
  columns: { key: string; parts: { className: string; count: number }[]; sign?: Sign | undefined }[];
  /** The count at the top of the scale, and its words where it is no plain count. */
  max: number;
  maxSaid?: string;
  /** Words below the first column and the last. */
  ends: [string, string];
}

/** The share of a column's width that its bar takes. */
const THICK = 0.72;

export function Bars({ columns, max, maxSaid, ends }: BarsProps) {
  const place = 100 / columns.length;
  const percent = (part: number) => `${part.toFixed(2)}%`;
  const heightOf = (count: number) => (100 * count) / Math.max(1, max);
  return (
    <div className="bars" aria-hidden="true">
      <span className="bars-max">{maxSaid ?? formatCount(max)}</span>
      <svg focusable="false">
        {columns.flatMap(({ key, parts }, column) =>
          parts.map(({ className, count }, part) => {
            const below = parts.slice(0, part).reduce((sum, one) => sum + one.count, 0);
            return (
              <rect
                key={`${key} ${className}`}
                className={className}
                x={percent(place * (column + (1 - THICK) / 2))}
                width={percent(place * THICK)}
                y={percent(100 - heightOf(below + count))}
                height={percent(heightOf(count))}
              />
            );
          }),
        )}
        {columns.map(
          ({ key, sign }, column) =>
            sign && (
              <svg key={key} className={`sign-${sign}`} x={percent(place * (column + 0.5))} y="100%">
                <path d={signs[sign]} />
              </svg>
            ),
        )}
      </svg>
      <p>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </div>
  );
}
