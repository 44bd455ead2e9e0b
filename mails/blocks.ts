/** A stretch of words, or of words that lead somewhere. */
export type Inline = string | { text: string; href: string };

export interface Fact {
  label: string;
  value: string;
}

/** What a mail is made of. Written once, it becomes the HTML and the text that travel together. */
export type Block =
  | { is: 'bib'; band: string; number: string | null; initials: string; name: string }
  | { is: 'heading'; text: string }
  | { is: 'opening' | 'lead' | 'text' | 'note' | 'fine'; lines: Inline[][] }
  /** The address behind a button, for programs that show none; the text mail names it anyway. */
  | { is: 'address'; text: string; href: string }
  | { is: 'button'; text: string; href: string; gives: boolean }
  | { is: 'facts'; rows: Fact[] }
  | { is: 'rule' };

export interface Content {
  subject: string;
  /** What a mailbox shows behind the subject. */
  preview: string;
  blocks: Block[];
}

/** The text of a key with one `<a>…</a>` in it. */
export function linked(text: string, href: string): Inline[] {
  return text.split(/<\/?a>/).map((part, index) => (index % 2 === 1 ? { text: part, href } : part));
}

export function plainText(brand: string, blocks: Block[]): string {
  const parts = [brand, ...blocks.filter((block) => block.is !== 'address').map(blockText)];
  // Money is written everywhere alike; a day in one piece would only hide it from the search of a mailbox.
  return `${parts.join('\n\n').replace(/(?<!CHF)\u00A0/g, ' ')}\n`;
}

function blockText(block: Exclude<Block, { is: 'address' }>): string {
  switch (block.is) {
    case 'bib':
      return [block.band, block.number, block.name].filter(Boolean).join(' · ');
    case 'heading':
      return block.text;
    case 'button':
      return `${block.text}:\n${block.href}`;
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'rule':
      return '--------';
    default:
      return block.lines.map((line) => line.map(inlineText).join('')).join('\n');
  }
}

function inlineText(part: Inline): string {
  if (typeof part === 'string') return part;
  return part.text === part.href || part.href === `mailto:${part.text}` ? part.text : `${part.text} <${part.href}>`;
}
