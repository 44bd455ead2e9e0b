import type { ListChoice } from '#contract/pages.ts';
import { kept, type List } from './address.ts';

/** What a form of the list keeps, without the fields it replaces; the page begins anew. */
export function KeptFields({ list, but }: { list: List; but: keyof ListChoice }) {
  return kept(list, but, 'page').map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
