/** As many rows as one statement takes: each is to end long before the database's patience does. */
const BATCH = 1000;

export function* batches<T>(items: T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
