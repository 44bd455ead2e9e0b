import { pageSizes, PAGE_SIZE } from '#domain/list.ts';
import { PageRange, PageSteps } from '#web/parts/page-steps.tsx';
import { useText } from '#web/text.tsx';
import type { Rows } from '#web/admin/search.ts';
import { Turn, useTurn } from '#web/admin/turn.tsx';

interface PagerProps {
  rows: Pick<Rows, 'page' | 'size'>;
  /** Rows on all pages together. */
  total: number;
  /** Rows on a page, where the reader cannot choose how many. */
  fixedSize?: number;
}

/** Which rows these are of how many, and the way to the others. */
export function Pager({ rows: { page = 1, size: chosen = PAGE_SIZE }, total, fixedSize }: PagerProps) {
  const text = useText();
  const size = fixedSize ?? chosen;
  const pages = Math.ceil(total / size);
  return (
    <nav className="pages" aria-label={text('participants.pages')}>
      {fixedSize ? null : <PageSize size={size} />}
      <p className="num" role="status">
        <PageRange first={(page - 1) * size + 1} last={Math.min(page * size, total)} total={total} />
      </p>
      {pages > 1 && (
        <PageSteps
          page={page}
          pages={pages}
          renderLink={(to, said, shown) => (
            <Turn to={{ page: to === 1 ? undefined : to }} {...said}>
              {shown}
            </Turn>
          )}
        />
      )}
    </nav>
  );
}

function PageSize({ size }: { size: number }) {
  const text = useText();
  const turn = useTurn();
  return (
    <div className="btns">
      <label htmlFor="size">{text('participants.pageSize')}</label>
      <select
        className="input"
        id="size"
        value={size}
        onChange={({ currentTarget }) => void turn({ size: Number(currentTarget.value) })}
      >
        {pageSizes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  );
}
