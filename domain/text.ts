/**
 * Text as we keep it: NFC, trimmed, line ends as \n. Null when it holds what no text field
 * can mean and PostgreSQL or a mail header cannot carry: NUL, lone surrogates, control characters.
 */
export function cleanText(value: string): string | null {
  if (!value.isWellFormed()) return null;
  const text = value.normalize('NFC').replace(/\r\n?/g, '\n').trim();
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u0009\u000B-\u001F\u007F]/.test(text) ? null : text;
}

/** As `cleanText`, for fields of one line: a line end is refused as well. */
export function cleanLine(value: string): string | null {
  const text = cleanText(value);
  return text === null || text.includes('\n') ? null : text;
}

/** Nothing that anybody could see: empty, or of invisible characters only. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** Text for searching and sorting: lower case, without accents («Öztürk» → `ozturk`, «Æbischer» → `aebischer`). */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[’'`´]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is searched for: folded words, each of which must occur. */
export function searchWords(text: string): string[] {
  return fold(text.replace(/\p{Cc}/gu, ' '))
    .split(' ')
    .filter(Boolean);
}

/** With a full stop, unless it ends already. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
