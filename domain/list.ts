export const pageSizes = [10, 25, 50, 100] as const;
export const PAGE_SIZE = 10;
const PAGE_BUTTONS = 5;

/** What a worksheet of ours holds at most: it is made in memory. */
export const XLSX_ROWS = 50_000;

/** Orders of what staff see; the first of each holds where nothing is said. */
export const pledgeSortings = [
  '-created_at',
  'created_at',
  'donor_name',
  '-donor_name',
  'amount_per_unit',
  '-amount_per_unit',
] as const;
export const giftSortings = [
  '-created_at',
  'created_at',
  'donor_name',
  '-donor_name',
  'amount',
  '-amount',
  'net',
  '-net',
] as const;
/** Of participants, by what was promised to them, and by what was given where gifts are taken. */
export const promisedSortings = [
  '-confirmed',
  'confirmed',
  'name',
  '-name',
  'pledges',
  '-pledges',
  'pending',
  '-pending',
] as const;
export const givenSortings = ['-gifts', 'gifts', ...promisedSortings] as const;

/** The numbers on the page buttons, from 1: at most five, the current one in their middle where there is room. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(PAGE_BUTTONS, pages);
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
