import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { accent } from '#domain/accent.ts';
import { languages, type Language } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';

/** The page as the eye reads it: the words of an element that begins with `<footer` and the like, and its links. */
function part(page: string, tag: 'header' | 'footer' | 'main') {
  const html = new RegExp(`<${tag}[ >][^]*</${tag}>`).exec(page)?.[0] ?? '';
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  return {
    html,
    words: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    links: Object.fromEntries(links.map(([, href, words = '']) => [words.replace(/<[^>]+>/g, '').trim(), href])),
  };
}

const open = (app: App, address: string, language: Language = 'de') =>
  app.client(language).expect<string>(200, `GET ${address}`);

describe('without a brand of its own', () => {
  let app: App;
  let slug: string;
  beforeAll(async () => {
    app = await startApp();
    slug = (await aSyncedEvent(app, await app.signedIn('vera'), [aPerson()], { name: 'Stadtlauf' })).event.slug;
  });
  afterAll(() => app.stop());

  test('the footer has the pages that every site must have, and no link to nowhere', async () => {
    const { links, words } = part(await open(app, '/'), 'footer');
    expect(links).toEqual({
      '': '/',
      Kontakt: '/contact',
      Nutzungsbedingungen: '/terms',
      Datenschutz: '/privacy',
      Barrierefreiheit: '/accessibility',
      Impressum: '/imprint',
    });
    expect(words).toContain('Über uns');
    expect(words).not.toContain('Soziale Medien');
  });

  test.each(languages)('those pages are there, each with its heading (%s)', async (language) => {
    for (const page of ['contact', 'terms', 'privacy', 'accessibility', 'imprint'] as const) {
      const { html } = part(await open(app, `/${page}`, language), 'main');
      expect(html).toContain(`<h1>${texts[language][`footer.${page}`]}</h1>`);
    }
    expect(await open(app, '/accessibility', language)).toContain('WCAG) 2.2');
  });

  test.each([
    ['de', /spende/i, 'Nachricht', 'Browser', '14 Tagen'],
    ['en', /\bgifts?\b/, 'message', 'browser', '14 days'],
    ['fr', /\bdons?\b/, 'message', 'navigateur', '14 jours'],
    ['it', /\bdonazion[ei]\b/, 'messaggio', 'browser', '14 giorni'],
  ] as const)('they tell of gifts too, of who sees what, and of what stays (%s)', async (language, gift, ...told) => {
    const terms = part(await open(app, '/terms', language), 'main');
    const privacy = part(await open(app, '/privacy', language), 'main');
    expect(terms.html).toContain(`<h2>${texts[language]['legal.terms.gift']}</h2>`);
    expect(privacy.html).toContain(`<h2>${texts[language]['legal.privacy.gifts']}</h2>`);
    for (const { words } of [terms, privacy]) {
      expect(words).toMatch(gift);
      expect(words).toContain('Payrexx');
    }
    for (const word of told) expect(privacy.words).toContain(word);
  });

  test('the header leads home, to the events and the participants, and to signing in', async () => {
    const { links, html } = part(await open(app, '/'), 'header');
    expect(links).toMatchObject({ '': '/', Events: '/', Teilnehmende: '/participants', Anmelden: '/auth/keycloak' });
    expect(links).toMatchObject({
      Deutsch: '/?lng=de',
      English: '/?lng=en',
      Français: '/?lng=fr',
      Italiano: '/?lng=it',
    });
    expect(html).toMatch(/<a href="\/" aria-current="page">Events/);
    expect(part(await open(app, '/participants'), 'header').html).toMatch(
      /<a href="\/participants" aria-current="page">/,
    );
  });

  test('where there is only one thing to do it hides the main navigation and signing in', async () => {
    const vera = await app.signedIn('vera');
    const { participants } = await aGiftEvent(app, vera, [aPerson()], { donation_per_unit: 'true' });
    const participant = participants[0] as Participant;
    const [{ receipt, token }, gift] = await Promise.all([aPledge(app, participant), anOpenGift(app, participant)]);
    for (const address of [
      paths.event(slug),
      paths.give(participant.id),
      paths.card(participant.id),
      paths.gift(gift.id),
      paths.pledgeSent(receipt),
      paths.pledgeResult('confirm', token),
      paths.pledgeResult('cancel', token),
    ]) {
      const { links } = part(await open(app, address), 'header');
      expect([address, Object.keys(links)]).toEqual([address, ['', 'Deutsch', 'English', 'Français', 'Italiano']]);
    }
  });

  test('who is signed in finds their name, its initials, and the ways that are theirs', async () => {
    const vera = await app.signedIn('vera');
    const { links, words, html } = part(await vera.expect<string>(200, 'GET /'), 'header');
    expect(words).toContain('Vera Verwalter');
    expect(html).toMatch(/class="avatar"[^>]*>VV</);
    expect(links).toMatchObject({ Admin: '/admin', Profile: '/admin/profile', Logout: '/auth/logout' });
    expect(Object.keys(links)).not.toContain('Sign in');
  });

  test('the profile says who somebody is and what they may do; strangers are led home', async () => {
    const profileOf = async (name: 'vera' | 'lea') =>
      part(await (await app.signedIn(name)).expect<string>(200, 'GET /admin/profile'), 'main').words;
    expect(await profileOf('vera')).toMatch(/Vera Verwalter .*vera@\S+ .*Administrator: may see and change everything/);
    const moment = String.raw`\d\d\.\d\d\.\d{4}, \d\d:\d\d`;
    expect(await profileOf('vera')).toMatch(new RegExp(`Signed in since ${moment} Ends at the latest ${moment}`));
    expect(await profileOf('lea')).toContain('Viewer: may see everything and change nothing');
    await (await app.signedIn('otto')).expect(403, 'GET /admin/profile');
    const { status, headers } = await app.client().send('GET /admin/profile');
    expect([status, headers.get('location')]).toEqual([302, '/']);
  });

  test.each([
    ['de', /<h1 lang="en">404 Page Not Found<\/h1>/],
    ['en', /<h1>404 Page Not Found<\/h1>/],
    ['fr', /<h1>404 Page introuvable<\/h1>/],
    ['it', /<h1>404 Pagina non trovata<\/h1>/],
  ] as const)(
    'a page that does not exist says so, with a way home and no word to programmers (%s)',
    async (language, heading) => {
      const page = await app.client(language).expect<string>(404, 'GET /gibt/es/nicht');
      const { html, links } = part(page, 'main');
      expect(html).toMatch(heading);
      expect(Object.values(links)).toEqual(['/participants', '/']);
      expect(html).not.toContain(texts[language]['notFound.hint']);
    },
  );

  test.each([
    ['de', '<h1 lang="en">Authenticating...</h1>'],
    ['en', '<h1>Authenticating...</h1>'],
    ['fr', '<h1>Authentification…</h1>'],
  ] as const)('the way back from signing in says what it does (%s)', async (language, heading) => {
    expect(await open(app, '/auth/keycloak/callback', language)).toContain(heading);
  });
});

describe('with a brand', () => {
  let app: App;
  const colour = '#ffd400';
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'brand-'));
    const logo = path.join(folder, 'logo.svg');
    const BRAND_FILE = path.join(folder, 'brand.json');
    writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const social = (name: string) => ({ name, href: `https://${name.toLowerCase()}.example` });
    const footer = {
      de: {
        jobs: 'https://zeitlauf.example/jobs',
        faq: 'https://zeitlauf.example/fragen',
        imprint: 'https://zeitlauf.example/impressum',
        socials: ['Instagram', 'LinkedIn', 'YouTube'].map(social),
      },
      fr: { jobs: 'https://zeitlauf.example/emplois' },
    };
    const operator = { name: 'Zeitlauf AG', city: '6003 Luzern', email: 'info@zeitlauf.example' };
    writeFileSync(BRAND_FILE, JSON.stringify({ name: 'Zeitlauf', logo, colour, footer, operator }));
    app = await startApp({ env: { BRAND_FILE } });
  });
  afterAll(() => app.stop());

  test('links lead where the language says, in German where it says nothing', async () => {
    expect(part(await open(app, '/', 'de'), 'footer').links).toMatchObject({
      Jobs: 'https://zeitlauf.example/jobs',
      Impressum: 'https://zeitlauf.example/impressum',
      Nutzungsbedingungen: '/terms',
      YouTube: 'https://youtube.example',
    });
    expect(part(await open(app, '/', 'fr'), 'footer').links).toMatchObject({
      Emplois: 'https://zeitlauf.example/emplois',
      'Questions fréquentes': 'https://zeitlauf.example/fragen',
      'Mentions légales': 'https://zeitlauf.example/impressum',
      Instagram: 'https://instagram.example',
    });
    expect(part(await open(app, '/', 'it'), 'footer').words).not.toContain('Il team');
  });

  test('its name and logo stand everywhere, and ours nowhere', async () => {
    for (const address of ['/', '/participants', '/privacy', '/accessibility']) {
      const page = await open(app, address);
      expect(page).toMatch(/<title>[^<]* · Zeitlauf<\/title>/);
      for (const tag of ['header', 'footer'] as const) {
        expect(part(page, tag).html).toContain('aria-label="Zeitlauf, Startseite"><img src="/brand/logo" alt=""/>');
      }
      expect(page).not.toContain('Givelap');
    }
    expect(part(await open(app, '/contact'), 'main').words).toContain('Zeitlauf AG 6003 Luzern info@zeitlauf.example');
    expect((await app.client().send('GET /brand/logo')).headers.get('content-type')).toBe('image/svg+xml');
  });

  test('its colour becomes the seven accents, computed for both themes', async () => {
    const { light, dark } = accent(colour);
    const css = await app.client().expect<string>(200, 'GET /brand.css');
    expect(await open(app, '/')).toContain('<link rel="stylesheet" href="/brand.css"/>');
    expect(css).toContain(`--color-accent:light-dark(${colour},${colour})`);
    expect(css).toContain(`--color-on-accent:light-dark(${light.on},${dark.on})`);
    expect(css).toContain(`--color-accent-mark:light-dark(${light.mark},${dark.mark})`);
    expect(light.mark).not.toBe(colour);
    expect(css.match(/--color-/g)).toHaveLength(7);
  });
});
