import { describe, expect, test } from 'vitest';
import { languages, type Language } from '#domain/language.ts';
import { texts, translator } from '#locales/messages.ts';
import type { MailLinks } from './frame.ts';
import { samples, templates, writeMail, type MailKind } from './kinds.ts';

const kinds = Object.keys(templates) as MailKind[];
const cases = kinds.flatMap((kind) =>
  Object.entries(samples[kind]).flatMap(([name, props]) =>
    languages.map((language) => ({ kind, name, language, props })),
  ),
);
/** Where each wants its reader to go. */
const leadsTo: Record<MailKind, keyof MailLinks> = {
  'pledge-request': 'confirm',
  'pledge-confirmed': 'cancel',
  'pledge-cancelled': 'confirm',
  'gift-thanks': 'proof',
  'gift-received': 'give',
  'page-link': 'give',
};
const linksIn = (text: string) => new Set(text.match(/https:\/\/[^\s<>"')]+/g));

describe.each(cases)('$kind, $name, in $language', ({ kind, props, language }) => {
  const mail = writeMail(kind, props, translator(language), language);

  test('says everything it has to say', () => {
    for (const part of [mail.subject, mail.html, mail.text]) {
      expect(part).not.toMatch(/undefined|NaN|\[object|\{\w+\}/);
      expect(part.match(/\b(mail|donation|unit|error)\.[a-z]+\b/i)?.[0]).toBeUndefined();
    }
    expect(mail.html).toContain(`<html lang="${language}"`);
    expect(mail.subject.length).toBeGreaterThan(10);
  });

  test('leads to the same places as HTML and as text', () => {
    expect(linksIn(mail.text)).toEqual(linksIn(mail.html));
    expect([...linksIn(mail.text)]).toEqual(expect.arrayContaining([props.links[leadsTo[kind]]]));
  });

  test('carries no markup, address or line of a stranger', () => {
    expect(mail.subject).not.toMatch(/[\r\n]/);
    for (const part of [mail.html, mail.text]) {
      expect(part).not.toMatch(/evil\.example|https?:\/\/evil|^Bcc:/m);
    }
    expect(mail.html).not.toContain('<b>Anna');
  });

  test('asks for nothing from anywhere', () => {
    expect(mail.html).not.toMatch(/<(img|script|iframe|link)\b|url\(/i);
  });
});

test('no two languages say the same', () => {
  for (const kind of kinds) {
    const subjects = languages.map(
      (language: Language) => writeMail(kind, samples[kind].usual, translator(language), language).subject,
    );
    expect(new Set(subjects).size).toBe(languages.length);
  }
  expect(Object.keys(texts)).toHaveLength(languages.length);
});
