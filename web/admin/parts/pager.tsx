import { pageButtons, pageSizes, PAGE_SIZE } from '#domain/list.ts';
import { formatCount } from '#domain/money.ts';
import type { TextKey } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import type { Rows } from '#web/admin/search.ts';
import { Turn, useTurn } from '#web/admin/turn.tsx';

interface PagerProps {
  rows: Pick<Rows, 'page' | 'size'>;
  /** Of all pages. */
  total: number;
  /** Rows on a page where the choice is not the reader's. */
  fixedSize?: number;
}

/** Which rows these are of how many, and the way to the others. */
export function Pager({ rows: { page = 1, size: chosen = PAGE_SIZE }, total, fixedSize }: PagerProps) {
  const text = useText();
  const size = fixedSize ?? chosen;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size;
  const range = { from: first + 1, to: Math.min(first + size, total), total };
  const said = Object.fromEntries(Object.entries(range).map(([name, count]) => [name, formatCount(count)]));
  /** On a phone the buttons next to the current one are enough. */
  const isNear = (button: number) => Math.abs(button - page) < (page === 1 || page === pages ? 3 : 2);
  return (
    <nav className="pages" aria-label={text('participants.pages')}>
      {fixedSize ? null : <PageSize size={size} />}
      <p className="num" role="status">
        {text('participants.range', said)}
      </p>
      {pages > 1 && (
        <ul>
          <Step to={page > 1 ? 1 : null} icon="first" text="participants.firstPage" wide />
          <Step to={page > 1 ? page - 1 : null} icon="previous" text="participants.previousPage" />
          {pageButtons(page, pages).map((button) => (
            <li key={button} className={isNear(button) ? undefined : 'only-wide'}>
              <Turn
                to={{ page: button === 1 ? undefined : button }}
                aria-current={button === page ? 'page' : undefined}
                aria-label={text('participants.page', { page: formatCount(button) })}
              >
                {formatCount(button)}
              </Turn>
            </li>
          ))}
          <Step to={page < pages ? page + 1 : null} icon="next" text="participants.nextPage" />
          <Step to={page < pages ? pages : null} icon="last" text="participants.lastPage" wide />
        </ul>
      )}
    </nav>
  );
}

interface StepProps {
  /** Null where there is no further. */
  to: number | null;
  icon: IconName;
  text: TextKey;
  wide?: boolean;
}

const unavailable = { role: 'link', 'aria-disabled': true };

function Step({ to, icon, text: key, wide = false }: StepProps) {
  const label = useText()(key);
  return (
    <li className={wide ? 'only-wide' : undefined}>
      {to === null ? (
        <a {...unavailable} aria-label={label}>
          <Icon name={icon} />
        </a>
      ) : (
        <Turn to={{ page: to === 1 ? undefined : to }} aria-label={label}>
          <Icon name={icon} />
        </Turn>
      )}
    </li>
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
