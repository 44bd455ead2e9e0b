import { useLayoutEffect, type ReactNode, type RefObject } from 'react';

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
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Also when it is taken away: the focus only returns from one that is closed while it is there.
    return () => dialog?.close();
  }, [ref]);
  return (
    <dialog className={size ? `dlg dlg-${size}` : 'dlg'} ref={ref} aria-labelledby={labelledBy} onClose={onClose}>
      {children}
    </dialog>
  );
}
