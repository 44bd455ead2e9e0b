import { pageSizes } from '#domain/list.ts';
import { PageRange, PageSteps } from '#web/parts/page-steps.tsx';
import { useText } from '#web/text.tsx';
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
  const first = (page - 1) * size + 1;
  return (
    <nav className="pages" aria-label={text('participants.pages')}>
      <PageSize list={list} />
      <p className="num">
        <PageRange first={first} last={first + shown - 1} total={total} />
      </p>
      <PageSteps
        page={page}
        pages={Math.ceil(total / size)}
        renderLink={(to, said, shown) => (
          <a href={addressOf(list, { page: to })} {...said}>
            {shown}
          </a>
        )}
      />
    </nav>
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
