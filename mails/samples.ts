import type { Organiser } from '#domain/organiser.ts';
import type { MailFrame } from './frame.ts';

export const sampleFrame: MailFrame = {
  brand: { name: 'Givelap', fill: '#c63d1c', on: '#ffffff' },
  publicUrl: 'https://givelap.example',
  links: {
    confirm: 'https://givelap.example/donation/confirm/4uWv0h1zq2LrT9aKx8bNcQ',
    cancel: 'https://givelap.example/donation/cancel/4uWv0h1zq2LrT9aKx8bNcQ',
    proof: 'https://givelap.example/gift/4uWv0h1zq2LrT9aKx8bNcQ',
    give: 'https://givelap.example/give/p3f9c2ab81d04e5f6',
  },
};

interface Facts extends MailFrame {
  participant: { name: string; bib: string | null };
  event: { name: string; date: string | null; organiser: Organiser };
  donor: string;
}

/** For the preview page and for tests, what all mails tell: an ordinary event, and one that strains a layout. */
export const usual: Facts = {
  ...sampleFrame,
  participant: { name: 'Jonas Müller', bib: '288' },
  event: {
    name: 'Zürcher Spendenlauf',
    date: '2027-06-12',
    organiser: { name: 'Verein «Bildung bewegt»', place: '8003 Zürich', email: 'spenden@bildung-bewegt.example' },
  },
  donor: 'Elsbeth Huber',
};

export const strained: Facts = {
  ...sampleFrame,
  brand: { name: 'Zeitmessung Zentralschweiz', fill: '#ffd400', on: '#131a24' },
  participant: { name: 'Maria-Magdalena Hürlimann-Zgraggen', bib: null },
  event: {
    name: '12-Stunden-Lauf für die Kinderkrebsforschung',
    date: null,
    organiser: { name: 'Stiftung', place: null, email: null },
  },
  donor: '<b>Anna</b> http://evil.example/x?y=1 www.evil.example\r\nBcc: all@evil.example',
};
