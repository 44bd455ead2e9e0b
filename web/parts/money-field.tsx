import type { ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';

const inFrancs = (input: ReactNode) => (
  <div className="money">
    <span>CHF</span>
    {input}
  </div>
);

/** An amount in francs. Text, for `type="number"` changes it when a page is scrolled. */
export function MoneyField(props: Omit<FieldProps, 'around'>) {
  return <Field inputMode="decimal" autoComplete="off" {...props} around={inFrancs} />;
}
