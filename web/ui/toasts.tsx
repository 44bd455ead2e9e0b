import { useEffect, useState, type ComponentType } from 'react';
import { onToast, takeKeptToast, type Toast } from './toast.ts';

interface ToastLabels {
  /** The region that F8 leads to. */
  region: string;
  close: string;
}

export interface ToasterProps extends ToastLabels {
  toast: Toast;
  /** Tells a toast from the one before it, also where both say the same. */
  number: number;
}

interface Shown extends Omit<ToasterProps, keyof ToastLabels> {
  Toaster: ComponentType<ToasterProps>;
}

/** Where toasts appear, one at a time; what draws them is loaded when the first is due. */
export function Toasts(labels: ToastLabels) {
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    const listening = new AbortController();
    const show = (toast: Toast) =>
      import('./toaster.tsx').then(
        ({ Toaster }) => setShown((last) => ({ toast, number: (last?.number ?? 0) + 1, Toaster })),
        () => {
          // The code did not come. Whatever is urgent stands on the page as well.
        },
      );
    onToast((toast) => void show(toast), listening.signal);
    const kept = takeKeptToast();
    if (kept) void show(kept);
    return () => listening.abort();
  }, []);

  return shown && <shown.Toaster toast={shown.toast} number={shown.number} {...labels} />;
}
