import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';

interface Fault {
  /** The id of the input that is wrong. */
  id: string;
  text: string;
}

interface ErrorSummaryProps {
  title: string;
  faults: Fault[];
  /** Shown below the faults, or in their place. */
  children?: ReactNode;
  /** The failure itself: another one takes the focus again. */
  of: object;
}

/** To the input, and not by way of the history: back is where one came from, with or without faults. */
function lead(click: MouseEvent, id: string): void {
  const input = document.getElementById(id);
  if (!input || !isPlainClick(click)) return;
  click.preventDefault();
  input.focus();
}

/** What to put right, first thing in the form: it takes the focus, and the document's title says it too. */
export function ErrorSummary({ title, faults, children, of }: ErrorSummaryProps) {
  const text = useText();
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    summary.current?.focus();
    const mark = text('site.errorTitle', { title: '' });
    // The server has said so already when the form was sent without script.
    const bare = document.title.replace(mark, '');
    document.title = mark + bare;
    return () => {
      document.title = bare;
    };
  }, [of, text]);

  return (
    <Alert tone="bad" title={title} role="alert" ref={summary}>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ id, text: fault }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(click) => lead(click, id)}>
                {fault}
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </Alert>
  );
}
