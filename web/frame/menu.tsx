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
      const target = event.target instanceof Element ? event.target : null;
      // A dialog that was opened from a menu comes back to it.
      if (!current?.open || target?.closest('dialog')) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (!isEscape && (event.type === 'keydown' || current.contains(target))) return;
      current.open = false;
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
