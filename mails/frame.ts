import { formatDay } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { initials } from '#domain/names.ts';
import type { Organiser } from '#domain/organiser.ts';
import type { Translate } from '#locales/messages.ts';
import type { Block, Inline } from './blocks.ts';
import type { MailBrand } from './layout.ts';
import { harmless } from './names.ts';

/** What frames every mail of a site. */
export interface MailFrame {
  brand: MailBrand;
  /** Without a trailing slash. */
  publicUrl: string;
  links: MailLinks;
}

/** The addresses that a mail may lead to; its kind has no use for all of them. */
export interface MailLinks {
  confirm: string;
  cancel: string;
  /** The donor's page of a gift. */
  proof: string;
  /** The participant's page, where one gives. */
  give: string;
}

/** The bib of the participant; `words` hold the event for its band, and the name. */
export function bibBlock(
  { participant }: { participant: { name: string; bib: string | null } },
  words: { event: string; name: string },
): Block {
  return {
    is: 'bib',
    band: words.event,
    number: participant.bib && harmless(participant.bib),
    initials: initials(words.name),
    name: words.name,
  };
}

/** «Zürcher Spendenlauf, 12. Juni 2027», the day in one piece however narrow the column is. */
export function datedEvent(name: string, day: string | null, language: Language): string {
  return day === null ? name : `${name}, ${formatDay(day, language).replaceAll(' ', '\u00a0')}`;
}

/** Who gets the money, at the foot of every mail. */
export function organiserLine({ name, place, email }: Organiser, t: Translate): Inline[] {
  const words = t('mail.organiser', { organiser: place ? `${name}, ${place}` : name });
  return email ? [`${words}, `, { text: email, href: `mailto:${email}` }] : [words];
}
