import { createContext, Fragment, use, type ReactNode } from 'react';
import type { Boot, Shell } from '#contract/pages.ts';
import type { TextKey, Translate } from '#locales/messages.ts';

interface Surroundings {
  shell: Shell;
  text: Translate;
  /** Shows the same page with other data. */
  renew: (boot: Boot) => void;
}

/** What every part of a page may ask for: its words and its frame. */
export const Surroundings = createContext<Surroundings | null>(null);

function useSurroundings(): Surroundings {
  const surroundings = use(Surroundings);
  if (!surroundings) throw new Error('rendered outside of a page');
  return surroundings;
}

export const useText = (): Translate => useSurroundings().text;
export const useShell = (): Shell => useSurroundings().shell;
export const useRenew = (): Surroundings['renew'] => useSurroundings().renew;

/** Gives a part that was loaded later the words it needs, which the page does not have. */
export function MoreWords({ text, children }: { text: Translate; children: ReactNode }) {
  const surroundings = useSurroundings();
  return <Surroundings value={{ ...surroundings, text }}>{children}</Surroundings>;
}

interface RichProps {
  text: TextKey;
  values?: Record<string, string | number>;
  /** What stands for `<b>…</b>`, `<a>…</a>` in the text. */
  tags: Record<string, (words: string) => ReactNode>;
}

/** Stands for `<` in values while the text is taken apart: people's names are no tags. */
const LESS = '\uE000';

/** A sentence with links or bold words in it. */
export function Rich({ text: key, values = {}, tags }: RichProps): ReactNode {
  const text = useText();
  const safe = Object.entries(values).map(([name, value]) => [name, String(value).replaceAll('<', LESS)]);
  // Words, then in turn the name of a tag, what it holds, and the words after it.
  const pieces = text(key, Object.fromEntries(safe)).split(/<(\w+)>(.*?)<\/\1>/s);
  return pieces.map((piece, index) => {
    const words = piece.replaceAll(LESS, '<');
    if (index % 3 === 0) return words;
    return index % 3 === 2 && <Fragment key={index}>{tags[pieces[index - 1] ?? '']?.(words) ?? words}</Fragment>;
  });
}
