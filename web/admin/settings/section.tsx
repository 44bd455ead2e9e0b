import type { ReactNode } from 'react';
import { useText } from '#web/text.tsx';

export const sections = {
  sync: 'admin.event.timing',
  services: 'admin.services.heading',
  queues: 'admin.queues.heading',
  config: 'admin.config.heading',
  persons: 'admin.persons.heading',
} as const;
type SectionName = keyof typeof sections;

interface SectionProps {
  name: SectionName;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the screen that an address can lead to: `/admin/settings#persons`. */
export function Section({ name, aside, children }: SectionProps) {
  const text = useText();
  return (
    <section className="part" id={name} tabIndex={-1} aria-labelledby={`${name}-heading`}>
      <div className="goal-line">
        <h2 id={`${name}-heading`}>{text(sections[name])}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
