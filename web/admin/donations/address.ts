import type { PledgeQuery, PromisedQuery } from '#contract/donors.ts';
import { isOn, oneOf, optional, rows, whole, type Search } from '#web/admin/search.ts';

type PledgeSorting = NonNullable<PledgeQuery['sort']>;
type PledgeStatus = NonNullable<PledgeQuery['status']>;

export const statuses = ['confirmed', 'pending', 'cancelled'] as const satisfies PledgeStatus[];

/** Of the participants, most confirmed first where nothing is said. */
const promisedSortings = [
  '-confirmed',
  'confirmed',
  'name',
  '-name',
  'pledges',
  '-pledges',
] as const satisfies PromisedQuery['sort'][];

/** Of the pledges themselves, newest first where nothing is said. */
const pledgeSortings = [
  '-created_at',
  'created_at',
  'donor_name',
  '-donor_name',
  'amount_per_unit',
  '-amount_per_unit',
] as const satisfies PledgeSorting[];

/** What both tabs may say in their address: an event, then whose pledges, of one participant or of all. */
export const donationsSearch = (search: Search) =>
  optional({
    ...rows(search, [...promisedSortings, ...pledgeSortings]),
    event: whole(search.event),
    participant: whole(search.participant),
    donors: isOn(search.donors),
    status: oneOf(statuses, search.status),
    cancel: whole(search.cancel),
  });
export type DonationsSearch = ReturnType<typeof donationsSearch>;

export const promisedOrder = ({ sort }: DonationsSearch) => oneOf(promisedSortings, sort) ?? promisedSortings[0];
export const pledgeOrder = ({ sort }: DonationsSearch) => oneOf(pledgeSortings, sort) ?? pledgeSortings[0];

/** The sums, or the pledges behind them: each with a search and an order of its own. */
export const leadTo = (list: Pick<DonationsSearch, 'participant' | 'donors' | 'status'>): Search => ({
  participant: undefined,
  donors: undefined,
  status: undefined,
  q: undefined,
  sort: undefined,
  ...list,
});
