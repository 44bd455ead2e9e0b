import { useState, type SVGProps } from 'react';

interface DrawingProps extends Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'> {
  /** Drawings of one name look alike. */
  name: string;
  /** `import.meta.env.SSR && draw()`: the browser keeps what it was sent and never loads the pen. */
  markup: string | false;
}

/** A drawing made on the server. In the browser only its attributes can change. */
export function Drawing({ name, markup, ...svg }: DrawingProps) {
  const [drawn] = useState(() => markup || sent(name));
  return (
    <svg
      {...svg}
      data-drawing={name}
      focusable="false"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  );
}

function sent(name: string): string {
  return document.querySelector(`[data-drawing="${name}"]`)?.innerHTML ?? '';
}
