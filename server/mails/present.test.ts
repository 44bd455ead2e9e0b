import { describe, expect, test } from 'vitest';
import { languages } from '#domain/language.ts';
import { translator } from '#locales/messages.ts';
import { tellReason } from './present.ts';

describe('why a mail did not leave', () => {
  test.each([
    ['erased', 'Die Person wurde vorher gelöscht.'],
    ['cannot be written', 'Die E-Mail liess sich nicht erstellen.'],
    ['ESOCKET connect ECONNREFUSED 10.0.0.5:587', 'Die Verbindung zum Mailserver kommt nicht zustande.'],
    ['EDNS getaddrinfo ENOTFOUND mail.verein.ch', 'Die Verbindung zum Mailserver kommt nicht zustande.'],
    ['ETIMEDOUT Connection timeout', 'Der Mailserver antwortet nicht rechtzeitig.'],
    ['ETLS Upgrade failed', 'Mit dem Mailserver kommt keine verschlüsselte Verbindung zustande.'],
    ['EAUTH Missing credentials for "PLAIN"', 'Der Mailserver lehnt die Anmeldung ab.'],
    ['EMESSAGE Stream ended', 'Der Mailserver hat die E-Mail nicht angenommen.'],
    ['', 'Der Mailserver hat die E-Mail nicht angenommen.'],
  ])('%j is told in words', (reason, told) => {
    expect(tellReason(reason, translator('de'))).toBe(told);
    const words = languages.map((language) => tellReason(reason, translator(language)));
    expect(new Set(words).size).toBe(languages.length);
  });

  test.each([
    ['EENVELOPE 550 5.1.1 <…>: mailbox unknown', '550 5.1.1 <…>: mailbox unknown'],
    ['EPROTOCOL 421-come back later', '421-come back later'],
    ['EAUTH 535 5.7.8 authentication failed', '535 5.7.8 authentication failed'],
  ])('%j is told as the mail server said it', (reason, told) => {
    for (const language of languages) expect(tellReason(reason, translator(language))).toBe(told);
  });
});
