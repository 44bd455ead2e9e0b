import { cleanLine } from './text.ts';

/** How much of a name an event shows the public. */
export const namesShown = ['full', 'short', 'none'] as const;
export type NamesShown = (typeof namesShown)[number];

export interface Person {
  first_name: string;
  last_name: string;
  bib: string | null;
}

/** A name given as one field: the last word is the last name, the rest the first name. */
export function splitName(name: string): Pick<Person, 'first_name' | 'last_name'> {
  const words = (cleanLine(name) ?? '').split(/\s+/).filter(Boolean);
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
}

export function fullName(person: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** The name as an event shows it: «Anna Muster», «Anna M.», or «Nr. 288» (the same in every language; by id without a bib). */
export function shownName(
  person: Person,
  id: number | null,
  rule: NamesShown,
): Pick<Person, 'first_name' | 'last_name'> {
  switch (rule) {
    case 'full':
      return { first_name: person.first_name, last_name: person.last_name };
    case 'short': {
      const initial = [...person.last_name][0];
      return { first_name: person.first_name, last_name: initial ? `${initial.toUpperCase()}.` : '' };
    }
    case 'none':
      return {
        first_name: '',
        last_name: ['Nr.', person.bib ?? (id === null ? null : `#${id}`)].filter(Boolean).join(' '),
      };
  }
}

/** What the page is called where one gives to somebody: by the name of their payment page, else by their own number. */
export function pageName({ id, payrexx_page_id: page }: { id: number; payrexx_page_id: string | null }): string {
  return page ?? String(id);
}

/** At most two letters for a bib without number or an avatar; `U` when there is no name. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toUpperCase() || 'U';
}

/** The birth year as the list shows it: timing's own, else the first four digits of the category, else the category. */
export function birthYear(year: number | null, category: string | null): string {
  if (year !== null) return String(year);
  return /\d{4}/.exec(category ?? '')?.[0] ?? category ?? '';
}
