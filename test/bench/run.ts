import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb } from '#web/build.ts';
import { holds, table, type Figure, type Skipped } from './figure.ts';
import { missing, type Program } from './programs.ts';
import { browser, measureInBrowser } from './rows/browser.ts';
import { confirmations } from './rows/confirmations.ts';
import { csvExport } from './rows/export.ts';
import { growth } from './rows/growth.ts';
import { mails } from './rows/mails.ts';
import { memory } from './rows/memory.ts';
import { microCache, notShipped } from './rows/micro-cache.ts';
import { pages } from './rows/pages.ts';
import { pledges } from './rows/pledges.ts';
import { secondStart } from './rows/second-start.ts';
import { startList } from './rows/start-list.ts';
import { sync } from './rows/sync.ts';
import { totals } from './rows/totals.ts';
import { timed } from './sides.ts';
import { setStage, type Stage } from './stage.ts';

interface Row {
  needs?: Program[];
  /** Why it cannot be measured; null when it can. */
  refusal?: () => string | null;
  measure(stage: Stage): Promise<Figure[]>;
}

const { values: wish, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, minutes: { type: 'string', default: '2' } },
});

/** Every row of what we want to be fast at; each is explained in its file. */
const rows: Record<string, Row> = {
  P1: { needs: ['nginx', 'wrk'], measure: startList },
  P2: { needs: ['nginx', 'wrk', 'openssl'], refusal: notShipped, measure: microCache },
  P3: { needs: ['nginx', 'wrk'], measure: pages },
  P4: { needs: ['pgbench', 'wrk'], measure: pledges },
  P5: { needs: ['pgbench', 'wrk'], measure: confirmations },
  P6: { measure: sync },
  P7: { measure: totals },
  P8: { measure: csvExport },
  P9: { measure: mails },
  P10: { measure: browser },
  P11: { needs: ['wrk'], measure: (stage) => memory(stage, Number(wish.minutes)) },
  P12: { measure: secondStart },
  P13: { measure: growth },
};
/** What has tables of its own. */
const tables: Record<string, string[]> = { web: ['web', 'search'], a11y: ['a11y'] };

const known = [...Object.keys(rows), ...Object.keys(tables)];
const unknown = named.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}: ${known.join(', ')}`);
  process.exit(1);
}
await buildWeb();
const browsed = named.filter((name) => name in tables).map((name) => measureInBrowser(tables[name] ?? []));
const chosen = named.length > 0 ? named.filter((name) => name in rows) : Object.keys(rows);
const held = chosen.length === 0 || (await measure(chosen));
process.exit(held && browsed.every(Boolean) ? 0 : 1);

/** One after the other: each has the machine to itself. True when every aim is reached. */
async function measure(names: string[]): Promise<boolean> {
  const figures: Figure[] = [];
  const skipped: Skipped[] = [];
  const stage = await setStage();
  // What the others were measured at is not lost with it.
  const broken = (row: string, error: Error) => {
    console.error(error);
    skipped.push({ row, because: `broke: ${error.message}` });
  };
  try {
    for (const row of names) {
      const { needs = [], refusal = () => null, measure } = rows[row] as Row;
      const because = missing(needs) ?? refusal();
      if (because !== null) skipped.push({ row, because: `skipped: ${because}` });
      else
        await announced(row, async () => figures.push(...(await measure(stage)))).catch((error: Error) =>
          broken(row, error),
        );
    }
  } finally {
    await stage.stop();
  }
  const earlier = wish.against ? (JSON.parse(readFileSync(wish.against, 'utf8')) as { figures: Figure[] }) : null;
  console.log(`\n${table(figures, skipped, earlier?.figures ?? null)}\n`);
  console.log(`written to ${keep(figures, skipped)}`);
  return (
    figures.every((figure) => holds(figure) !== false) && !skipped.some(({ because }) => because.startsWith('broke'))
  );
}

async function announced(row: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`${row} in ${Math.round((await timed(work)) / 1000)} s`);
}

/** Under the commit that was measured. */
function keep(figures: Figure[], skipped: Skipped[]): string {
  const root = path.join(import.meta.dirname, '../..');
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();
  const folder = path.join(root, 'data/bench');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${commit}.json`);
  writeFileSync(file, `${JSON.stringify({ commit, at: new Date().toISOString(), figures, skipped }, null, 2)}\n`);
  return path.relative(root, file);
}
