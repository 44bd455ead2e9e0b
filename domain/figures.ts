import { formatCount } from './money.ts';

type Values = Record<string, string | number>;

/** Under which name a text finds the figures of a count. */
export const figuresOf = (name: string): string => `${name}#`;

/** The values of a text, each also in figures as people read them in every language: `2’148`. */
export function withFigures(values: Values = {}): Values {
  const figures = Object.entries(values).map(([name, value]) => [
    figuresOf(name),
    typeof value === 'number' ? formatCount(value) : value,
  ]);
  return { ...values, ...(Object.fromEntries(figures) as Values) };
}
