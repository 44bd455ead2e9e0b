import type { Event } from '#contract/events.ts';
import type { ListChoice } from '#contract/pages.ts';
import type { Sorting } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { PAGE_SIZE } from '#domain/list.ts';

/** A list as its address says it. */
export interface List {
  event: Event;
  own: boolean;
  choice: ListChoice;
}

/** Where the list begins, so that turning a page does not begin at the top of the document. */
export const HERE = '#list';

const pathOf = ({ event, own }: List): string => (own ? paths.event(event.slug) : paths.participants);

/** The choice of an address that says nothing. */
const usual: ListChoice = { q: '', sort: 'last_name', size: PAGE_SIZE, page: 1 };
type Field = [name: string, value: string];

/** The choice as hidden fields of a form, without the fields that the form shows itself. */
export function kept({ event, own, choice }: List, ...held: (keyof ListChoice)[]): Field[] {
  const names = Object.keys(usual) as (keyof ListChoice)[];
  const said = names.filter((name) => choice[name] !== usual[name] && !held.includes(name));
  const fields = said.map((name): Field => [name, String(choice[name])]);
  return own ? fields : [['eventId', String(event.id)], ...fields];
}

export const formAddress = (list: List): string => pathOf(list) + HERE;

/** The document of the same list, otherwise chosen; another search, order or size begins on the first page. */
export function documentOf(list: List, change: Partial<ListChoice>): string {
  const choice = { ...list.choice, page: 1, ...change };
  const query = new URLSearchParams(kept({ ...list, choice })).toString();
  return pathOf(list) + (query && `?${query}`);
}

/** Leads to the beginning of the list within `documentOf`. */
export const addressOf = (list: List, change: Partial<ListChoice>): string => documentOf(list, change) + HERE;

/** A link that sorts by a column: ascending, or descending where it is ascending now. */
export function sortedBy(list: List, column: 'last_name' | 'gifts' | 'pledges'): { href: string; order: Order } {
  const { sort } = list.choice;
  const order: Order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const next: Sorting = sort === column ? `-${column}` : column;
  return { href: addressOf(list, { sort: next }), order };
}
type Order = 'ascending' | 'descending' | 'none';
