import type { ComponentProps, ReactNode } from 'react';
import { pageButtons } from '#domain/list.ts';
import { formatCount } from '#domain/money.ts';
import type { TextKey } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';

type LinkProps = Pick<ComponentProps<'a'>, 'aria-current' | 'aria-label'>;

interface PageStepsProps {
  page: number;
  pages: number;
  renderLink: (page: number, said: LinkProps, shown: ReactNode) => ReactNode;
}

const unavailable = { role: 'link', 'aria-disabled': true };

/** The way to the other pages of a list: a few by number, the next ones, the ends. */
export function PageSteps({ page, pages, renderLink }: PageStepsProps) {
  const text = useText();
  /** On a phone the buttons next to the current one are enough. */
  const isNear = (button: number) => Math.abs(button - page) < (page === 1 || page === pages ? 3 : 2);
  const step = (icon: IconName, key: TextKey, to: number) => {
    const said = { 'aria-label': text(key) };
    const shown = <Icon name={icon} />;
    if (to >= 1 && to <= pages && to !== page) return renderLink(to, said, shown);
    return (
      <a {...unavailable} {...said}>
        {shown}
      </a>
    );
  };
  return (
    <ul>
      <li className="only-wide">{step('first', 'participants.firstPage', 1)}</li>
      <li>{step('previous', 'participants.previousPage', page - 1)}</li>
      {pageButtons(page, pages).map((button) => (
        <li key={button} className={isNear(button) ? undefined : 'only-wide'}>
          {renderLink(
            button,
            {
              'aria-current': button === page ? 'page' : undefined,
              'aria-label': text('participants.page', { page: formatCount(button) }),
            },
            formatCount(button),
          )}
        </li>
      ))}
      <li>{step('next', 'participants.nextPage', page + 1)}</li>
      <li className="only-wide">{step('last', 'participants.lastPage', pages)}</li>
    </ul>
  );
}

interface PageRangeProps {
  /** The first row of the page, from 1. */
  first: number;
  last: number;
  total: number;
}

/** «11–20 von 612 Einträgen». */
export function PageRange({ first, last, total }: PageRangeProps) {
  return useText()('participants.range', {
    from: formatCount(first),
    to: formatCount(last),
    count: total,
    total: formatCount(total),
  });
}
