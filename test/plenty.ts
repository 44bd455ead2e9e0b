import { sql } from 'kysely';
import { pino } from 'pino';
import { connect, patient } from '#server/db/connect.ts';

export interface Plenty {
  events: number;
  participants: number;
  pledges: number;
  /** How many participants more the seventh event has. */
  crowd?: number;
  /** Of the automatic sync, spread over the events and the last thirty days; the last one changed the whole crowd. */
  runs?: number;
  /** Lines of the activity log. */
  activities?: number;
  /** Paid by the donors of the pledges, each with its payment; every hundredth is flagged. */
  gifts?: number;
  /** Is every pledge confirmed? */
  confirmed?: true;
}

/**
 * As much as a big timing company has after some years, written at once: of the pledges every third is confirmed, every
 * ninth pending and the others cancelled after they were confirmed, spread over the last sixty days; each has its mail.
 */
export async function plenty(
  databaseUrl: string,
  { events, participants, pledges, crowd = 0, runs = 0, activities = 0, gifts = 0, confirmed }: Plenty,
): Promise<void> {
  const db = connect(databaseUrl, pino({ level: 'silent' }), patient);
  const all = sql.lit(confirmed ?? false);
  const donors = Math.ceil(pledges / 5);
  try {
    await db.transaction().execute(async (tx) => {
      await sql`insert into events (name, slug, slug_plain, timing_address, takes_pledges, is_active, pledge_goal)
        select 'Lauf ' || n, 'lauf-' || n, 'lauf-' || n, 'https://timing.example/' || n, true, n % 4 <> 0, 5000
        from generate_series(1, ${events}::int) n`.execute(tx);
      await sql`insert into participants
          (event_id, source, source_id, first_name, last_name, sort_name, search, bib, row_hash)
        select case when n > ${participants}::int then 7 else 1 + n % ${events}::int end, 'T', n::text, 'Anna', 'Öztürk ' || n, 'ozturk ' || n || ' anna',
          'anna ozturk ' || n || ' ' || n, n::text, ''
        from generate_series(1, ${participants + crowd}::int) n`.execute(tx);
      await sql`insert into donors (email_key, language)
        select 'donor' || n || '@example.test', 'de' from generate_series(1, ${donors}::int) n`.execute(tx);
      await sql`insert into pledges (event_id, participant_id, donor_id, donor_name, donor_email, donor_street,
          donor_city, donor_country, rate, anonymous, language, created_at, confirmed_at, cancelled_at)
        select p.event_id, p.id, 1 + n % ${donors}::int, 'Müller ' || n, 'donor' || n % ${donors}::int || '@example.test',
          'Seestrasse ' || n % 90, '8001 Zürich', 'Schweiz', 50 + n % 500, n % 7 = 0, 'de', made.at,
          case when ${all} or n % 9 <> 1 then made.at + interval '1 hour' end,
          case when not ${all} and n % 3 <> 0 and n % 9 <> 1 then made.at + interval '2 hours' end
        from generate_series(1, ${pledges}::int) n
        cross join lateral (select now() - interval '60 days' * (1 - n / ${pledges}::float) - interval '3 hours' as at) made
        join participants p on p.id = 1 + n % ${participants + crowd}::int`.execute(tx);
      await sql`insert into participant_totals (participant_id, event_id, rate_confirmed, pledges_confirmed, pledges_pending)
        select participant_id, event_id,
          coalesce(sum(rate) filter (where confirmed_at is not null and cancelled_at is null), 0),
          count(*) filter (where confirmed_at is not null and cancelled_at is null),
          count(*) filter (where confirmed_at is null and cancelled_at is null)
        from pledges group by participant_id, event_id`.execute(tx);
      await sql`insert into gifts (public_id, event_id, participant_id, donor_id, donor_name, donor_email, amount, language,
          created_at, paid_at, net, flag)
        select 'seed' || n, p.event_id, p.id, 1 + n % ${donors}::int, 'Meier ' || n, 'donor' || n || '@example.test',
          5000 + n, 'de', made.at, made.at, 5000 + n, case when n % 100 = 0 then 'overpaid' end
        from generate_series(1, ${gifts}::int) n
        cross join lateral (select now() - interval '60 days' * (1 - n / ${gifts}::float) as at) made
        join participants p on p.id = 1 + n % ${participants + crowd}::int`.execute(tx);
      await sql`insert into checkouts (gift_id, attempt, instance, reference, amount, gateway_id, link, closed_at)
        select id, 1, 'demo', public_id || '.1', amount, id::text, 'https://pay.example/' || id, paid_at
        from gifts`.execute(tx);
      await sql`insert into payments (instance, provider_ref, checkout_id, gift_id, is_reversal, status, status_raw, mode,
          currency, amount, refunded_amount, method, occurred_at, seen_at)
        select 'demo', g.id::text, c.id, g.id, false, 'confirmed', 'confirmed', 'live', 'CHF', g.net, 0, 'twint',
          g.paid_at, g.paid_at
        from gifts g join checkouts c on c.gift_id = g.id`.execute(tx);
      await sql`update participant_totals t set gifts = g.net, gift_count = g.n
        from (select participant_id, sum(net) as net, count(*) as n from gifts group by participant_id) g
        where g.participant_id = t.participant_id`.execute(tx);
      await sql`insert into mails (kind, cause_key, event_id, pledge_id, to_email, to_name, language, subject, data,
          message_id, planned_at, send_after, tries, sent_at, failed_at, last_error)
        select 'pledge-request', 'seed:' || id, event_id, id, donor_email, donor_name, 'de', 'Bitte bestätigen', '{}',
          '<' || id || '@seed>', created_at, created_at, 1,
          case when id % 1000 <> 0 then created_at end, case when id % 1000 = 0 then created_at end,
          case when id % 1000 = 0 then '550 unknown' end
        from pledges`.execute(tx);
      await sql`insert into sync_runs (event_id, started_at, finished_at, outcome, reason, counts)
        select 1 + n % ${events}::int, at, at + interval '1 second', case when n % 50 = 0 then 'failed' else 'done' end,
          case when n % 50 = 0 then 'unreachable' end,
          '{"created": 0, "updated": 0, "withdrawn": 0, "unchanged": 100, "total": 100}'
        from generate_series(1, ${runs}::int) n
        cross join lateral (select now() - interval '30 days' * (1 - n / ${runs}::float) - interval '1 minute' as at) ran
        `.execute(tx);
      await sql`insert into sync_changes (run_id, participant_id, kind, changed)
        select r.id, p.id, 'changed', '{"club": {"old": "TV Thun", "new": "LC Bern"}}'
        from participants p, (select max(id) as id from sync_runs where event_id = 7) r
        where p.event_id = 7 and r.id is not null`.execute(tx);
      await sql`insert into activities (at, action, event_id, participant_id, changed)
        select now() - interval '1 minute' * (${activities}::int - n),
          case n % 3 when 0 then 'event.changed' when 1 then 'participant.changed' else 'pledge.cancelled' end,
          1 + n % ${events}::int, case when n % 3 > 0 then 1 + n % ${participants}::int end, '{"fields": ["club"]}'
        from generate_series(1, ${activities}::int) n`.execute(tx);
    });
    await sql`analyze`.execute(db);
  } finally {
    await db.destroy();
  }
}
