import type { ListChoice } from '#contract/pages.ts';
import { kept, type List } from './address.ts';

/** What a form of the list keeps from the address, but for the fields it replaces. */
export function KeptFields({ list, but = [] }: { list: List; but?: (keyof ListChoice)[] }) {
  return kept(list, ...but).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
