import { useRef, type ReactNode } from 'react';
import { useText } from '#web/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface FormDialogProps {
  title: string;
  size?: 'l';
  /** Called in whatever way the dialog was closed. */
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a heading and a way out; it is open for as long as the address says so. */
export function FormDialog({ title, size, onClose, children }: FormDialogProps) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog ref={dialog} labelledBy="dialog-title" size={size} onClose={onClose}>
      <div className="dlg-head">
        <h2 id="dialog-title">{title}</h2>
        <button className="x" type="button" aria-label={text('site.close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </Dialog>
  );
}
