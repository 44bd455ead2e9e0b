import { formatDay } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { formatMoney, rappenOf, type Rappen } from '#domain/money.ts';
import type { Organiser } from '#domain/organiser.ts';
import type { MailFrame } from './frame.ts';
import { harmless } from './names.ts';
import { sampleFrame, strained, usual } from './samples.ts';

/** What every mail about a gift or a payment page tells from. */
export interface GiftMail extends MailFrame {
  participant: { name: string; bib: string | null };
  event: {
    name: string;
    /** Calendar day. */
    date: string | null;
    organiser: Organiser;
  };
  /** What the gift counts, after what was given back. */
  amount: Rappen;
  /** Null where the donor gave no name, or wants it kept. */
  donor: string | null;
  message: string | null;
  /** Calendar day. */
  paidOn: string;
}

/** What a mail about a payment page tells from: there is no gift yet. */
export type PageMail = Omit<GiftMail, 'amount' | 'donor' | 'message' | 'paidOn'>;

/** The words that fill the sentences; what strangers typed is made harmless. */
export function pageWords({ participant, event, publicUrl }: PageMail) {
  return {
    name: harmless(participant.name),
    event: harmless(event.name),
    organiser: harmless(event.organiser.name),
    host: new URL(publicUrl).host,
  };
}

export function giftWords(props: GiftMail, language: Language) {
  return {
    ...pageWords(props),
    amount: formatMoney(props.amount),
    donor: harmless(props.donor ?? ''),
    named: String(props.donor !== null),
    message: harmless(props.message ?? '', 160),
    day: formatDay(props.paidOn, language),
  };
}

/** For the preview page and for tests; also one where nobody is named. */
export const samples = {
  usual: {
    ...usual,
    amount: rappenOf(5000),
    message: 'Hopp Jonas, jede Runde zählt!',
    paidOn: '2027-03-07',
  },
  strained: {
    ...strained,
    amount: rappenOf(1_000_000),
    message: 'https://evil.example/\nBcc: all@evil.example <b>Anna</b>',
    paidOn: '2027-03-31',
  },
  unnamed: {
    ...sampleFrame,
    participant: { name: 'Nr. 288', bib: '288' },
    event: {
      name: 'Schülerlauf Uster',
      date: '2027-06-12',
      organiser: { name: 'Elternverein Uster', place: '8610 Uster', email: null },
    },
    amount: rappenOf(100),
    donor: null,
    message: null,
    paidOn: '2027-03-01',
  },
} satisfies Record<string, GiftMail>;
