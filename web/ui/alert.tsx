import type { ReactNode, Ref } from 'react';

interface AlertProps {
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  title?: ReactNode;
  heading?: 'h2' | 'h3';
  /** `alert` interrupts a screen reader, `status` waits; an alert that is there from the beginning has no role. */
  role?: 'alert' | 'status';
  /** With a ref, a script can move the focus here. */
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
