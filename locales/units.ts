import { DEFAULT_UNIT, knownUnit } from '#domain/units.ts';
import type { Translate } from './messages.ts';

/** «Runde», «Runden»: the reader's word for a unit that we know, the organiser's own word otherwise. */
export function unitWord(t: Translate, unit: string | null, count = 1): string {
  const typed = unit?.trim() || DEFAULT_UNIT;
  const known = knownUnit(typed);
  return known ? t(`unit.${known}`, { count }) : typed;
}
