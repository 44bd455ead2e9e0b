import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/auth.ts';
import { freePort } from '#sandbox/ports.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { hydrated } from '#test/visit.ts';
import { startKeycloak, type Keycloak } from './server.ts';

const MINUTE = 60_000;
let keycloak: Keycloak;
let app: App;
let browser: Browser;
let people: Record<Name, string>;
type Name = 'vera' | 'lea' | 'otto';

beforeAll(async () => {
  const port = await freePort();
  keycloak = await startKeycloak(`http://localhost:${port}`);
  const { issuer, clientId, clientSecret, admin } = keycloak;
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  [app, browser] = await Promise.all([startApp({ port, env }), openBrowser()]);
  const add = (username: Name, firstName: string, lastName: string, role: string | null) =>
    admin.addPerson({ username, password: `${username}-secret`, firstName, lastName, role });
  people = {
    vera: await add('vera', 'Vera', 'Verwalter', 'admin'),
    lea: await add('lea', 'Léa', 'Leserin', 'viewer'),
    otto: await add('otto', 'Otto', 'Ohnerolle', null),
  };
});
beforeEach(async () => {
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await keycloak?.stop();
});

async function atSignIn(name: Name): Promise<Page> {
  const context = await browser.newContext({ locale: 'de-CH' });
  const page = await context.newPage();
  await page.goto(app.url);
  await hydrated(page);
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await page.getByRole('link', { name: 'Weiter zur Anmeldung' }).click();
  await page.locator('#username').fill(name);
  await page.locator('#password').fill(`${name}-secret`);
  return page;
}

async function signIn(name: Name): Promise<Page> {
  const page = await atSignIn(name);
  await page.locator('#kc-login').click();
  await page.waitForURL(`${app.url}/admin`);
  return page;
}

const me = async (context: BrowserContext) => {
  const answer = await context.request.get(`${app.url}/api/auth/me`);
  return { status: answer.status(), ...((await answer.json()) as Partial<User>) };
};
const meOf = (page: Page) => me(page.context());

test('an admin signs in, with the roles of the access token', async () => {
  const page = await signIn('vera');
  await page.getByRole('heading', { name: /, Vera Verwalter$/ }).waitFor();
  expect(await meOf(page)).toMatchObject({ status: 200, email: 'vera@example.test', roles: ['admin'] });
  await page.goto(`${app.url}/admin/profile`);
  await page.getByText('Administration: alles sehen und ändern').waitFor();
  await page.context().close();
});

test('a viewer signs in; somebody without a role is told so', async () => {
  const lea = await signIn('lea');
  expect(await meOf(lea)).toMatchObject({ name: 'Léa Leserin', roles: ['viewer'] });
  const otto = await signIn('otto');
  await otto.getByRole('heading', { name: 'Dieses Konto hat keinen Zugang' }).waitFor();
  expect(await meOf(otto)).toMatchObject({ status: 200, roles: [] });
  await Promise.all([lea.context().close(), otto.context().close()]);
});

test('a wrong password stays at Keycloak', async () => {
  const page = await atSignIn('vera');
  await page.locator('#password').fill('another');
  await page.locator('#kc-login').click();
  await page.locator('#input-error, .kc-feedback-text, [aria-live=polite]').first().waitFor();
  expect(page.url()).toContain(keycloak.issuer);
  expect((await meOf(page)).status).toBe(401);
  await page.context().close();
});

test('signing out ends both sessions and leads home', async () => {
  const page = await signIn('vera');
  await page.goto(`${app.url}/auth/logout`);
  await page.waitForURL(`${app.url}/`);
  expect((await meOf(page)).status).toBe(401);
  await page.goto(`${app.url}/auth/keycloak`);
  await page.locator('#password').waitFor();
  await page.context().close();
});

test('signing out everywhere ends the sessions of other browsers too', async () => {
  const [here, there] = [await signIn('vera'), await signIn('vera')];
  await here.goto(`${app.url}/admin/profile`);
  await here.getByRole('button', { name: 'Überall abmelden' }).click();
  await here.waitForURL(`${app.url}/`);
  await here.getByText('Alle Ihre Sitzungen sind beendet.', { exact: true }).waitFor();
  expect([(await meOf(here)).status, (await meOf(there)).status]).toEqual([401, 401]);
  await here.goto(`${app.url}/auth/keycloak`);
  await here.locator('#password').waitFor();
  await Promise.all([here.context().close(), there.context().close()]);
});

test('what ends at Keycloak ends here, by back-channel logout', async () => {
  const [lea, again, vera] = [await signIn('lea'), await signIn('lea'), await signIn('vera')];
  await keycloak.admin.endSessions(people.lea);
  await expect.poll(async () => (await meOf(lea)).status).toBe(401);
  await expect.poll(async () => (await meOf(again)).status).toBe(401);
  expect((await meOf(vera)).status).toBe(200);
  await Promise.all([lea, again, vera].map((page) => page.context().close()));
});

test('a role that was taken away is gone after five minutes, another name is there', async () => {
  const page = await signIn('lea');
  await keycloak.admin.takeRole(people.lea, 'viewer');
  await keycloak.admin.change(people.lea, { lastName: 'Neugut' });
  expect((await meOf(page)).roles).toEqual(['viewer']);
  app.forward(5 * MINUTE);
  expect(await meOf(page)).toMatchObject({ name: 'Léa Neugut', roles: [] });
  await keycloak.admin.giveRole(people.lea, 'viewer');
  app.forward(5 * MINUTE);
  expect((await meOf(page)).roles).toEqual(['viewer']);
  await page.context().close();
});

test('somebody who was disabled is out after five minutes', async () => {
  const page = await signIn('lea');
  await keycloak.admin.change(people.lea, { enabled: false });
  app.forward(5 * MINUTE);
  expect((await meOf(page)).status).toBe(401);
  await keycloak.admin.change(people.lea, { enabled: true });
  await page.context().close();
});

test('roles are found in groups of the ID token', async () => {
  await keycloak.admin.joinGroup(people.otto, 'viewer');
  const page = await signIn('otto');
  expect((await meOf(page)).roles).toEqual(['viewer']);
  await page.context().close();
});

test('a new key loses no session and no sign-in', async () => {
  const page = await signIn('vera');
  await keycloak.admin.addKey();
  app.forward(5 * MINUTE);
  expect((await meOf(page)).roles).toEqual(['admin']);
  const again = await signIn('vera');
  expect((await meOf(again)).roles).toEqual(['admin']);
  await Promise.all([page.context().close(), again.context().close()]);
});

test('refresh tokens that are good for once, under many requests at a time', async () => {
  await keycloak.admin.changeRealm({ revokeRefreshToken: true, refreshTokenMaxReuse: 0 });
  const page = await signIn('vera');
  for (let round = 0; round < 3; round += 1) {
    app.forward(5 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 16 }, () => meOf(page)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  await page.context().close();
});

test('while Keycloak is down the site and its sessions go on, and signing in says why it cannot', async () => {
  const page = await signIn('vera');
  await keycloak.stop();
  app.forward(5 * MINUTE);
  expect(await meOf(page)).toMatchObject({ status: 200, roles: ['admin'] });
  const visitor = await browser.newPage({ locale: 'de-CH' });
  expect((await visitor.goto(app.url))?.status()).toBe(200);
  expect((await visitor.goto(`${app.url}/auth/keycloak`))?.status()).toBe(502);
  await visitor.getByRole('heading', { name: 'Anmelden ist gerade nicht möglich.' }).waitFor();
  await page.goto(`${app.url}/auth/logout`);
  await page.waitForURL(`${app.url}/`);
  await Promise.all([page.context().close(), visitor.close()]);
});
