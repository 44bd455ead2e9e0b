/** As it is kept: one spelling of each letter, one kind of line end, nothing at the edges. */
export const typed = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** A name must have something that can be seen. */
const visible = /\p{L}|\p{N}|\p{P}|\p{S}/u;

/** What a field takes. */
export interface Rule {
  most: number;
  lines?: true;
  required?: true;
}

export function refuses(text: string, { most, lines, required }: Rule): boolean {
  const kept = typed(text);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (!text.isWellFormed() || /[\0-\x09\x0b-\x1f\x7f]/.test(kept) || (!lines && kept.includes('\n'))) return true;
  return [...kept].length > most || (required === true && !visible.test(kept));
}
