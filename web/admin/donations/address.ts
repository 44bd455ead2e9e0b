import type { PledgeQuery } from '#contract/pledges.ts';
import type { Event } from '#contract/events.ts';
import type { GiftQuery } from '#contract/gifts.ts';
import { takesGifts } from '#domain/gift.ts';
import { givenSortings, giftSortings, pledgeSortings, promisedSortings } from '#domain/list.ts';
import { takesPledges } from '#domain/pledge.ts';
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
    /** Shows one kind alone, page by page. */
    list: oneOf(kinds, search.list),
    status: oneOf([...pledgeStatuses, ...giftStatuses], search.status),
    cancel: whole(search.cancel),
  });
export type DonationsSearch = ReturnType<typeof donationsSearch>;

/** What an event takes, and what was ever given or promised before it was changed, whatever became of it. */
export function kindsOf(event: Event): Kind[] {
  const { has_gifts = false, has_pledges = false } = event;
  const hasGifts = takesGifts(event) || has_gifts;
  const hasPledges = takesPledges(event) || has_pledges || !hasGifts;
  return kinds.filter((kind) => (kind === 'gifts' ? hasGifts : hasPledges));
}

export function promisedOrder({ sort }: DonationsSearch, shown: Kind[]) {
  const known = shown.includes('gifts') ? givenSortings : promisedSortings;
  return oneOf(known, sort) ?? known[0];
}
export const pledgeOrder = ({ sort }: DonationsSearch) => oneOf(pledgeSortings, sort) ?? pledgeSortings[0];
export const giftOrder = ({ sort }: DonationsSearch) => oneOf(giftSortings, sort) ?? giftSortings[0];

/** The rows that a figure is made of. */
export type Rows = Pick<DonationsSearch, 'list' | 'status'>;

/** Leads to the sums or to the donations behind them, without the search and the order of what was shown before. */
export const leadTo = (list: Rows & Pick<DonationsSearch, 'participant' | 'donors'>): Search => ({
  participant: undefined,
  donors: undefined,
  list: undefined,
  status: undefined,
  q: undefined,
  sort: undefined,
  ...list,
});
