import { Link, useNavigate, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Search } from './search.ts';

interface Kept {
  /** The same page of rows stays, as where a dialog opens over it; else rows begin at their first page. */
  keep?: boolean;
}

/** The parts of an address that say which page of rows is shown. */
const place = { page: undefined, before: undefined };

const turned = (change: Search, keep: boolean) => (old: Search) => ({
  ...old,
  ...(keep ? {} : place),
  ...change,
});

interface TurnProps extends Omit<ComponentProps<'a'>, 'href'>, Kept {
  to: Search;
  /** Scrolls to the top, for a link that shows something else. */
  top?: boolean;
}

/** Leads to the same screen with a part of its address changed; undefined takes a part away. */
export function Turn({ to, keep = false, top = false, ...attributes }: TurnProps) {
  // The router types a search by its screen; a part that is used on every screen knows none. Each checks its own.
  const target = { to: '.', search: turned(to, keep) } as unknown as LinkProps;
  return <Link {...target} {...attributes} activeProps={noProps} resetScroll={top} />;
}

/** The router would mark each link to this screen as the current page; pagers and tables mark the right one. */
const noProps = { 'aria-current': undefined };

/** What `Turn` does, for scripts. `replace` makes no entry in the history: for what is typed letter by letter. */
export function useTurn() {
  const navigate = useNavigate();
  return (change: Search, { keep = false, replace = false }: Kept & { replace?: boolean } = {}) =>
    navigate({ to: '.', search: turned(change, keep) as never, replace, resetScroll: false });
}
