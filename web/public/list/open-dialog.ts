import { useState } from 'react';
import type { ParticipantRow } from '#contract/pages.ts';
import type { Translate } from '#locales/messages.ts';
import { loadTexts } from '#web/catalog.ts';
import { givePath } from '#web/parts/event-words.ts';
import { useShell } from '#web/text.tsx';

export interface Opened {
  kind: 'detail' | 'pledge';
  participant: ParticipantRow;
}

type Code = typeof import('./row-dialog.tsx');

/** Fetches the code of the dialogs before it is needed. */
export const loadDialogs = (): Promise<Code> => import('./row-dialog.tsx');

type Shown = Opened & Pick<Code, 'RowDialog'> & { text: Translate };

/** The dialog that a row opened. The first one fetches code and words; if they do not come, the link is followed. */
export function useDialog() {
  const { language } = useShell();
  const [dialog, setDialog] = useState<Shown | null>(null);
  async function open(opened: Opened): Promise<void> {
    try {
      const [{ RowDialog }, text] = await Promise.all([loadDialogs(), loadTexts(['site', 'donation'], language)]);
      setDialog({ ...opened, RowDialog, text });
    } catch {
      location.assign(givePath(opened.participant));
    }
  }
  return { dialog, open: (opened: Opened) => void open(opened), close: () => setDialog(null) };
}
