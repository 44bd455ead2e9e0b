import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { Pool } from 'pg';
import { hashToken, makeToken } from '#server/token.ts';

/**
 * What kills and races must find out, or they prove nothing. It takes the same forms and clicks into the same
 * tables, with the mistakes that everybody makes once: it looks and then writes, and it sends the mail after the
 * commit, on its own.
 */
const { DATABASE_URL, SMTP_URL = '', PORT } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL });
const smtp = new URL(SMTP_URL);
const transport = createTransport({ host: smtp.hostname, port: Number(smtp.port), ignoreTLS: true, pool: true });

interface Form {
  event_id: number;
  participant_id: number;
  donor_name: string;
  donor_email: string;
}

async function pledge(form: Form, key: string): Promise<number> {
  const clientKey = createHash('sha256').update(`POST /api/donations ${key}`).digest('base64');
  const found = await pool.query<{ id: number }>('select id from pledges where client_key = $1', [clientKey]);
  if (found.rows[0]) return found.rows[0].id;
  const token = makeToken();
  const { rows } = await pool.query<{ id: number }>(
    `with donor as (
      insert into donors (email_key, language) values ($1, 'de')
      on conflict (email_key) do update set language = 'de' returning id
    ), pledge as (
      insert into pledges (event_id, participant_id, donor_id, donor_name, donor_email, rate, language, client_key)
      select $2, $3, id, $4, $1, 100, 'de', $5 from donor returning id, created_at
    ), step as (
      insert into pledge_events (pledge_id, seq, kind, at) select id, 1, 'promised', created_at from pledge
    ), link as (
      insert into links (token_hash, purpose, pledge_id) select $6, 'act', id from pledge
    ), total as (
      insert into participant_totals as t (participant_id, event_id, pledges_pending) values ($3, $2, 1)
      on conflict (participant_id) do update set pledges_pending = t.pledges_pending + 1
    ) select id from pledge`,
    [form.donor_email, form.event_id, form.participant_id, form.donor_name, clientKey, hashToken(token)],
  );
  const id = rows[0]?.id ?? 0;
  const { messageId } = await transport.sendMail({
    from: 'givelap@example.test',
    to: { name: '', address: form.donor_email },
    subject: 'Confirm',
    text: `/donation/confirm/${token}`,
  });
  await pool.query(
    `insert into mails (kind, cause_key, pledge_id, to_email, to_name, language, data, message_id, planned_at, send_after, sent_at)
    values ('pledge-request', $2, $1, $3, '', 'de', '{}', $2, now(), now(), now())`,
    [id, messageId, form.donor_email],
  );
  return id;
}

async function move(wish: string, token: string): Promise<object> {
  const { rows } = await pool.query<{ id: number; rate: number; participant_id: number; is: string }>(
    `select p.id, p.rate, p.participant_id, case
      when cancelled_at is not null then 'cancel' when confirmed_at is not null then 'confirm' else 'pending' end as is
    from pledges p join links l on l.pledge_id = p.id where token_hash = $1`,
    [hashToken(token)],
  );
  const [{ id, rate, participant_id, is }] = rows as [(typeof rows)[0]];
  const by = wish === 'confirm' ? 1 : is === 'confirm' ? -1 : 0;
  if (is === wish) return { id };
  await pool.query(
    wish === 'confirm'
      ? 'update pledges set confirmed_at = now(), cancelled_at = null where id = $1'
      : 'update pledges set cancelled_at = now() where id = $1',
    [id],
  );
  await pool.query(
    `update participant_totals set rate_confirmed = greatest(0, rate_confirmed + $2::int),
      pledges_confirmed = greatest(0, pledges_confirmed + $3::int), pledges_pending = greatest(0, pledges_pending - $4::int)
    where participant_id = $1`,
    [participant_id, rate * by, by, is === 'pending' ? 1 : 0],
  );
  await pool.query(
    `insert into pledge_events (pledge_id, seq, kind)
    select $1, max(seq) + 1, $2 from pledge_events where pledge_id = $1`,
    [id, wish === 'confirm' ? 'confirmed' : 'cancelled'],
  );
  return { id };
}

async function answer({ url = '', headers }: IncomingMessage, body: string): Promise<object> {
  const [, wish, token] = /\/(confirm|cancel)\/([\w-]+)$/.exec(url) ?? [];
  if (wish && token) return move(wish, token);
  return { id: await pledge(JSON.parse(body) as Form, String(headers['idempotency-key'] ?? randomUUID())) };
}

createServer((request, response) => {
  if (request.method === 'GET') return void response.end();
  void text(request)
    .then((body) => answer(request, body))
    .then((reply) => response.writeHead(201).end(JSON.stringify(reply)))
    .catch(() => response.writeHead(503).end());
}).listen(Number(PORT));
process.on('disconnect', () => process.exit());
