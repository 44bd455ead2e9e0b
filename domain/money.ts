declare const rappen: unique symbol;

/** An amount of Swiss francs in rappen: a safe integer. Only this file makes one. */
export type Rappen = number & { readonly [rappen]: true };

/** Digits, optionally in groups of three, at most two decimals; blanks around, nothing else. */
const AMOUNT = /^[\s]*(\d+|\d{1,3}(?:['’]\d{3})+)(?:[.,](\d{1,2}))?[\s]*$/;

/** What a person typed, as money; null when it is not an amount. Nothing is ever rounded. */
export function parseMoney(text: string): Rappen | null {
  const match = AMOUNT.exec(text);
  if (!match) return null;
  const francs = (match[1] ?? '').replace(/['’]/g, '');
  const amount = Number(francs + (match[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? (amount as Rappen) : null;
}

/** Money that comes from our own tables or constants; throws on anything but whole rappen. */
export function rappenOf(amount: number): Rappen {
  if (!Number.isSafeInteger(amount)) throw new RangeError('not whole rappen');
  return amount as Rappen;
}

/** Money as the wire writes it, `1234.50`; throws on anything else. */
export function wireMoney(text: string): Rappen {
  return parseMoney(text) ?? rappenOf(NaN);
}

export function sumMoney(amounts: Iterable<Rappen>): Rappen {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return rappenOf(sum);
}

/** `1234.50`: the wire and exports. */
export function plainMoney(amount: Rappen): string;
export function plainMoney(amount: Rappen | null): string | null;
export function plainMoney(amount: Rappen | null): string | null {
  if (amount === null) return null;
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1’234.50`: what people read, in every language (U+2019 between thousands). */
export function figures(amount: Rappen): string {
  const [francs = '', decimals = ''] = plainMoney(amount).split('.');
  return `${groupThousands(francs)}.${decimals}`;
}

/** `CHF 1’234.50`, with a no-break space. Own formatter: the ICU of Node and of browsers differ. */
export function formatMoney(amount: Rappen): string {
  return `CHF\u00A0${figures(amount)}`;
}

/** Both ends of a range as people read them: the values of texts that name `{min}` or `{max}`. */
export function formatRange({ min, max }: { min: Rappen; max: Rappen }): { min: string; max: string } {
  return { min: formatMoney(min), max: formatMoney(max) };
}

/** `2’148`: whole numbers that people read. */
export function formatCount(count: number): string {
  return groupThousands(String(count));
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u2019');
}

/**
 * What a pledge comes to: rate × units, rounded half up to whole rappen, at most the cap.
 * Units are in thousandths (1 lap = 1000), so that kilometres with metres stay integers.
 */
export function dueAmount(rate: Rappen, thousandths: number, cap: Rappen | null): Rappen {
  const amount = Number((BigInt(rate) * BigInt(thousandths) + 500n) / 1000n);
  return rappenOf(cap === null ? amount : Math.min(cap, amount));
}
