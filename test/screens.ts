import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import type { Language } from '#domain/language.ts';
import { translator, type Translate } from '#locales/messages.ts';
import { Browser as Client } from '#sandbox/demo/browser.ts';
import { freePort } from '#sandbox/ports.ts';
import { openBrowser } from './browser.ts';
import { hydrated } from '#test/visit.ts';

/** `npm run screens`: what a visitor of the demo sees, as pictures for people who read about it. */
const folder = path.join(import.meta.dirname, '../docs/screens');

interface Demo {
  url: string;
  mailbox: string;
  stop(): Promise<void>;
}

interface Shot {
  name: string;
  language: Language;
  width: 320 | 768 | 1280;
  dark?: true;
  path: string;
  /** Signed in as the demo's admin. */
  staff?: true;
  act?: (page: Page, t: Translate) => Promise<void>;
}

const demo = await startDemo();
const browser = await openBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const shot of await shots(demo)) await take(browser, demo, shot);
} finally {
  await browser.close();
  await demo.stop();
}

/** The product as `npm start` shows it, with data of its own that goes with it. */
async function startDemo(): Promise<Demo> {
  const data = await mkdtemp(path.join(tmpdir(), 'givelap-screens-'));
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: data };
  const product = spawn(process.execPath, ['sandbox/start.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => product.once('exit', resolve));
  let mailbox = '';
  for await (const line of createInterface(product.stdout)) {
    mailbox = /Mailbox +(http\S+)/.exec(line)?.[1] ?? mailbox;
    if (line.includes('Ctrl-C')) break;
  }
  product.stdout.resume();
  return {
    url: `http://localhost:${env.PORT}`,
    mailbox,
    stop: async () => {
      product.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function shots({ url, mailbox }: Demo): Promise<Shot[]> {
  const get = async <T>(address: string) => (await (await fetch(address)).json()) as T;
  const events = await get<Event[]>(`${url}/api/events`);
  const run = events.find((event) => event.donation_per_unit === 'true' && event.is_active) as Event;
  const [first] = await get<Participant[]>(`${url}/api/events/${run.id}/participants`);
  const participant = first as Participant;
  const list = paths.event(run.slug);
  const give = paths.give(participant.id);
  const { receipt, confirm, cancel } = await promise(url, mailbox, participant);
  const people = paths.adminTab('participants');
  const sums = `${paths.adminTab('pledges')}?event=${run.id}`;
  const submit = async (page: Page, t: Translate) => {
    await page.getByLabel(t('donation.email'), { exact: true }).fill('elsbeth');
    await page.locator('form[action^="/give/"] button[type=submit]').first().click();
    await page.getByRole('alert').waitFor();
  };
  return [
    { name: 'home', language: 'de', width: 1280, path: paths.home },
    { name: 'home-phone-dark', language: 'fr', width: 320, dark: true, path: paths.home },
    { name: 'participants', language: 'de', width: 1280, path: list },
    { name: 'participants-phone', language: 'de', width: 320, path: list },
    { name: 'participants-dark', language: 'fr', width: 768, dark: true, path: list },
    { name: 'give', language: 'de', width: 1280, path: give },
    { name: 'give-phone', language: 'fr', width: 320, path: give },
    { name: 'give-errors-phone', language: 'it', width: 320, path: give, act: submit },
    { name: 'check-mail-phone', language: 'en', width: 320, path: paths.pledgeSent(receipt) },
    { name: 'confirmed', language: 'de', width: 1280, path: confirm, act: settled },
    { name: 'cancel-phone-dark', language: 'fr', width: 320, dark: true, path: cancel },
    { name: 'not-found', language: 'it', width: 768, path: '/nobody/lives/here' },
    { name: 'admin-dashboard', language: 'de', width: 1280, path: paths.admin, staff: true },
    { name: 'admin-participants', language: 'fr', width: 1280, path: `${people}?event=${run.id}`, staff: true },
    { name: 'admin-donations-phone-dark', language: 'de', width: 320, dark: true, path: sums, staff: true },
    { name: 'admin-settings', language: 'it', width: 768, path: paths.adminTab('settings'), staff: true },
  ];
}

/** A pledge, and where the links of its mail lead. */
async function promise(url: string, mailbox: string, participant: Participant) {
  const donor_email = 'elsbeth.huber@example.test';
  const { receipt } = await new Client(url).call<{ receipt: string }>('POST', '/api/donations', {
    event_id: participant.event_id,
    participant_id: participant.id,
    donor_name: 'Elsbeth Huber',
    donor_email,
    amount_per_unit: '2.00',
    max_amount: '80',
  });
  for (;;) {
    const mails = (await (await fetch(`${mailbox}messages.json`)).json()) as { n: number; to: string }[];
    const mail = mails.find(({ to }) => to.includes(donor_email));
    if (mail) {
      const { links } = (await (await fetch(`${mailbox}messages/${mail.n}.json`)).json()) as { links: string[] };
      const pathTo = (wish: string) => new URL(links.find((link) => link.includes(wish)) ?? '').pathname;
      return { receipt, confirm: pathTo('/confirm/'), cancel: pathTo('/cancel/') };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function settled(page: Page, t: Translate): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: t('donation.isConfirmed') })
    .waitFor({ state: 'attached' });
}

/** As the console of `npm start` says. */
async function signIn(page: Page, url: string) {
  await page.goto(url + paths.signIn);
  await page.locator('#username').fill('vera');
  await page.locator('#password').fill('vera-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL(url + paths.admin);
}

async function take(browser: Browser, { url }: Demo, { name, language, width, dark, path: at, staff, act }: Shot) {
  const context = await browser.newContext({
    locale: `${language}-CH`,
    viewport: { width, height: width === 320 ? 640 : 800 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (staff) await signIn(page, url);
  await page.goto(url + at);
  await hydrated(page);
  if (staff) await page.locator('.admin main [role=row]').nth(1).waitFor();
  await act?.(page, translator(language));
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await context.close();
}
