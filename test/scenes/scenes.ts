import type { BrowserContext, Page } from 'playwright-core';
import { legalPages, paths } from '#contract/paths.ts';
import type { Language } from '#domain/language.ts';
import { translator, type Translate } from '#locales/messages.ts';
import { hydrated, said } from '#test/visit.ts';
import { openDetail, sendInVain, submit } from './acts.ts';
import { adminScenes } from './admin-scenes.ts';
import { giftScenes } from './gift-scenes.ts';
import type { Stage } from './stage.ts';

/** A page in one of its states. */
export interface Scene {
  name: string;
  /** Where it plays; `full` when nothing is said. */
  on?: 'full' | 'empty' | 'broken';
  as?: 'vera' | 'lea' | 'otto';
  /** Without script: states that a script would leave at once. */
  still?: true;
  path(stage: Stage): string | Promise<string>;
  /** What is to be done there. */
  act?(page: Page, t: Translate): Promise<void>;
}

export interface Look {
  language: Language;
  width: number;
  scheme: 'light' | 'dark';
}

const idOf = ({ run }: Stage) => run.participants[0]?.id ?? 0;
const give = (stage: Stage) => paths.give(idOf(stage));
const brokenList = ({ brokenSlug }: Stage) => paths.event(brokenSlug);

function without(what: Parameters<Stage['lose']>[0], path: (stage: Stage) => string): Scene['path'] {
  return async (stage) => {
    await stage.lose(what);
    return path(stage);
  };
}

export const scenes: Scene[] = [
  { name: 'home', path: () => paths.home },
  { name: 'home, empty', on: 'empty', path: () => paths.home },
  { name: 'home, error', on: 'broken', path: without('events', () => paths.home) },
  { name: 'home, without sums', on: 'broken', path: without('contributions', () => paths.home) },
  { name: 'login dialog', path: () => paths.home, act: openLogin },
  { name: 'language menu', path: () => paths.home, act: openMenu },
  { name: 'signed in', as: 'vera', path: () => paths.home, act: openMenu },
  { name: 'participants', path: ({ run }) => paths.event(run.slug) },
  { name: 'participants, last page', path: ({ run }) => `${paths.event(run.slug)}?page=3&sort=-last_name` },
  { name: 'participants, nobody found', path: ({ run }) => `${paths.event(run.slug)}?q=xylophon` },
  { name: 'participants, for staff', as: 'vera', path: ({ run }) => paths.event(run.slug), act: seeSync },
  { name: 'participant', path: ({ run }) => paths.event(run.slug), act: openDetail },
  { name: 'participant, link copied', path: ({ run }) => paths.event(run.slug), act: copyLink },
  { name: 'pledge dialog', path: ({ run }) => paths.event(run.slug), act: openForm },
  { name: 'pledge dialog, incomplete', path: ({ run }) => paths.event(run.slug), act: sendEmptyForm },
  { name: 'pledge dialog, thanks', path: ({ run }) => paths.event(run.slug), act: sendForm },
  { name: 'participants, selector', path: () => paths.participants },
  { name: 'participants, no event', on: 'empty', path: () => paths.participants },
  { name: 'participants, inactive', path: ({ past }) => paths.event(past.slug) },
  { name: 'participants, selector lost', on: 'broken', path: without('events', () => paths.participants) },
  { name: 'participants, error', on: 'broken', path: without('participant_totals', brokenList) },
  { name: 'participants, without sums', on: 'broken', path: without('contributions', brokenList) },
  { name: 'page that fails', on: 'broken', path: without('events', brokenList) },
  { name: 'give', path: give },
  { name: 'give, incomplete', path: give, act: sendInVain },
  { name: 'give, wrong', path: give, act: fillWrongly },
  { name: 'give, closed', path: ({ past }) => paths.give(past.participants[0]?.id ?? 0) },
  ...giftScenes,
  { name: 'check mail', path: async (stage) => paths.pledgeSent((await stage.pledge('pending')).receipt) },
  { name: 'check mail, confirmed', path: async (stage) => paths.pledgeSent((await stage.pledge('confirmed')).receipt) },
  {
    name: 'confirm, asking',
    still: true,
    path: async (stage) => paths.pledgeResult('confirm', (await stage.pledge('pending')).token),
  },
  {
    name: 'confirm, done',
    path: async (stage) => paths.pledgeResult('confirm', (await stage.pledge('pending')).token),
    act: (page, t) =>
      page
        .getByRole('status')
        .filter({ hasText: t('donation.isConfirmed') })
        .waitFor({ state: 'attached' }),
  },
  { name: 'confirm, unknown link', path: () => paths.pledgeResult('confirm', 'nobody-has-this-token') },
  {
    name: 'cancel, asking',
    path: async (stage) => paths.pledgeResult('cancel', (await stage.pledge('confirmed')).token),
  },
  {
    name: 'cancel, done',
    path: async (stage) => paths.pledgeResult('cancel', (await stage.pledge('cancelled')).token),
  },
  { name: 'not found', path: () => '/nobody/lives/here' },
  { name: 'no access', as: 'otto', path: () => paths.admin },
  { name: 'profile', as: 'vera', path: () => paths.profile },
  ...adminScenes,
  { name: 'sign-in away', on: 'broken', path: () => paths.signIn },
  { name: 'coming back', still: true, path: () => paths.callback },
  ...legalPages.map((page): Scene => ({ name: page, path: () => paths.legal(page) })),
  { name: 'published interface', path: () => paths.apiDocs },
];

async function openLogin(page: Page, t: Translate): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.locator('header .menu.only-slim summary').click();
  await page
    .getByRole('link', { name: t('site.signIn'), exact: true })
    .locator('visible=true')
    .click();
  await page.getByRole('dialog').waitFor();
}

async function seeSync(page: Page, t: Translate): Promise<void> {
  await page.getByText(t('sync.inactive')).waitFor();
}

async function copyLink(page: Page, t: Translate): Promise<void> {
  await openDetail(page);
  await page.getByRole('button', { name: t('participants.copyLink'), exact: true }).click();
  await said(page).waitFor();
}

async function openForm(page: Page): Promise<void> {
  await page.locator('tbody a.btn-s[aria-haspopup]').first().click();
  await page.getByRole('dialog').waitFor();
}

async function sendEmptyForm(page: Page): Promise<void> {
  await openForm(page);
  await sendInVain(page);
}

async function sendForm(page: Page, t: Translate): Promise<void> {
  await openForm(page);
  await page.getByLabel(t('donation.name')).fill('Elsbeth Huber');
  await page.getByLabel(t('donation.email'), { exact: true }).fill('elsbeth@example.test');
  await submit(page);
  await page.getByRole('heading', { name: t('donation.sent.heading') }).waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('header .menu summary').locator('visible=true').last().click();
}

async function fillWrongly(page: Page, t: Translate): Promise<void> {
  await page.getByLabel(t('donation.otherAmount')).check();
  await page.locator('#own').fill('zwei');
  await page.locator('#max').fill('0');
  await page.getByLabel(t('donation.name')).fill('Elsbeth');
  await page.getByLabel(t('donation.email'), { exact: true }).fill('elsbeth');
  await sendInVain(page);
}

/** Opens a scene as somebody sees it; resolves once everything has come to rest. */
export async function openScene(
  browser: { newContext: (options: object) => Promise<BrowserContext> },
  stage: Stage,
  scene: Scene,
  { language, width, scheme }: Look,
): Promise<Page> {
  const app = stage[scene.on ?? 'full'];
  const context = await browser.newContext({
    locale: `${language}-CH`,
    viewport: { width, height: 800 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  if (scene.as) await context.addCookies([await stage.session(scene.as)]);
  const page = await context.newPage();
  // The tests' own scripts must run.
  if (scene.still) await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(app.url + (await scene.path(stage)));
  if (!scene.still) await hydrated(page);
  await scene.act?.(page, translator(language));
  await page.evaluate(() => document.fonts.ready);
  return page;
}
