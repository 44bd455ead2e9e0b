import type { Paging } from '#contract/paging.ts';
import { mapInTurns } from './turns.ts';

/** The size of a page that asks for none. */
const USUAL_LIMIT = 50;

/** How a list is found: all of it, or a page, and how many there are. */
export interface Ways<Row> {
  all(): Promise<Row[]>;
  /** `total` is on its way: who cuts the page by it waits for it. */
  page(page: Paging, total: Promise<number>): Promise<Row[]>;
  count(): Promise<number>;
}

/** All of a list; the page of it, where anything at all was wished. */
export async function listOrPage<Row, Item>(
  wish: { limit?: number | undefined; offset?: number | undefined },
  ways: Ways<Row>,
  present: (row: Row) => Item,
) {
  if (Object.values(wish).every((value) => value === undefined)) return mapInTurns(await ways.all(), present);
  const { limit = USUAL_LIMIT, offset = 0 } = wish;
  const counted = ways.count();
  const [rows, total] = await Promise.all([ways.page({ limit, offset }, counted), counted]);
  return { items: rows.map(present), total, limit, offset };
}
