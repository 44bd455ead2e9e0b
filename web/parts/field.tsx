import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#web/text.tsx';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Takes the place of the hint: what to do, in the words of the error summary. */
  error?: string | undefined;
  optional?: boolean;
  /** Puts something around the input. */
  frame?: (input: ReactNode) => ReactNode;
  /** Beside `field`. */
  className?: string;
}

/** Label above, hint between label and input. Optional is said, required is not. */
export function Field({ id, label, hint, error, optional, frame, className = '', ...attributes }: FieldProps) {
  const t = useText();
  const note = error ?? hint;
  const noteId = `${id}-${error ? 'error' : 'hint'}`;
  const input = (
    <input
      className="input"
      id={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={note ? noteId : undefined}
      {...attributes}
    />
  );
  return (
    <div className={`field ${error ? 'field-bad ' : ''}${className}`.trim()}>
      <label htmlFor={id}>
        {label} {optional && <span className="opt">{t('site.optional')}</span>}
      </label>
      {note && (
        <p className={error ? 'err' : 'hint'} id={noteId}>
          {note}
        </p>
      )}
      {frame ? frame(input) : input}
    </div>
  );
}
