import { useId, useState, type SVGProps } from 'react';

interface DrawingProps extends Omit<SVGProps<SVGSVGElement>, 'id' | 'children' | 'dangerouslySetInnerHTML'> {
  /** `import.meta.env.SSR && draw()`: the browser keeps what it was sent and never loads the pen. */
  markup: string | false;
}

/** A drawing made on the server. In the browser only its attributes can change. */
export function Drawing({ markup, ...svg }: DrawingProps) {
  const id = useId();
  const [drawn] = useState(() => markup || document.getElementById(id)?.innerHTML || '');
  return (
    <svg {...svg} id={id} focusable="false" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: drawn }} />
  );
}
