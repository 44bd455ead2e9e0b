import type { Page } from 'playwright-core';
import { paths } from '#contract/paths.ts';
import type { Translate } from '#locales/messages.ts';
import { seeRow } from './acts.ts';
import type { Scene } from './scenes.ts';
import type { Stage } from './stage.ts';

const participant = ({ gala }: Stage) => ({
  id: gala.participants[0]?.id ?? 0,
  event: gala.participants[0]?.event_id ?? 0,
});
const people = (stage: Stage, more = '') =>
  `${paths.adminTab('participants')}?event=${participant(stage).event}${more}`;
const donations = (stage: Stage, more = '') =>
  `${paths.adminTab('donations')}?event=${participant(stage).event}${more}`;

/** What staff see where people give at once. */
export const adminGiftScenes: Scene[] = [
  { name: 'payment pages', as: 'vera', path: (stage) => people(stage), act: seePages },
  { name: 'payment page, none could be made', as: 'vera', path: (stage) => people(stage), act: makeInVain },
  {
    name: 'payment page, making anew',
    as: 'vera',
    path: (stage) => people(stage, `&recreate=${participant(stage).id}`),
    act: seeQuestion,
  },
  { name: 'gifts, per participant', as: 'vera', path: (stage) => donations(stage), act: seeRow },
  {
    name: 'gifts and pledges of somebody',
    as: 'vera',
    path: (stage) => donations(stage, `&participant=${participant(stage).id}`),
    act: seeBoth,
  },
  {
    name: 'gifts, one to look at',
    as: 'vera',
    path: async (stage) => {
      await stage.gift('refunded');
      return donations(stage, '&list=gifts&status=flagged');
    },
    act: seeRow,
  },
  {
    name: 'event with gifts, deleting',
    as: 'vera',
    path: async (stage) => {
      await stage.gift('refunded');
      return `${paths.adminTab('events')}?remove=${participant(stage).event}`;
    },
    act: seeUncounted,
  },
];

async function seePages(page: Page, t: Translate): Promise<void> {
  await page.getByText(t('admin.pages.made'), { exact: true }).first().waitFor();
  await makeButton(page, t).waitFor();
}

const makeButton = (page: Page, t: Translate) =>
  page.getByRole('button', { name: t('admin.pages.makeOf', { name: 'Zoé Aebi' }) });

async function seeUncounted(page: Page, t: Translate): Promise<void> {
  await page.getByText(t('admin.event.removeKept')).waitFor();
}

async function makeInVain(page: Page, t: Translate): Promise<void> {
  await page.route('**/api/payrexx/create-payment-page', (route) => route.fulfill({ status: 502, body: '' }));
  await makeButton(page, t).click();
  await page.getByText(t('admin.pages.tryLater')).waitFor();
}

async function seeQuestion(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('admin.pages.recreateAct'), exact: true }).waitFor();
}

async function seeBoth(page: Page, t: Translate): Promise<void> {
  await seeRow(page);
  await page.getByText(t('admin.donations.none.pledges')).waitFor();
}
