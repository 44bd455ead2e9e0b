import { useState } from 'react';
import type { ParticipantRow } from '#contract/pages.ts';
import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { loadTexts } from '#web/catalog.ts';
import { useShell } from '#web/text.tsx';
import { givePath } from '#web/public/events/event-words.ts';

export interface Opened {
  kind: 'detail' | 'pledge';
  participant: ParticipantRow;
}

type Code = typeof import('./row-dialog.tsx');

/** Fetches the code of the dialogs and their words, for whoever is about to open one. */
export const loadDialogs = (language: Language): Promise<[Code, Translate]> =>
  Promise.all([import('./row-dialog.tsx'), loadTexts(['site', 'donation'], language)]);

type Shown = Opened & Pick<Code, 'RowDialog'> & { text: Translate };

/** The dialog that a row opened; its code and words come with the first, and without them the link leads on. */
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
