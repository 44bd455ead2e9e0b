import type { SVGProps } from 'react';

interface DrawingProps extends Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'> {
  /** `import.meta.env.SSR && draw()`: the browser keeps the markup it was sent and never loads the pen. */
  markup: string | false;
}

/** A drawing made on the server. It cannot change in the browser but by class and viewBox. */
export function Drawing({ markup, ...svg }: DrawingProps) {
  return <svg focusable="false" {...svg} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: markup || '' }} />;
}
