export const pageSizes = [10, 25, 50, 100] as const;
export const PAGE_SIZE = 10;
const PAGE_BUTTONS = 5;

/** What a worksheet of ours holds at most: it is made in memory. */
export const XLSX_ROWS = 50_000;

/** The numbers on the page buttons, from 1: at most five, the current one in their middle where there is room. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(PAGE_BUTTONS, pages);
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
