import { useEffect, type ReactNode, type RefObject } from 'react';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  labelledBy: string;
  /** For long forms. */
  size?: 'l' | undefined;
  /** However it was closed. */
  onClose: () => void;
  children: ReactNode;
}

/** Open for as long as it is there: it holds the focus, Escape closes it, and the focus returns to where it was. */
export function Dialog({ ref, labelledBy, size, onClose, children }: DialogProps) {
  useEffect(() => ref.current?.showModal(), [ref]);
  return (
    <dialog className={size ? `dlg dlg-${size}` : 'dlg'} ref={ref} aria-labelledby={labelledBy} onClose={onClose}>
      {children}
    </dialog>
  );
}
