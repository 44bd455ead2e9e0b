import pg from 'pg';
import { steps, type Values } from './script.ts';

/** A process of its own: the transactions of a pgbench script through our driver, and nothing else. */
const [databaseUrl, script = '', clients, seconds] = process.argv.slice(2);
const plan = steps(script);
const until = Date.now() + Number(seconds) * 1000;
let done = 0;

async function work(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  while (Date.now() < until) {
    const values: Values = {};
    for (const step of plan) {
      if ('most' in step) {
        values[step.name] = step.least + Math.floor(Math.random() * (step.most - step.least + 1));
        continue;
      }
      const { text, uses, name, kept } = step;
      const { rows } = await client.query({ name, text, values: uses.map((use) => values[use]) });
      if (kept !== null) for (const [column, value] of Object.entries(rows[0] as Values)) values[kept + column] = value;
    }
    done += 1;
  }
  await client.end();
}

const begun = performance.now();
await Promise.all(Array.from({ length: Number(clients) }, work));
process.send?.({ perSecond: (done / (performance.now() - begun)) * 1000 });
process.disconnect();
