import type { Translate } from '#locales/messages.ts';

const fields = [
  'first_name',
  'last_name',
  'email',
  'bib',
  'category',
  'birth_year',
  'club',
  'country',
  'status',
  'names_shown',
  'motivational_message',
] as const;

/** What calls name fields by, in words: «Nachname, Verein». */
export function fieldNames(names: string[], text: Translate): string {
  return fields
    .filter((field) => names.includes(field))
    .map((field) => text(`admin.field.${field}`))
    .join(', ');
}
