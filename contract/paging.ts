import { z } from 'zod';

/** A whole number as addresses write it. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const Limit = whole(1, 500);
export const Offset = whole(0, 999_999_999);

/** Words, each of which must occur. */
export const Search = z.string().max(60);

/** Of a list that is answered whole where none of these is given. */
export const ListQuery = z.object({
  limit: Limit.optional(),
  offset: Offset.optional(),
  q: Search.optional(),
});

/** Which page of a list that is never answered whole. */
export const Paging = z.object({
  limit: Limit.default(50).describe('50 where it is absent'),
  offset: Offset.default(0),
});
export type Paging = z.output<typeof Paging>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });

export const listOrPage = <T extends z.ZodType>(item: T) => z.union([z.array(item), pageOf(item)]);
