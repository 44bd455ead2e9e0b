import { pageSizes, PAGE_SIZE } from '#domain/list.ts';

/** What stands behind `?` in an address, as people may have typed it; parts that no screen knows are ignored. */
export type Search = Record<string, unknown>;

export const whole = (value: unknown): number | undefined =>
  /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined;

export const oneOf = <T extends string | number>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => String(word) === String(value));

/** Any text, as long as the server takes it. */
export const words = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 60) : undefined;

export const isOn = (value: unknown): true | undefined => (String(value) === 'true' ? true : undefined);

/** Parts without a value may be missing from an address. */
export const optional = <T extends object>(choice: T): Partial<T> => choice;

/** Which rows of a table an address asks for. */
export interface Rows<Sorting extends string = never> {
  q?: string | undefined;
  sort?: Sorting | undefined;
  size?: number | undefined;
  /** From 1. */
  page?: number | undefined;
}

export function rows<Sorting extends string>(search: Search, sortings: readonly Sorting[] = []): Rows<Sorting> {
  return {
    q: words(search.q),
    sort: oneOf(sortings, search.sort),
    size: oneOf(pageSizes, search.size),
    page: whole(search.page),
  };
}

/** A page of rows, as calls ask for it. */
export function paging({ page = 1, size = PAGE_SIZE }: Pick<Rows, 'page' | 'size'>): { limit: string; offset: string } {
  return { limit: String(size), offset: String((page - 1) * size) };
}

/** `?event=3&page=2`: what is not chosen is left out. */
export function stringifySearch(search: Search): string {
  const chosen = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

export const parseSearch = (query: string): Search => Object.fromEntries(new URLSearchParams(query));
