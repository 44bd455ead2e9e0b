/** Units whose word we know in every language; an organiser's other words are shown as typed. */
const knownUnits = ['lap', 'kilometre', 'minute', 'hour', 'climb', 'length', 'metre'] as const;
type KnownUnit = (typeof knownUnits)[number];

const words: Record<KnownUnit, string[]> = {
  lap: ['runde', 'runden', 'lap', 'laps', 'tour', 'tours', 'giro', 'giri'],
  kilometre: [
    'kilometer',
    'kilometre',
    'kilometres',
    'kilometers',
    'kilomètre',
    'kilomètres',
    'chilometro',
    'chilometri',
    'km',
  ],
  minute: ['minute', 'minuten', 'minutes', 'minuto', 'minuti'],
  hour: ['stunde', 'stunden', 'hour', 'hours', 'heure', 'heures', 'ora', 'ore'],
  climb: [
    'höhenmeter',
    'metre of climb',
    'metres of climb',
    'mètre de dénivelé',
    'mètres de dénivelé',
    'metro di dislivello',
    'metri di dislivello',
  ],
  length: ['länge', 'längen', 'length', 'lengths', 'longueur', 'longueurs', 'vasca', 'vasche'],
  metre: ['meter', 'metre', 'metres', 'meters', 'mètre', 'mètres', 'metro', 'metri'],
};

/** The unit when no text is given; product.md names the German word «Kilometer» as the default. */
export const DEFAULT_UNIT = 'Kilometer';

export function knownUnit(text: string): KnownUnit | null {
  const word = text.trim().toLowerCase();
  return knownUnits.find((unit) => words[unit].includes(word)) ?? null;
}
