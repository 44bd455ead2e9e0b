/** Markup that is safe to send as it stands; only `html` makes it. */
export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[] | null;

/** A template whose values are escaped, unless they are markup already. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: String.raw({ raw: strings }, ...values.map(written)) };
}

function written(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(written).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
