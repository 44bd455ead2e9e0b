import type { ReactNode, Ref } from 'react';

interface AlertProps {
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  title?: ReactNode;
  heading?: 'h2' | 'h3';
  /** `alert` interrupts a screen reader, `status` waits; nothing for what stands there from the beginning. */
  role?: 'alert' | 'status';
  /** To move the focus here: it is then reachable by script only. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

export function Alert({ tone = 'plain', title, heading: Heading = 'h2', role, ref, children }: AlertProps) {
  return (
    <div
      className={tone === 'plain' ? 'alert' : `alert alert-${tone}`}
      role={role}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
    >
      {title && <Heading>{title}</Heading>}
      {children}
    </div>
  );
}
