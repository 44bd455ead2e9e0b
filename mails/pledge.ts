import { formatCount, formatMoney, rappenOf, type Rappen } from '#domain/money.ts';
import type { Organiser } from '#domain/organiser.ts';
import { pledgeEstimate } from '#domain/pledge.ts';
import { knownUnit } from '#domain/units.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import type { Block, Fact } from './blocks.ts';
import type { MailFrame } from './frame.ts';
import { harmless } from './names.ts';
import { strained, usual } from './samples.ts';

/** What every mail about a pledge tells from. */
export interface PledgeMail extends MailFrame {
  participant: { name: string; bib: string | null };
  event: {
    name: string;
    /** Calendar day. */
    date: string | null;
    unit: string;
    expectedUnits: number | null;
    organiser: Organiser;
  };
  rate: Rappen;
  cap: Rappen | null;
  donor: string;
  /** Calendar day until which the links of an unconfirmed pledge work. */
  validUntil: string | null;
}

/** The words that fill the sentences of these mails; strangers' names among them are made harmless. */
export function pledgeWords(props: PledgeMail, t: Translate) {
  const { event, rate, cap } = props;
  const unit = (count: number) => harmless(unitWord(t, event.unit, count));
  const estimate = pledgeEstimate(rate, event.expectedUnits, null);
  return {
    name: harmless(props.participant.name),
    donor: harmless(props.donor),
    event: harmless(event.name),
    organiser: harmless(event.organiser.name),
    rate: formatMoney(rate),
    unit: unit(1),
    kind: knownUnit(event.unit) ?? 'other',
    cap: cap === null ? '' : formatMoney(cap),
    capped: String(cap !== null),
    expected: formatCount(event.expectedUnits ?? 0),
    units: unit(event.expectedUnits ?? 0),
    estimate: estimate === null ? '' : formatMoney(estimate),
    host: new URL(props.publicUrl).host,
  };
}
type PledgeWords = ReturnType<typeof pledgeWords>;

/** What was promised, as a table; `first` stands above the amounts. */
export function pledgeFacts(words: PledgeWords, t: Translate, ...first: Fact[]): Block {
  const rows = [
    ...first,
    { label: t('donation.perUnitLabel', words), value: words.rate },
    words.estimate && { label: t('mail.expected', words), value: `≈ ${words.estimate}` },
    words.cap && { label: t('mail.atMost'), value: words.cap },
  ];
  return { is: 'facts', rows: rows.filter((row) => row !== '') };
}

/** For the preview page and for tests. */
export const samples = {
  usual: {
    ...usual,
    event: { ...usual.event, unit: 'Runde', expectedUnits: 25 },
    rate: rappenOf(200),
    cap: rappenOf(8000),
    validUntil: '2027-06-30',
  },
  strained: {
    ...strained,
    event: { ...strained.event, unit: 'Bahnlänge', expectedUnits: null },
    rate: rappenOf(5),
    cap: null,
    validUntil: null,
  },
} satisfies Record<string, PledgeMail>;
