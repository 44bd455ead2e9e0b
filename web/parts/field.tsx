import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#web/text.tsx';

interface Labelled {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What to do about a fault, in the words of the error summary; shown in place of the hint. */
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Classes besides `field`. */
  className?: string;
}

export interface Ties {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

export interface FramedProps extends Labelled {
  /** The control, with what ties it to its label and its note. */
  render: (ties: Ties) => ReactNode;
}

/** A control with its label above and a hint between them. Only optional fields say what they are. */
export function Framed({ id, label, hint, error, optional, className = '', render }: FramedProps) {
  const t = useText();
  const note = error ?? hint;
  const noteId = `${id}-${error ? 'error' : 'hint'}`;
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
      {render({ id, ...(error && { 'aria-invalid': true }), ...(note && { 'aria-describedby': noteId }) })}
    </div>
  );
}

export interface FieldProps extends Labelled, Omit<ComponentProps<'input'>, keyof Labelled> {
  /** Puts something around the input. */
  around?: (input: ReactNode) => ReactNode;
}

export function Field({ id, label, hint, error, optional, around, className, ...attributes }: FieldProps) {
  return (
    <Framed
      {...{ id, label, hint, error, optional, className }}
      render={(ties) => {
        const input = <input className="input" {...ties} {...attributes} />;
        return around ? around(input) : input;
      }}
    />
  );
}
