/** Which texts travel together. A key that begins with none of them goes with `site` or `admin`, whichever says it. */
export const parts = ['site', 'donation', 'gift', 'legal', 'admin'] as const;
export type Part = (typeof parts)[number];
