import type { ListChoice } from '#contract/pages.ts';
import { kept, type List } from './address.ts';

/** Keeps the choice of the address in a form, without the fields that the form shows itself. */
export function KeptFields({ list, but = [] }: { list: List; but?: (keyof ListChoice)[] }) {
  return kept(list, ...but).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
