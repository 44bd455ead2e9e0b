export type Sex = 'f' | 'm';

export interface Background {
  /** How many of a hundred people in a Swiss start list. */
  readonly share: number;
  readonly nations: readonly string[];
  readonly f: readonly string[];
  readonly m: readonly string[];
  readonly lasts: readonly string[];
}

const names = (list: string): readonly string[] => list.split(', ');

export const backgrounds: readonly Background[] = [
  {
    share: 50,
    nations: ['CH'],
    f: names(
      'Lea, Mia, Anna, Lina, Nina, Lara, Sara, Elin, Vera, Regula, Ursina, Käthi, Zoë, Jael, Anne-Sophie, Rösli',
    ),
    m: names('Noah, Luca, Leon, Levin, Nico, Jonas, Beat, Urs, Jürg, Reto, Köbi, Matthias, Björn, Jan-Erik, Moritz'),
    lasts: names(
      'Müller, Meier, Schmid, Keller, Weber, Huber, Schneider, Meyer, Steiner, Fischer, Gerber, Brunner, Baumann, ' +
        'Frei, Zimmermann, Moser, Widmer, Wyss, Graf, Roth, Lüthi, Bürgi, Zürcher, Nägeli, Höhener, Küng, von Arx, ' +
        'von Allmen, Ammann, Aeschlimann, Stäheli, Rüegg, Bösch, Zgraggen, Hürlimann, Gmür, Weiss',
    ),
  },
  {
    share: 14,
    nations: ['CH', 'CH', 'FR'],
    f: names('Léa, Chloé, Océane, Anaïs, Maëlle, Inès, Clémence, Françoise, Hélène, Noémie'),
    m: names('Théo, Loïc, Noé, Mathéo, Jérôme, Benoît, Gaël, Étienne, François, Raphaël'),
    lasts: names(
      'Favre, Rochat, Bonvin, Chappuis, Jaccoud, de Preux, Crettaz, Métrailler, Pittet, Dénéréaz, Lœtscher, ' +
        'Béguelin, Perrenoud, L’Eplattenier',
    ),
  },
  {
    share: 9,
    nations: ['CH', 'CH', 'IT'],
    f: names('Giulia, Chiara, Alessia, Noemi, Elisa, Sofia'),
    m: names('Matteo, Gioele, Nicolò, Davide, Elia, Dario'),
    lasts: names('Bernasconi, Ferrari, Rossi, Fontana, Crivelli, D’Amico, De Luca, Lo Russo, Pedrazzini, Cattaneo'),
  },
  {
    share: 4,
    nations: ['CH'],
    f: names('Ladina, Flurina, Seraina, Madlaina'),
    m: names('Gian, Andri, Flurin, Curdin, Duri'),
    lasts: names('Caduff, Cavegn, Camenisch, Derungs, Tuor, Giacometti, Capaul, à Porta'),
  },
  {
    share: 9,
    nations: ['CH', 'XK', 'RS', 'HR', 'MK'],
    f: names('Arjeta, Elira, Ivana, Jelena, Anđela, Lejla'),
    m: names('Arben, Blerim, Dušan, Nikola, Željko, Luan'),
    lasts: names('Krasniqi, Gashi, Berisha, Hoxha, Petrović, Jovanović, Šarić, Đorđević, Bajrami'),
  },
  {
    share: 5,
    nations: ['CH', 'PT', 'ES'],
    f: names('Beatriz, Inês, Lucía, Ana Sofia'),
    m: names('João, Tiago, Íñigo, Gonçalo'),
    lasts: names('da Silva, Gonçalves, dos Santos, Muñoz, Peña García, Simões'),
  },
  {
    share: 3,
    nations: ['CH', 'TR'],
    f: names('Elif, Zeynep, Şeyma'),
    m: names('Emre, Çağrı, Yiğit'),
    lasts: names('Öztürk, Yıldız, Şahin, Güneş, Kılıç'),
  },
  {
    share: 6,
    nations: ['CH', 'LK', 'VN', 'ER', 'DE', 'PL', 'SE'],
    f: names('Thảo, Abinaya, Selam, Małgorzata, Åsa, Ayşe Nur'),
    m: names('Minh, Kavin, Yonas, Łukasz, Søren, Jörn-Ole'),
    lasts: names('Nguyễn, Sivakumar, Tesfay, Wójcik, Åkerström, O’Brien, Nakamura, Ó Súilleabháin, Groß'),
  },
];

/** People every list has, whatever the dice say: first name, last name, sex, nation. */
export const notables: readonly (readonly [string, string, Sex, string])[] = [
  ['Anna', 'Müller', 'f', 'CH'],
  ['Anna', 'Müller', 'f', 'CH'],
  ['Hans-Peter', 'Hürlimann-Zgraggen', 'm', 'CH'],
  ['Marie-Ève', 'de Preux-Chassot', 'f', 'CH'],
  ['Urs', 'von Arx', 'm', 'CH'],
  ['Giorgio', 'Bernasconi', 'm', 'CH'],
  ['Blerta', 'Krasniqi', 'f', 'XK'],
  ['Özgür', 'Öztürk', 'm', 'TR'],
  ['Thảo', 'Nguyễn', 'f', 'VN'],
  ['Noé', 'Æbischer', 'm', 'CH'],
  ['Chiara', 'D’Amico', 'f', 'IT'],
  ['  Lena ', ' Bürgi  ', 'f', 'CH'],
  ['Ana  Sofia', 'dos  Santos', 'f', 'PT'],
  ['Wolfgang Amadeus Maximilian', 'von Niederhäusern-Schwarzenberger de la Tour', 'm', 'CH'],
];
