import { figures, type Rappen } from '#domain/money.ts';

export type TotalSize = 's' | 'm' | 'l';
const sizes: Record<TotalSize, string> = { s: 'total total-s', m: 'total total-m', l: 'total' };

/** A sum that counts: narrow and heavy, its currency small and raised. */
export function Total({ amount, size = 'l' }: { amount: Rappen; size?: TotalSize }) {
  return (
    <span className={sizes[size]}>
      <small>CHF</small>
      {/* For ears, the blank that the eye does not need. */}
      <span className="vh">{'\u00a0'}</span>
      {figures(amount)}
    </span>
  );
}
