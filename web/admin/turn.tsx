import { Link, useNavigate, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Search } from './search.ts';

interface Kept {
  /** The rows stay which they are, as where a dialog opens over them; other rows begin at their first page. */
  keep?: boolean;
}

/** Where one is among the rows: by page, or by the row that the shown ones come before. */
const place = { page: undefined, before: undefined };

const turned = (change: Search, keep: boolean) => (old: Search) => ({
  ...old,
  ...(keep ? {} : place),
  ...change,
});

interface TurnProps extends Omit<ComponentProps<'a'>, 'href'>, Kept {
  to: Search;
  /** Something else is shown, which begins at its top. */
  top?: boolean;
}

/** Leads to the same screen with a part of its address changed; undefined takes a part away. */
export function Turn({ to, keep = false, top = false, ...attributes }: TurnProps) {
  // Each screen checks what its address says: here nobody knows which one it is.
  const target = { to: '.', search: turned(to, keep) } as unknown as LinkProps;
  return <Link {...target} {...attributes} activeProps={noProps} resetScroll={top} />;
}

/** What is shown now is not marked: pagers and tables say it themselves. */
const noProps = { 'aria-current': undefined };

/** The same by script: `replace` for what is typed letter by letter. */
export function useTurn() {
  const navigate = useNavigate();
  return (change: Search, { keep = false, replace = false }: Kept & { replace?: boolean } = {}) =>
    navigate({ to: '.', search: turned(change, keep) as never, replace, resetScroll: false });
}
