import type { Page } from 'playwright-core';
import { paths } from '#contract/paths.ts';
import type { TextKey, Translate } from '#locales/messages.ts';
import { seeRow } from './acts.ts';
import { adminGiftScenes } from './admin-gift-scenes.ts';
import type { Scene } from './scenes.ts';
import type { Stage } from './stage.ts';

const emails = paths.adminTab('emails');
const settings = paths.adminTab('settings');
const events = paths.adminTab('events');
const idOf = ({ run }: Stage) => run.participants[0]?.id ?? 0;
const people = ({ run }: Stage, more = '') => `${paths.adminTab('participants')}?event=${run.id}${more}`;
const sumsOf = ({ run }: Stage) => `${paths.adminTab('donations')}?event=${run.id}`;
const donorsOf = (stage: Stage) => `${sumsOf(stage)}&participant=${idOf(stage)}&sort=created_at`;

/** What staff see, room by room. */
export const adminScenes: Scene[] = [
  { name: 'dashboard', as: 'vera', path: () => paths.admin, act: seeDashboard },
  { name: 'dashboard, all activities', as: 'vera', path: () => `${paths.admin}?activities=true`, act: seeLog },
  {
    name: 'dashboard, no activities found',
    as: 'vera',
    path: () => `${paths.admin}?activities=true&action=person.erased`,
    act: seeNothing,
  },
  { name: 'dashboard, activities lost', as: 'vera', path: () => paths.admin, act: loseActivities },
  { name: 'events', as: 'vera', path: () => events, act: seeRow },
  { name: 'events, nothing found', as: 'vera', path: () => `${events}?q=xylophon`, act: seeNothing },
  { name: 'event, new and incomplete', as: 'vera', path: () => `${events}?add=true`, act: sendIncomplete },
  { name: 'event', as: 'vera', path: ({ run }) => `${events}?edit=${run.id}`, act: seeEvent },
  { name: 'event, to be read', as: 'lea', path: ({ run }) => `${events}?edit=${run.id}`, act: seeEvent },
  { name: 'event, deleting', as: 'vera', path: ({ run }) => `${events}?remove=${run.id}`, act: seeDialog },
  { name: 'people, with a held sync', as: 'vera', path: (stage) => people(stage), act: seePeople },
  { name: 'people, nobody found', as: 'vera', path: (stage) => people(stage, '&q=xylophon'), act: seeNobody },
  { name: 'person, new and incomplete', as: 'vera', path: (stage) => people(stage, '&add=true'), act: sendIncomplete },
  { name: 'person', as: 'vera', path: (stage) => people(stage, `&edit=${idOf(stage)}`), act: seePerson },
  { name: 'person, to be read', as: 'lea', path: (stage) => people(stage, `&edit=${idOf(stage)}`), act: seePerson },
  {
    name: 'donations, no event',
    as: 'vera',
    path: () => paths.adminTab('donations'),
    act: seeText('participants.choose'),
  },
  { name: 'donations', as: 'vera', path: sumsOf, act: seeRow },
  {
    name: 'donations, nobody found',
    as: 'vera',
    path: (stage) => `${sumsOf(stage)}&q=xylophon`,
    act: seeText('admin.donations.noneFound.pledges'),
  },
  { name: 'donations of somebody', as: 'vera', path: donorsOf, act: seeRow },
  { name: 'donations of all', as: 'vera', path: (stage) => `${sumsOf(stage)}&donors=true`, act: seeRow },
  { name: 'donation, cancelling without a reason', as: 'vera', path: donorsOf, act: cancelWithout },
  ...adminGiftScenes,
  { name: 'e-mail logs', as: 'vera', path: () => emails, act: seeRow },
  { name: 'e-mail logs, nothing found', as: 'vera', path: () => `${emails}?q=xylophon`, act: seeNothing },
  { name: 'e-mail logs, error', as: 'vera', path: () => `${emails}?event=999999`, act: seeAlert },
  { name: 'settings', as: 'vera', path: () => settings, act: seeAll },
  { name: 'settings, queues lost', as: 'vera', path: () => settings, act: loseQueues },
  { name: 'settings, held run', as: 'vera', path: ({ syncs }) => `${settings}?run=${syncs.held}`, act: seeForce },
  { name: 'settings, changes', as: 'vera', path: ({ syncs }) => `${settings}?run=${syncs.done}`, act: seeChanges },
  { name: 'settings, persons', as: 'vera', path: () => settings, act: findPersons },
  { name: 'settings, erasing', as: 'vera', path: () => settings, act: askToErase },
];

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
  await seeRow(page);
  for (const name of ['services', 'queues', 'config']) await page.locator(`#${name} .conditions`).first().waitFor();
}

async function loseQueues(page: Page): Promise<void> {
  await page.route('**/api/operation', (route) => route.abort());
  await page.locator('#queues .btn-icon').click();
  await page.locator('#queues').getByRole('alert').waitFor();
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

function seeText(key: TextKey) {
  return (page: Page, t: Translate) => page.getByText(t(key), { exact: true }).waitFor();
}

async function cancelWithout(page: Page, t: Translate): Promise<void> {
  await page.locator('.act .btn-soft').first().click();
  await page.getByRole('button', { name: t('admin.donations.cancelAct') }).click();
  await page.getByRole('alert').waitFor();
}

async function seePeople(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('admin.sync.force') }).waitFor();
  await page.locator('.diff li').first().waitFor();
  await page.getByRole('rowheader').first().waitFor();
}

async function seeNobody(page: Page, t: Translate): Promise<void> {
  await page.getByRole('heading', { name: t('admin.participants.noneFound') }).waitFor();
}

async function sendIncomplete(page: Page): Promise<void> {
  await page.locator('dialog button[type=submit]').click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
}

async function seePerson(page: Page, t: Translate): Promise<void> {
  await page.getByRole('dialog').getByLabel(t('admin.field.motivational_message')).waitFor();
}

async function seeEvent(page: Page, t: Translate): Promise<void> {
  await page.getByRole('dialog').getByLabel(t('admin.event.columns')).waitFor();
}

async function seeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').locator('form').waitFor();
}

async function seeDashboard(page: Page, t: Translate): Promise<void> {
  await page.getByRole('heading', { name: t('admin.dashboard.funnel') }).waitFor();
  await page.locator('.sign-held').waitFor();
  await page.getByRole('heading', { name: t('admin.activities') }).waitFor();
  await page.locator('table.dense tbody tr').first().waitFor();
}

async function loseActivities(page: Page, t: Translate): Promise<void> {
  const all = page.getByRole('link', { name: t('admin.dashboard.allActivities') });
  await all.waitFor();
  await page.route('**/api/activities?*', (route) => route.abort());
  await all.click();
  await page.getByRole('alert').waitFor();
}

async function seeLog(page: Page): Promise<void> {
  await page.locator('table.dense tbody tr').first().waitFor();
}
