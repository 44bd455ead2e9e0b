import { useLayoutEffect, type ReactNode, type RefObject } from 'react';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  labelledBy: string;
  /** For long forms. */
  size?: 'l' | undefined;
  /** Called in whatever way the dialog was closed. */
  onClose: () => void;
  children: ReactNode;
}

/** Open for as long as it is rendered: it holds the focus, Escape closes it, and the focus returns to where it was. */
export function Dialog({ ref, labelledBy, size, onClose, children }: DialogProps) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // React would remove the element while it is open, and only closing gives the focus back.
    return () => dialog?.close();
  }, [ref]);
  return (
    <dialog className={size ? `dlg dlg-${size}` : 'dlg'} ref={ref} aria-labelledby={labelledBy} onClose={onClose}>
      {children}
    </dialog>
  );
}
