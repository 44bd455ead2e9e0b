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
const HERE = '#list';

export const pathOf = ({ event, own }: List): string => (own ? paths.event(event.slug) : paths.participants);

/** What forms of the list keep from the address, but for the fields they hold themselves. */
export function kept(list: List, ...fields: (keyof ListChoice)[]): [name: string, value: string][] {
  const { event, own, choice } = list;
  const all: [keyof ListChoice, string | number, unknown][] = [
    ['q', choice.q, ''],
    ['sort', choice.sort, 'last_name'],
    ['size', choice.size, PAGE_SIZE],
    ['page', choice.page, 1],
  ];
  const said = all.filter(([name, value, usual]) => value !== usual && !fields.includes(name));
  return [
    ...(own ? [] : [['eventId', String(event.id)] as [string, string]]),
    ...said.map(([name, value]): [string, string] => [name, String(value)]),
  ];
}

export const formAddress = (list: List): string => pathOf(list) + HERE;

/** The same list, otherwise chosen; another search, order or size begins on the first page. */
export function addressOf(list: List, change: Partial<ListChoice>): string {
  const choice = { ...list.choice, page: 1, ...change };
  const query = new URLSearchParams(kept({ ...list, choice })).toString();
  return pathOf(list) + (query && `?${query}`) + HERE;
}

/** The same column turns round; a new one begins ascending. */
export function sortedBy(list: List, column: 'last_name' | 'gifts' | 'pledges'): { href: string; order: Order } {
  const { sort } = list.choice;
  const order: Order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const next: Sorting = sort === column ? `-${column}` : column;
  return { href: addressOf(list, { sort: next }), order };
}
type Order = 'ascending' | 'descending' | 'none';
