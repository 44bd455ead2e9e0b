import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { desktop, phone } from '#test/visit.ts';

let app: App;
let browser: Browser;
let slug: string;
let people: Participant[];

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const vera = await app.signedIn('vera');
  const startList = Array.from({ length: 23 }, (_, n) => aPerson({ Lastname: `Läufer${n}` }));
  const list = [aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288 }), ...startList];
  const made = await aSyncedEvent(app, vera, list, {
    name: 'Zürcher Spendenlauf',
    event_date: '2027-06-12',
    expected_units: 25,
    organiser_name: 'Verein «Bildung bewegt»',
  });
  slug = made.event.slug;
  people = made.participants;
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

/** The words of one journey in one language. */
const journeys = {
  de: {
    screen: phone,
    locale: 'de-CH',
    toList: /Jemanden unterstützen/,
    search: 'Wen möchten Sie unterstützen?',
    give: 'Spenden für Jonas Müller',
    own: 'Anderer Betrag',
    ownAmount: 'Ihr Betrag pro Runde',
    cap: /Höchstbetrag/,
    name: 'Ihr Name',
    email: 'E-Mail',
    sum: 'CHF 2.50 × etwa 25 Runden ≈ CHF 62.50',
    submit: /pro Runde versprechen/,
    sent: 'Noch ein Schritt: Öffnen Sie unsere E-Mail.',
    thanks: 'Danke. Jonas läuft jetzt auch für Sie.',
    missing: 'Bitte füllen Sie alle Pflichtfelder aus',
    errorTitle: /^Fehler: /,
    mailSubject: /bestätigen/,
  },
  fr: {
    screen: desktop,
    locale: 'fr-CH',
    toList: /Soutenir quelqu’un/,
    search: 'Qui souhaitez-vous soutenir?',
    give: 'Faire un don pour Jonas Müller',
    own: 'Autre montant',
    ownAmount: 'Votre montant par tour',
    cap: /Montant maximal|Maximum|Plafond/,
    name: 'Votre nom',
    email: 'E-mail',
    sum: 'CHF 2.50 × environ 25 tours ≈ CHF 62.50',
    submit: /par tour/,
    sent: /e-mail/i,
    thanks: /Jonas/,
    missing: 'Veuillez remplir tous les champs obligatoires',
    errorTitle: /^Erreur/,
    mailSubject: /confirmer/i,
  },
} as const;

test.each(['de', 'fr'] as const)(
  'a donor finds a participant, promises per lap and confirms by mail (%s)',
  async (language) => {
    const words = journeys[language];
    const email = `grosi-${language}@example.test`;
    const context = await browser.newContext({ ...words.screen, locale: words.locale });
    const page = await context.newPage();
    const complaints = watch(page, app.url);
    const look = async () => {
      await expectNoSideways(page);
      await expectAccessible(page);
    };

    await page.goto(app.url);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    await look();
    await page.getByRole('link', { name: words.toList }).first().click();
    await page.waitForURL(`**/participants/${slug}`);
    await look();

    await page.getByLabel(words.search).fill('muller');
    await page.keyboard.press('Enter');
    await page.waitForURL('**q=muller**');
    // On the list it opens a dialog; whoever is sent the link comes to the page.
    const give = await page.getByRole('link', { name: words.give }).getAttribute('href');
    await page.goto(app.url + give);
    await page.getByRole('heading', { level: 1, name: 'Jonas Müller' }).waitFor();
    await look();

    await page.getByRole('button', { name: words.submit }).click();
    await page.getByText(words.missing).waitFor();
    expect(await page.title()).toMatch(words.errorTitle);
    await look();

    await page.getByRole('radio', { name: words.own }).check();
    await page.getByLabel(words.ownAmount).fill('2,50');
    await page.getByLabel(words.cap).fill('40');
    await page.getByLabel(words.name).fill('Elsbeth Huber');
    await page.getByLabel(words.email).fill(email);
    await page.getByText(words.sum).waitFor();
    await page.getByRole('button', { name: words.submit }).click();

    await page.waitForURL('**/donation/sent/**');
    await page.getByRole('heading', { level: 1, name: words.sent }).waitFor();
    await page.getByText(email).first().waitFor();
    await look();
    await page.reload();
    await page.getByText(email).first().waitFor();

    const mail = await app.mailbox.waitFor(email);
    expect(mail.subject).toMatch(words.mailSubject);
    const link = mail.links.find((address) => address.includes('/donation/confirm/')) ?? '';
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: words.thanks }).waitFor();
    await look();
    const status = await app
      .client()
      .expect<{ donation: { status: string } }>(200, `GET /api/donations/by-token/${link.split('/').at(-1)}`);
    expect(status.donation.status).toBe('confirmed');

    await page.goto(`${app.url}/participants/${slug}?q=jonas`);
    await page
      .getByRole('row', { name: /Müller/ })
      .getByText(/CHF\s(2\.50|5\.00)/)
      .waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('without script the same journey works, and a form sent twice is one pledge', async () => {
  const email = 'ohne-script@example.test';
  const context = await browser.newContext({ ...phone, locale: 'de-CH', javaScriptEnabled: false });
  const page = await context.newPage();
  const jonas = people.find((person) => person.last_name === 'Müller');
  await page.goto(`${app.url}/give/${jonas?.id}`);
  const organiser = page.getByRole('complementary', { name: 'Wer das Geld erhält' });
  await organiser.getByText('Verein «Bildung bewegt»').waitFor();

  await page.getByLabel('Ihr Name').fill('Ohne Skript');
  await page.getByRole('button', { name: /pro Runde versprechen/ }).click();
  await page.getByText('Geben Sie Ihre E-Mail-Adresse ein').first().waitFor();
  expect(await page.title()).toMatch(/^Fehler/);
  expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Ohne Skript');

  await page.getByRole('radio', { name: /^5/ }).check();
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: /pro Runde versprechen/ }).click();
  await page.waitForURL('**/donation/sent/**');
  const first = page.url();
  await page.goto(`${app.url}/give/${jonas?.id}`);
  await page.getByRole('radio', { name: /^5/ }).check();
  await page.getByLabel('Ihr Name').fill('Ohne Skript');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: /pro Runde versprechen/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/donation/sent/') && url.href !== first);

  const mail = await app.mailbox.waitFor(email);
  await page.goto(mail.links.find((address) => address.includes('/donation/confirm/')) ?? '');
  await page.getByRole('button', { name: /bestätigen/ }).click();
  await page.getByRole('heading', { level: 1, name: /Danke/ }).waitFor();
  await page.goto(mail.links.find((address) => address.includes('/donation/cancel/')) ?? '');
  await page.getByRole('button', { name: 'Versprechen widerrufen' }).click();
  await page.getByText('Es werden keine Zahlungen ausgelöst.').waitFor();
  const mails = (await app.mailbox.messages()).filter(
    (one) => one.envelope.to.includes(email) && one.text.includes('/confirm/'),
  );
  expect(new Set(mails.map((one) => one.text.match(/confirm\/([\w-]+)/)?.[1])).size).toBe(1);
  await context.close();
});

test('by keyboard alone: the first stop leads to the content, and the form is filled in its order', async () => {
  const email = 'tastatur@example.test';
  const context = await browser.newContext({ ...desktop, locale: 'de-CH' });
  const page = await context.newPage();
  const jonas = people.find((person) => person.last_name === 'Müller');
  await page.goto(`${app.url}/give/${jonas?.id}`);
  const press = (key: string) => page.keyboard.press(key);
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('name') ?? (document.activeElement as HTMLElement | null)?.innerText,
    );
  const tabTo = async (name: string | RegExp) => {
    for (let stop = 0; stop < 30; stop += 1) {
      await press('Tab');
      const here = (await focused()) ?? '';
      if (typeof name === 'string' ? here === name : name.test(here)) return;
    }
    throw new Error(`no stop at ${name}`);
  };

  await press('Tab');
  expect(await focused()).toBe('Zum Inhalt');
  await press('Enter');
  await tabTo('rate');
  await press('ArrowRight');
  await tabTo('max_amount');
  await page.keyboard.type('100');
  await tabTo('donor_name');
  await page.keyboard.type('Nur Tastatur');
  await tabTo('donor_email');
  await page.keyboard.type(email);
  await tabTo(/^CHF\s2\.00 pro Runde versprechen$/);
  await press('Enter');
  await page.waitForURL('**/donation/sent/**');
  const mail = await app.mailbox.waitFor(email);
  expect(mail.text).toMatch(/CHF\s2\.00/);
  await context.close();
});

test('the language is chosen once and stays', async () => {
  const context = await browser.newContext({ ...desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(app.url);
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  await page.locator('summary:visible').filter({ hasText: 'EN' }).click();
  await page.getByRole('link', { name: 'Italiano' }).locator('visible=true').click();
  await page.waitForURL('**lng=it**');
  expect(await page.getAttribute('html', 'lang')).toBe('it');
  await page.goto(`${app.url}/participants`);
  expect(await page.getAttribute('html', 'lang')).toBe('it');
  await page.waitForFunction(() => localStorage.getItem('language') === 'it');
  await context.close();
});

test('an address that does not exist is a page with a way on', async () => {
  const context = await browser.newContext({ ...phone, locale: 'de-CH' });
  const page = await context.newPage();
  const answer = await page.goto(`${app.url}/gibt/es/nicht`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await page.waitForURL(`${app.url}/`);
  await context.close();
});
