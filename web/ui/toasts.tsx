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

const load = () => import('./toaster.tsx');

/**
 * Where toasts appear, one at a time. What draws them is loaded as soon as somebody does anything here: it is there
 * when the first toast is due, though the network may be gone by then; whoever only reads does without it.
 */
export function Toasts(labels: ToastLabels) {
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    const listening = new AbortController();
    const show = (toast: Toast) =>
      load().then(
        ({ Toaster }) => setShown((last) => ({ toast, number: (last?.number ?? 0) + 1, Toaster })),
        () => {
          // The code did not come. Whatever is urgent stands on the page as well.
        },
      );
    onToast((toast) => void show(toast), listening.signal);
    for (const kind of ['pointerdown', 'keydown']) {
      addEventListener(kind, () => void load().catch(() => null), {
        once: true,
        passive: true,
        signal: listening.signal,
      });
    }
    const kept = takeKeptToast();
    if (kept) void show(kept);
    return () => listening.abort();
  }, []);

  return shown && <shown.Toaster toast={shown.toast} number={shown.number} {...labels} />;
}
