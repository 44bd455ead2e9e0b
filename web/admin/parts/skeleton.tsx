import { useText } from '#web/text.tsx';

const widths = [
  ['b60', 'b45'],
  ['b45', 'b45'],
  ['b70', 'b45'],
  ['b50', 'b45'],
] as const;

/** Rows of the height that the real ones will have, so that nothing jumps. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const text = useText();
  return (
    <div aria-busy="true" role="status">
      <p className="vh">{text('admin.loading')}</p>
      <div className="bones" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row}>
            <span className="bone" />
            {widths[row % widths.length]?.map((width, column) => (
              <span key={column} className={`bone ${width}`} />
            ))}
            <span className="bone" />
          </div>
        ))}
      </div>
    </div>
  );
}
