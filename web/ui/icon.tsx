/** Strokes on a grid of 24 × 24. */
const strokes = {
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6 6-6-6 6-6',
  bin: 'M5 7h14M9 7V4.5h6V7M7 7l1 13h8l1-13',
  chevron: 'm6 9 6 6 6-6',
  close: 'm6 6 12 12M18 6 6 18',
  'copy-link': 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  down: 'M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M5 20h14',
  edit: 'm5 19 1-4L16 5l3 3L9 18z',
  first: 'm18 6-6 6 6 6M7 6v12',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 11v5.5M12 7.5v.6',
  last: 'm6 6 6 6-6 6M17 6v12',
  mail: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  menu: 'M4 8h16M4 16h16',
  next: 'm9.5 6 6 6-6 6',
  out: 'M8 16 17 7m0 0H9m8 0v8',
  plus: 'M12 5v14M5 12h14',
  previous: 'm14.5 6-6 6 6 6',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2',
  refresh: 'M19 8a8 8 0 0 0-14.5 2M5 4v4.5h4.5M5 16a8 8 0 0 0 14.5-2M19 20v-4.5h-4.5',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5l5 5',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  tally: 'M6 5v14M10 5v14M14 5v14M18 5v14M3 16.5 21 7.5',
} as const;
export type IconName = keyof typeof strokes;

/** A drawing beside a word; it says nothing by itself. What it stands in says how large it is. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true" focusable="false">
      <path d={strokes[name]} />
    </svg>
  );
}
