import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { MAILS_AT_ONCE } from '#server/jobs/schedule.ts';
import type { Figure } from '../figure.ts';
import { share, type Rate } from '../rate.ts';
import { inTurns, timed } from '../sides.ts';
import { LARGE, type Place, type Stage } from '../stage.ts';

const MAILS = 1500;
const SINK = fileURLToPath(new URL('../sink.ts', import.meta.url));
const row = 'P9';

/** P9: the outbox emptied (claimed, written, sent, marked), beside a bare loop that hands over one ready mail. */
export async function mails(stage: Stage): Promise<Figure[]> {
  const place = await stage.place();
  // Other rows leave mails behind that nobody has sent.
  await place.db
    .updateTable('mails')
    .set({ sent_at: sql`now()`, secrets: null })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
  const sink = fork(SINK, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }];
  const taken = async () => {
    sink.send('?');
    const [said] = (await once(sink, 'message')) as [{ taken: number }];
    return said.taken;
  };
  const product = await place.product({ JOBS: 'on', SMTP_URL: `smtp://127.0.0.1:${port}?tls=off` });
  const bare = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: MAILS_AT_ONCE });
  try {
    const { ours, theirs } = await inTurns<'ours' | 'theirs', Rate>({
      ours: async () => {
        const before = await taken();
        const used = await product.usage();
        await plantMails(place);
        // They are due at once, but nobody looks before the next second begins.
        while ((await taken()) === before) await pause(1);
        const begun = await taken();
        const ms = await timed(async () => {
          while ((await taken()) < before + MAILS) await pause(2);
        });
        const cpuMs = ((await product.usage()).cpuMs - used.cpuMs) / MAILS;
        return { perSecond: ((before + MAILS - begun) / ms) * 1000, cpuMs };
      },
      theirs: async () => {
        const ms = await timed(() => Promise.all(Array.from({ length: MAILS }, () => bare.sendMail(ready))));
        return { perSecond: (MAILS / ms) * 1000 };
      },
    });
    return [
      share({ row, work: 'mails sent from the outbox', against: 'nodemailer, a bare loop', least: 0.6 }, ours, theirs),
    ];
  } finally {
    bare.close();
    await product.stop();
    sink.disconnect();
  }
}

/** Confirmations of pledges that were there from the beginning, due now. */
async function plantMails({ db }: Place): Promise<void> {
  await sql`
    insert into mails (kind, cause_key, event_id, pledge_id, to_email, to_name, language, subject, data, secrets,
      message_id, planned_at, send_after)
    select 'pledge-confirmed', 'planted:' || gen_random_uuid(), event_id, id, donor_email, donor_name, language,
      'Ihre Rundenspende ist bestätigt', ${JSON.stringify(data)}, '{"token": "bench"}',
      '<' || gen_random_uuid() || '@example.test>', now(), now()
    from pledges where event_id = ${LARGE} order by id limit ${MAILS}`.execute(db);
}

const data = {
  participant: { name: 'Anna Öztürk', bib: '4711' },
  event: {
    name: 'Lauf 7',
    date: '2027-06-12',
    unit: 'Runde',
    expectedUnits: 25,
    organiser: { name: 'Laufverein Thun', place: '3600 Thun', email: 'lauf@example.test' },
  },
  rate: 250,
  cap: null,
  donor: 'Elsbeth Huber',
  validUntil: '2027-09-12',
};

/** As long as ours. */
const ready = {
  from: { name: 'Givelap', address: 'givelap@example.test' },
  to: { name: 'Elsbeth Huber', address: 'elsbeth@example.test' },
  subject: 'Ihre Rundenspende ist bestätigt',
  text: 'Vielen Dank für Ihre Spende pro Runde. '.repeat(20),
  html: `<table><tr><td>${'Vielen Dank für Ihre Spende pro Runde. '.repeat(150)}</td></tr></table>`,
};
