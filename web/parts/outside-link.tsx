import type { ReactNode } from 'react';

interface OutsideLinkProps {
  href: string;
  className: string;
  label?: string;
  children: ReactNode;
}

/** Another site opens beside ours; a page of ours does not. */
export function OutsideLink({ href, className, label, children }: OutsideLinkProps) {
  const outside = href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <a className={className} href={href} aria-label={label} {...outside}>
      {children}
    </a>
  );
}
