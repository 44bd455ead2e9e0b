import type { Page } from 'playwright-core';
import { paths } from '#contract/paths.ts';
import type { Translate } from '#locales/messages.ts';
import { openDetail, sendInVain } from './acts.ts';
import type { Scene } from './scenes.ts';
import type { Stage } from './stage.ts';

const page = ({ gala }: Stage) => gala.participants[0]?.payrexx_page_id ?? '';
const give = (stage: Stage) => paths.give(page(stage));

/** Giving at once, and what comes after. */
export const giftScenes: Scene[] = [
  { name: 'participants with gifts', path: ({ gala }) => paths.event(gala.slug) },
  { name: 'participant with gifts', path: ({ gala }) => paths.event(gala.slug), act: openDetail },
  { name: 'gift', path: give },
  { name: 'gift, wrong', path: give, act: giveWrongly },
  { name: 'gift or pledge', path: give, act: choosePledge },
  { name: 'gift, provider away', path: give, act: giveInVain },
  { name: 'payment, checking', path: (stage) => stage.gift('open') },
  { name: 'payment, cancelled', path: async (stage) => `${await stage.gift('open')}?came=cancelled` },
  { name: 'payment, declined', path: async (stage) => `${await stage.gift('open')}?came=failed` },
  { name: 'payment, thanks', path: (stage) => stage.gift('paid') },
  { name: 'payment, never made', path: (stage) => stage.gift('failed') },
  { name: 'payment, refunded', path: (stage) => stage.gift('refunded') },
  { name: 'card', path: (stage) => paths.card(page(stage)) },
];

async function giveWrongly(page: Page, t: Translate): Promise<void> {
  await page.getByRole('radio', { name: t('donation.otherAmount') }).check();
  await page.locator('#own-gift').fill('20000');
  await page.locator('#de').fill('elsbeth');
  await sendInVain(page);
}

async function choosePledge(page: Page): Promise<void> {
  await page.locator('#kp').check();
}

async function giveInVain(page: Page): Promise<void> {
  await page.route('**/api/gifts', (route) => route.abort());
  await sendInVain(page);
}
