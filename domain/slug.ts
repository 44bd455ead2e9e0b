const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'oe' };

/** The address of an event as the published interface describes it: what is not a-z, 0-9 or a hyphen is dropped. */
export function plainSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '');
}

/** The address we write: umlauts spelt out, accents dropped («Zürcher Spendenlauf» → `zuercher-spendenlauf`). */
export function slug(name: string): string {
  const spelt = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœø]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  return plainSlug(spelt);
}
