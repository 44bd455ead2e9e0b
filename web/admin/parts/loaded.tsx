import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import type { ApiError } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import type { Asked } from '#web/admin/ask.ts';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<T> {
  from: Asked<T>;
  /** What could not be loaded: «Fehler beim Laden der Events». */
  failed: string;
  /** What stands there meanwhile. */
  waiting?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was asked for: its skeleton, then itself; what went wrong stands above what is still known. */
export function Loaded<T>({ from, failed, waiting = <Skeleton />, children }: LoadedProps<T>) {
  const { data, error, isPlaceholderData } = from;
  const place = useKeptFocus();
  return (
    <>
      {error && <LoadFailure error={error} title={failed} retry={() => void from.refetch()} />}
      {data !== undefined && (
        <div className="loaded" aria-busy={isPlaceholderData || undefined} tabIndex={-1} {...place}>
          {children(data)}
        </div>
      )}
      {data === undefined && !error && waiting}
    </>
  );
}

/** With the row that had it the focus would go too: what is left takes it, by its name where it has one. */
function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  const named = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const place = named.current?.isConnected ? named.current : ref.current;
    place?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      isInside.current = true;
      named.current = target.closest<HTMLElement>('section[aria-label][tabindex]');
    },
    onBlur: () => {
      isInside.current = false;
    },
  };
}

interface LoadFailureProps {
  error: ApiError;
  title: string;
  retry: () => void;
}

function LoadFailure({ error, title, retry }: LoadFailureProps) {
  const text = useText();
  const here = useLocation({ select: ({ publicHref }) => publicHref });
  const isOver = error.code === 'signed_out';
  return (
    <Alert tone="bad" title={isOver ? text('admin.sessionOver') : title} role="alert">
      <p>{isOver ? text('admin.sessionOverText') : (error.text ?? text('error.unreachable'))}</p>
      <div className="btns">
        {isOver ? (
          <a className="btn" href={`${paths.signIn}?${new URLSearchParams({ return_to: here })}`}>
            {text('site.signIn')}
          </a>
        ) : (
          <button className="btn btn-line" type="button" onClick={retry}>
            {text('site.retry')}
          </button>
        )}
      </div>
    </Alert>
  );
}
