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

/** Which page of a list that is never answered whole. */
export const Paging = z.object({
  limit: Limit.default(50).describe('50 where it is absent'),
  offset: Offset.default(0),
});
export type Paging = z.output<typeof Paging>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
