import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { Pool } from 'pg';
import { hashToken, makeToken } from '#server/token.ts';

/**
 * What the kills must find out, or they prove nothing. It takes the same forms into the same tables, with the
 * two mistakes that everybody makes once: it looks for the key and then inserts, and it sends the mail after
 * the commit, on its own.
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

createServer((request, response) => {
  if (request.method === 'GET') return void response.end();
  void text(request)
    .then((body) => pledge(JSON.parse(body) as Form, String(request.headers['idempotency-key'])))
    .then((id) => response.writeHead(201).end(JSON.stringify({ id })))
    .catch(() => response.writeHead(503).end());
}).listen(Number(PORT));
process.on('disconnect', () => process.exit());
