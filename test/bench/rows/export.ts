import { sql } from 'kysely';
import { short, type Figure } from '../figure.ts';
import { inTurns, median, timed } from '../sides.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';

const row = 'P8';

/** P8: every confirmed pledge of an event as CSV, beside PostgreSQL's own way to write the same columns. */
export async function csvExport(stage: Stage): Promise<Figure[]> {
  const place = await stage.place();
  const product = await place.product();
  const vera = await place.signedIn();
  const save = async () => {
    const response = await vera.fetch(`${place.url}/api/donations/export/event/${LARGE}/confirmed`);
    let lines = 0;
    for await (const piece of response.body ?? []) for (const byte of piece) if (byte === 10) lines += 1;
    return lines;
  };
  try {
    // Signing in and a small file: what is loaded with the first of its kind is no cost of the large one.
    await (await vera.fetch(`${place.url}/api/donations/export/event/${SMALL}/confirmed`)).text();
    const before = (await product.usage()).rss;
    await product.peak();
    const lines = await save();
    if (lines < 250_000) throw new Error(`the export has only ${lines} lines`);
    const seen = await inTurns({
      ours: () => timed(save),
      copy: () =>
        timed(() =>
          sql`copy (
            select p.id, to_char(p.created_at at time zone 'Europe/Zurich', 'YYYY-MM-DD HH24:MI'),
              to_char(p.confirmed_at at time zone 'Europe/Zurich', 'YYYY-MM-DD HH24:MI'), pa.bib,
              pa.first_name || ' ' || pa.last_name, p.donor_name, p.donor_email, p.donor_street, p.donor_city,
              p.donor_country, p.rate / 100.0, p.max_amount / 100.0, p.anonymous, p.message, p.language
            from pledges p join participants pa on pa.id = p.participant_id
            where p.event_id = ${sql.lit(LARGE)} and p.confirmed_at is not null and p.cancelled_at is null order by p.id
          ) to ${sql.lit(`${stage.exchange}/pledges.csv`)} (format csv, header)`.execute(place.db),
        ),
    });
    const [ours, copy] = [median(seen.ours), median(seen.copy)];
    return [
      {
        row,
        work: `CSV of ${lines - 1} pledges`,
        against: 'COPY TO',
        unit: '×',
        aim: { most: 4 },
        value: ours / copy,
        seen: `${short(ours / 1e3)} : ${short(copy / 1e3)} s`,
      },
      {
        row,
        work: 'memory for it',
        against: 'before',
        unit: 'MB',
        aim: { most: 100 },
        value: (await product.peak()) - before,
        seen: `from ${Math.round(before)} MB`,
      },
    ];
  } finally {
    await product.stop();
  }
}
