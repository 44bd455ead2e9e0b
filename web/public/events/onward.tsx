import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { useText } from '#web/text.tsx';

interface OnwardProps {
  event: { slug: string | null };
  className: string;
  children: ReactNode;
}

/** On to the event's list; home where the event was deleted since. */
export function Onward({ event: { slug }, className, children }: OnwardProps) {
  const t = useText();
  return (
    <a className={className} href={slug === null ? paths.home : paths.event(slug)}>
      {slug === null ? t('donation.home') : children}
    </a>
  );
}
