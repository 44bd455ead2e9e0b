import { pageButtons, pageSizes } from '#domain/list.ts';
import { formatCount } from '#domain/money.ts';
import type { TextKey } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { addressOf, formAddress, type List } from './address.ts';
import { KeptFields } from './kept-fields.tsx';

interface PagerProps {
  list: List;
  shown: number;
  total: number;
}

export function Pager({ list, shown, total }: PagerProps) {
  const text = useText();
  const { page, size } = list.choice;
  const pages = Math.ceil(total / size);
  const first = (page - 1) * size + 1;
  const range = { from: formatCount(first), to: formatCount(first + shown - 1), total: formatCount(total) };
  const buttons = pageButtons(page, pages);
  /** On a phone the buttons next to the current one are enough. */
  const isNear = (button: number) => Math.abs(button - page) < (page === 1 || page === pages ? 3 : 2);
  return (
    <nav className="pages" aria-label={text('participants.pages')}>
      <PageSize list={list} />
      <p className="num">{text('participants.range', range)}</p>
      <ul>
        <Step list={list} to={page > 1 ? 1 : null} icon="first" text="participants.firstPage" wide />
        <Step list={list} to={page > 1 ? page - 1 : null} icon="previous" text="participants.previousPage" />
        {buttons.map((button) => (
          <li key={button} className={isNear(button) ? undefined : 'only-wide'}>
            <a
              href={addressOf(list, { page: button })}
              aria-current={button === page ? 'page' : undefined}
              aria-label={text('participants.page', { page: formatCount(button) })}
            >
              {formatCount(button)}
            </a>
          </li>
        ))}
        <Step list={list} to={page < pages ? page + 1 : null} icon="next" text="participants.nextPage" />
        <Step list={list} to={page < pages ? pages : null} icon="last" text="participants.lastPage" wide />
      </ul>
    </nav>
  );
}

interface StepProps {
  list: List;
  /** Null where there is no further. */
  to: number | null;
  icon: IconName;
  text: TextKey;
  wide?: boolean;
}

function Step({ list, to, icon, text: key, wide = false }: StepProps) {
  const text = useText();
  const target = to === null ? { role: 'link', 'aria-disabled': true } : { href: addressOf(list, { page: to }) };
  return (
    <li className={wide ? 'only-wide' : undefined}>
      <a {...target} aria-label={text(key)}>
        <Icon name={icon} />
      </a>
    </li>
  );
}

function PageSize({ list }: { list: List }) {
  const text = useText();
  return (
    <form className="btns" method="get" action={formAddress(list)}>
      <label htmlFor="size">{text('participants.pageSize')}</label>
      <select
        className="input"
        id="size"
        name="size"
        defaultValue={list.choice.size}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      <KeptFields list={list} but={['size', 'page']} />
      <button className="btn btn-line btn-s without-script" type="submit">
        {text('participants.show')}
      </button>
    </form>
  );
}
