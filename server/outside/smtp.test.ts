import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import type { Delivery, Postman } from '#server/services/mail.ts';
import { smtp } from './smtp.ts';

type Stage = 'connect' | 'EHLO' | 'HELO' | 'STAR' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message';
/** What the server says at each step; undefined closes the line. */
type Script = Partial<Record<Stage, string | undefined>>;

const usual: Record<Stage, string> = {
  connect: '220 mail.example.test ESMTP',
  EHLO: '250-mail.example.test\r\n250 AUTH PLAIN',
  HELO: '250 mail.example.test',
  STAR: '502 what is STARTTLS?',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  message: '250 queued',
};

let server: Server;
let postman: Postman;
let said: string[] = [];
let lineEnds: Promise<unknown>;

afterEach(() => {
  postman.close();
  server.close();
});

interface Way {
  host?: string;
  /** The server thinks for so long before each answer. */
  pause?: number;
  over?: AbortSignal;
}

const endless = new AbortController().signal;

/** A mail through a server that keeps to the script. */
async function deliver(script: Script, { host = '127.0.0.1', pause = 0, over = endless }: Way = {}): Promise<Delivery> {
  const lines = { ...usual, ...script };
  said = [];
  server = createServer((socket) => {
    let isMessage = false;
    const answer = (stage: Stage) => {
      const line = lines[stage];
      if (line === undefined) return void socket.destroy();
      isMessage = stage === 'DATA' && line.startsWith('3');
      setTimeout(() => socket.writable && socket.write(`${line}\r\n`), pause);
    };
    lineEnds = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => socket.destroy());
    createInterface(socket).on('line', (line) => {
      if (isMessage) return line === '.' ? answer('message') : undefined;
      said.push(line);
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      return answer(verb as Stage);
    });
    answer('connect');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `smtp://givelap:hunter2@${host}:${port}`;
  postman = smtp({ url, from: { name: 'Givelap', address: 'givelap@example.test' } }, 1);
  const letter = {
    to: { name: 'Eva', address: 'eva@example.test' },
    replyTo: null,
    messageId: '<1@example.test>',
    subject: 'Hallo',
    text: 'Hallo',
    html: '<p>Hallo</p>',
  };
  return postman.deliver(letter, over);
}

test('a mail is signed in for, handed over and taken', async () => {
  expect(await deliver({})).toEqual({ sent: true });
  expect(said.map((line) => line.split(/[ :]/)[0])).toEqual(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA']);
});

const ours = { sent: false, final: false, outage: true };
const later = { sent: false, final: false, outage: false };
const never = { sent: false, final: true, outage: false };

test.each<[Stage, string, typeof ours, Script?]>([
  ['connect', '554 go away, eva@example.test', ours],
  ['connect', '421 too busy', ours],
  ['EHLO', '550 who are you?', ours, { HELO: '550 who are you?' }],
  ['AUTH', '535 wrong password', ours],
  ['AUTH', '454 ask again', ours],
  ['MAIL', '550 <givelap@example.test> may not send', ours],
  ['MAIL', '451 ask again', ours],
  ['RCPT', '550 no such user <eva@example.test>', never],
  ['RCPT', '553 no such address', never],
  ['RCPT', '450 mailbox busy', later],
  ['RCPT', '452 mailbox full', later],
  ['DATA', '554 no', never],
  ['DATA', '451 ask again', later],
  ['message', '554 spam', never],
  ['message', '452 out of space', later],
])('at %s «%s» is what it is', async (stage, line, fate, more = {}) => {
  const delivery = await deliver({ ...more, [stage]: line });
  expect(delivery).toEqual({ ...fate, reason: expect.stringContaining(line.slice(0, 3)) });
  expect(JSON.stringify(delivery)).not.toMatch(/@|hunter2/);
});

test.each<Stage>(['connect', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message'])(
  'a line that breaks at %s is never the end of a mail',
  async (stage) => {
    expect(await deliver({ [stage]: undefined })).toMatchObject({ sent: false, final: false });
  },
);

describe('a server that thinks before each answer, never long enough to seem dead,', () => {
  test('is left when all of it takes too long: another may have the mail then', async () => {
    const delivery = await deliver({}, { pause: 100, over: AbortSignal.timeout(250) });
    expect(delivery).toEqual({ ...ours, reason: expect.stringContaining('EABORT') });
    await lineEnds;
    expect(said.map((line) => line.slice(0, 4))).not.toContain('DATA');
  });

  test('gets the mail where there is time (control)', async () => {
    expect(await deliver({}, { pause: 100 })).toEqual({ sent: true });
  });
});

test.each<[string, Script]>([
  ['offers none', {}],
  ['takes back its offer', { EHLO: '250-mail.example.test\r\n250 STARTTLS', STAR: '454 not now' }],
])('a server elsewhere that %s gets neither password nor mail', async (_, script) => {
  expect(await deliver(script, { host: '0.0.0.0' })).toMatchObject(ours);
  expect(said.map((line) => line.split(/[ :]/)[0])).toEqual(['EHLO', 'STARTTLS']);
});

test.each(['https://x.test/donation/confirm/TOKEN', 'x.test/gift/ID?came=failed', '(https://x.test/gift/ID)'])(
  'a filter that names the link %s names it to nobody else',
  async (link) => {
    const [token, id] = ['q_-7'.repeat(11).slice(0, 43), 'q_-7'.repeat(6).slice(0, 22)];
    const sent = link.replace('TOKEN', token).replace('ID', id);
    const { reason } = (await deliver({ message: `554 5.7.1 URL ${sent} is listed` })) as { reason: string };
    expect(reason).toMatch(/^EMESSAGE 554 5\.7\.1 URL … is listed$/);
  },
);
