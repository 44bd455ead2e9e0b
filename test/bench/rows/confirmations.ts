import { sql } from 'kysely';
import { bareWrites } from '../bare.ts';
import type { Figure } from '../figure.ts';
import { pgbench } from '../pgbench.ts';
import { costOf, share, type Rate } from '../rate.ts';
import { inTurns } from '../sides.ts';
import { LARGE, type Place, type Stage } from '../stage.ts';
import { wrk } from '../wrk.ts';

const CLIENTS = 16;
const SECONDS = 4;
/** More than anybody confirms in a round. */
const LINKS = 12_000;

/** P5: a pledge confirmed by its link, beside the rows that this changes and leaves behind, written by pgbench. */
export async function confirmations(stage: Stage): Promise<Figure[]> {
  const place = await stage.place();
  const product = await place.product();
  try {
    const load = { clients: CLIENTS, seconds: SECONDS };
    const { ours, theirs, bare } = await inTurns<'ours' | 'theirs' | 'bare', Rate>({
      ours: async () => {
        const script = pressLinks(await plantLinks(place));
        const seen = await costOf(product, () => wrk(product.url, { connections: CLIENTS, seconds: SECONDS, script }));
        if (seen.requests > LINKS) throw new Error('links were pressed twice: there are too few of them');
        return seen;
      },
      theirs: () => pgbench(place.databaseUrl, writeConfirmations, load),
      bare: () => bareWrites(place.databaseUrl, writeConfirmations, load),
    });
    const against = 'pgbench: the same changes in one transaction';
    return [
      share({ row: 'P5', work: 'confirm, 16 clients', against, least: 0.5 }, ours, theirs),
      share({ row: 'P5', work: 'bare Node, 16 clients', against }, bare, theirs),
    ];
  } finally {
    await product.stop();
  }
}

/** Unconfirmed pledges of as many mailboxes, whose links carry their number; answers the first. */
async function plantLinks({ db }: Place): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ first: number }>`
      with people as (
        select id as participant_id, row_number() over (order by id) as n from participants
        where event_id = ${LARGE} and source = 'T' limit ${LINKS}
      ),
      mailboxes as (
        insert into donors (email_key, language)
        select 'planted' || gen_random_uuid() || '@example.test', 'de' from people returning id, email_key
      ),
      made as (
        insert into pledges (event_id, participant_id, donor_id, donor_name, donor_email, donor_street, donor_city,
          donor_country, rate, anonymous, language)
        select ${LARGE}, p.participant_id, m.id, 'Elsbeth Huber', m.email_key, 'Seestrasse 9', '8001 Zürich', 'Schweiz',
          250, false, 'de'
        from people p join (select *, row_number() over (order by id) as n from mailboxes) m using (n)
        returning id, participant_id
      ),
      told as (insert into pledge_events (pledge_id, seq, kind) select id, 1, 'promised' from made),
      counted as (
        insert into participant_totals as t (participant_id, event_id, pledges_pending)
        select participant_id, ${LARGE}, 1 from made
        on conflict (participant_id) do update set pledges_pending = t.pledges_pending + 1
      ),
      linked as (
        insert into links (token_hash, purpose, pledge_id) select sha256(lpad(id::text, 43, '0')::bytea), 'act', id from made
      )
      select min(id) as first from made`.execute(tx);
    return rows[0]?.first ?? NaN;
  });
}

const pressLinks = (first: number) => `
  local n = ${first} - 1
  request = function()
    n = n + 1
    return wrk.format('POST', string.format('/api/donations/confirm/%043d', n), { ['sec-fetch-site'] = 'same-origin' })
  end`;

/** Of the pledges that were there from the beginning; that they are confirmed already changes nothing in the work. */
const writeConfirmations = `
  \\set pledge random(1, 250000)
  begin;
  select donor_id, participant_id, event_id from pledges where id = :pledge \\gset
  update pledges set confirmed_at = now(), cancelled_at = null where id = :pledge and erased_at is null;
  update donors set verified_at = now() where id = :donor_id;
  insert into mails (kind, cause_key, event_id, pledge_id, to_email, to_name, language, subject, data, secrets,
      message_id, planned_at, send_after)
    select 'pledge-confirmed', 'pledge-confirmed:' || gen_random_uuid(), event_id, id, donor_email, donor_name, 'de',
      'Ihre Rundenspende ist bestätigt', '{}', '{"token": "none"}', '<' || gen_random_uuid() || '@example.test>', now(), now()
    from pledges where id = :pledge;
  insert into participant_totals as t (participant_id, event_id, rate_confirmed, pledges_confirmed)
    values (:participant_id, :event_id, 250, 1)
    on conflict (participant_id) do update set rate_confirmed = t.rate_confirmed + 250;
  insert into pledge_events (pledge_id, seq, kind)
    select :pledge, coalesce(max(seq), 0) + 1, 'confirmed' from pledge_events where pledge_id = :pledge;
  commit;`;
