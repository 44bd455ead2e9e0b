import { useEffect, useRef, type ReactNode } from 'react';

interface MenuProps {
  className?: string;
  summary: ReactNode;
  children: ReactNode;
}

/** A disclosure that opens without script; with script a click elsewhere, Escape and leaving it close it. */
export function Menu({ className = '', summary, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (menu.current?.open && !(target instanceof Node && menu.current.contains(target))) menu.current.open = false;
    };
    document.addEventListener('click', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('focusin', close);
    };
  }, []);

  return (
    <details
      className={`menu ${className}`.trim()}
      ref={menu}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary>{summary}</summary>
      <div className="pop">{children}</div>
    </details>
  );
}
