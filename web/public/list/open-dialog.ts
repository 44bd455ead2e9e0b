import { useState } from 'react';
import type { ParticipantRow } from '#contract/pages.ts';
import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { loadTexts } from '#web/catalog.ts';
import { givePath } from '#web/parts/event-words.ts';
import { useShell } from '#web/text.tsx';

export interface Opened {
  kind: 'detail' | 'pledge';
  participant: ParticipantRow;
}

type Code = typeof import('./row-dialog.tsx');

/** Fetches the code of the dialogs and their words before they are needed. */
export const loadDialogs = (language: Language): Promise<[Code, Translate]> =>
  Promise.all([import('./row-dialog.tsx'), loadTexts(['site', 'donation'], language)]);

type Shown = Opened & Pick<Code, 'RowDialog'> & { text: Translate };

/** The dialog that a row opened. The first one fetches code and words; if they do not come, the link is followed. */
export function useDialog() {
  const { language } = useShell();
  const [dialog, setDialog] = useState<Shown | null>(null);
  async function open(opened: Opened): Promise<void> {
    try {
      const [{ RowDialog }, text] = await loadDialogs(language);
      setDialog({ ...opened, RowDialog, text });
    } catch {
      location.assign(givePath(opened.participant));
    }
  }
  return { dialog, open, close: () => setDialog(null) };
}
