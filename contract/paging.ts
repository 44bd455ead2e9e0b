import { z } from 'zod';

/** A whole number as addresses write it. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .describe(`from ${min} to ${max}`);

const MOST = 500;
const Limit = whole(1, MOST);
const Offset = whole(0, 999_999_999);

/** How many at once, where nobody says. */
export const limitOr = (usual: number) =>
  Limit.default(usual).describe(`from 1 to ${MOST}; ${usual} where it is absent`);

/** Words, each of which must occur. */
export const Search = z.string().max(60).describe('words, each of which must occur');

/** Of a list that is answered whole where none of these is given. */
export const PartQuery = z.object({
  limit: Limit.optional(),
  offset: Offset.optional(),
});
export type PartQuery = z.output<typeof PartQuery>;

/** As `PartQuery`, of a list that can be searched. */
export const ListQuery = PartQuery.extend({ q: Search.optional() });

/** Which page of a list that is never answered whole. */
export const Paging = z.object({
  limit: limitOr(50),
  offset: Offset.default(0).describe('0 where it is absent'),
});
export type Paging = z.output<typeof Paging>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });

export const listOrPage = <T extends z.ZodType>(item: T) =>
  z.union([
    z.array(item).describe('where no parameter is given'),
    pageOf(item).describe('where one is given: a part of the list'),
  ]);
