import type { Page } from 'playwright-core';
import { paths } from '#contract/paths.ts';
import type { Translate } from '#locales/messages.ts';
import type { Scene } from './scenes.ts';

const emails = paths.adminTab('emails');
const settings = paths.adminTab('settings');

/** What staff see of what left and what arrived, and what they are asked before somebody is erased. */
export const mailAndSettingScenes: Scene[] = [
  { name: 'e-mail logs', as: 'vera', path: () => emails, act: seeRows },
  { name: 'e-mail logs, nothing found', as: 'vera', path: () => `${emails}?q=xylophon`, act: seeNothing },
  { name: 'e-mail logs, error', as: 'vera', path: () => `${emails}?event=999999`, act: seeAlert },
  { name: 'settings', as: 'vera', path: () => settings, act: seeAll },
  { name: 'settings, held run', as: 'vera', path: ({ syncs }) => `${settings}?run=${syncs.held}`, act: seeForce },
  { name: 'settings, changes', as: 'vera', path: ({ syncs }) => `${settings}?run=${syncs.done}`, act: seeChanges },
  { name: 'settings, persons', as: 'vera', path: () => settings, act: findPersons },
  { name: 'settings, erasing', as: 'vera', path: () => settings, act: askToErase },
];

function seeRows(page: Page): Promise<void> {
  return page.getByRole('rowheader').first().waitFor();
}

function seeNothing(page: Page): Promise<void> {
  return page.locator('.empty').waitFor();
}

function seeAlert(page: Page): Promise<void> {
  return page.getByRole('alert').waitFor();
}

function seeChanges(page: Page): Promise<void> {
  return page.locator('.diff + .pages').waitFor();
}

async function seeForce(page: Page, t: Translate): Promise<void> {
  await page.getByText(t('admin.sync.force')).waitFor();
}

async function seeAll(page: Page): Promise<void> {
  await seeRows(page);
  for (const name of ['services', 'config']) await page.locator(`#${name} .conditions`).first().waitFor();
}

async function findPersons(page: Page, t: Translate): Promise<void> {
  await page.getByRole('searchbox').fill('a');
  await page.getByRole('button', { name: t('participants.search') }).click();
  await page.locator('#persons').getByRole('rowheader').first().waitFor();
}

async function askToErase(page: Page, t: Translate): Promise<void> {
  await findPersons(page, t);
  await page.locator('#persons tbody button').first().click();
  await page.getByRole('button', { name: t('admin.persons.erase') }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
}
