import type { PledgeQuery } from '#contract/pledges.ts';
import type { Event } from '#contract/events.ts';
import type { GiftQuery } from '#contract/gifts.ts';
import { givenSortings, giftSortings, pledgeSortings, promisedSortings } from '#domain/list.ts';
import { isOn, oneOf, optional, rows, whole, type Search } from '#web/admin/search.ts';

/** The two ways to give. */
const kinds = ['gifts', 'pledges'] as const;
export type Kind = (typeof kinds)[number];

export const pledgeStatuses = ['confirmed', 'pending', 'cancelled'] as const satisfies PledgeQuery['status'][];
/** `flagged`: somebody should look at them, in whatever state they are. */
export const giftStatuses = ['paid', 'open', 'failed', 'refunded', 'flagged'] as const satisfies (
  | GiftQuery['status']
  | 'flagged'
)[];

/** What both tabs may say in their address: an event, then whose donations, of one participant or of all. */
export const donationsSearch = (search: Search) =>
  optional({
    ...rows(search, [...givenSortings, ...pledgeSortings, ...giftSortings]),
    event: whole(search.event),
    participant: whole(search.participant),
    donors: isOn(search.donors),
    /** One kind only, with all of its pages. */
    list: oneOf(kinds, search.list),
    status: oneOf([...pledgeStatuses, ...giftStatuses], search.status),
    cancel: whole(search.cancel),
  });
export type DonationsSearch = ReturnType<typeof donationsSearch>;

/** What an event takes, and what was ever given or promised before it was changed, whatever became of it. */
export function kindsOf(event: Event): Kind[] {
  const { donation_link, donation_per_unit, has_gifts = false, has_pledges = false } = event;
  const hasGifts = donation_link === 'true' || has_gifts;
  const hasPledges = donation_per_unit === 'true' || has_pledges || !hasGifts;
  return kinds.filter((kind) => (kind === 'gifts' ? hasGifts : hasPledges));
}

export function promisedOrder({ sort }: DonationsSearch, shown: Kind[]) {
  const known = shown.includes('gifts') ? givenSortings : promisedSortings;
  return oneOf(known, sort) ?? known[0];
}
export const pledgeOrder = ({ sort }: DonationsSearch) => oneOf(pledgeSortings, sort) ?? pledgeSortings[0];
export const giftOrder = ({ sort }: DonationsSearch) => oneOf(giftSortings, sort) ?? giftSortings[0];

/** Which rows behind a figure. */
export type Rows = Pick<DonationsSearch, 'list' | 'status'>;

/** The sums, or the donations behind them: each with a search and an order of its own. */
export const leadTo = (list: Rows & Pick<DonationsSearch, 'participant' | 'donors'>): Search => ({
  participant: undefined,
  donors: undefined,
  list: undefined,
  status: undefined,
  q: undefined,
  sort: undefined,
  ...list,
});
