import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox, type Mailbox } from '../mailbox.ts';

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

const get = async (path: string) => {
  const response = await fetch(new URL(path, mailbox.pageUrl));
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('every mail can be looked at in every language, as HTML and as text', async () => {
  const { text } = await get('/samples');
  const addresses = [...text.matchAll(/src="(\/samples\/[\w/-]+)\.html"/g)].map(([, address]) => address);
  expect(addresses).toContain('/samples/pledge-request/usual/it');
  expect(addresses).toHaveLength((3 * 2 + 3 * 3) * 4);
  expect(await get('/samples/pledge-confirmed/usual/fr.html')).toMatchObject({
    status: 200,
    type: 'text/html; charset=utf-8',
    text: expect.stringContaining('<html lang="fr"'),
  });
  expect(await get('/samples/pledge-confirmed/strained/de.txt')).toMatchObject({
    type: 'text/plain; charset=utf-8',
    text: expect.stringContaining('/donation/cancel/'),
  });
});

test.each(['/samples/pledge-request/usual/rm.html', '/samples/nothing/usual/de.txt', '/samples/../page.html'])(
  '%s is not there',
  async (path) => expect((await get(path)).status).toBe(404),
);
