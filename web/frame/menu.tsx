import { useEffect, useRef, type ReactNode } from 'react';

interface MenuProps {
  className?: string;
  summary: ReactNode;
  children: ReactNode;
}

/** A disclosure that opens without script; with script Escape, a click elsewhere and leaving it close it. */
export function Menu({ className = '', summary, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const listening = new AbortController();
    const close = (event: Event) => {
      const { current } = menu;
      if (!current?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isElsewhere = !(event instanceof KeyboardEvent) && !current.contains(event.target as Node);
      if (isEscape || isElsewhere) current.open = false;
      if (isEscape) current.querySelector('summary')?.focus();
    };
    for (const happening of ['click', 'focusin', 'keydown']) {
      document.addEventListener(happening, close, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);

  return (
    <details className={`menu ${className}`.trim()} ref={menu}>
      <summary>{summary}</summary>
      <div className="pop">{children}</div>
    </details>
  );
}
