const LONGEST = 80;

/**
 * A name that a stranger typed, fit for a mail that we sign: one line, cut, and with nothing in it that a mail
 * program would turn into a link. A blank behind every inner dot does that («St.Gallen» becomes «St. Gallen»).
 */
export function harmless(name: string, longest = LONGEST): string {
  const words = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/:\/\/|@/g, ' ')
    .replace(/([.\u3002\uFF0E\uFF61])(?=\S)/g, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...words];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : words;
}
