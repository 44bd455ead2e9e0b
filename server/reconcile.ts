import { pino } from 'pino';
import { DAY, earlier, MINUTE } from '#domain/dates.ts';
import { formatMoney, rappenOf } from '#domain/money.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { connect, patient } from './db/connect.ts';
import { payrexxShare } from './limits/actions.ts';
import { payrexx } from './outside/payrexx.ts';
import { differences } from './payments/reconcile.ts';
import { PaymentsFailed, type Payment } from './services/payments.ts';

/** What moved a moment ago we may not have looked at yet. */
const FRESH = 10 * MINUTE;
const USUAL_DAYS = 30;

/**
 * `npm run reconcile -- [days]`: the payments of each account, as the provider lists them, against our ledger. Prints a
 * line per account and one per difference; ends with 1 on any, with 2 where it could not compare.
 */
const days = Number(process.argv[2] ?? USUAL_DAYS);
if (!Number.isInteger(days) || days < 1) end(2, 'Give a number of days, or nothing.');
const config = settings();
const clock = () => new Date();
const db = connect(config.databaseUrl, pino({ level: 'silent' }), patient);
const payments = payrexx(config.payrexx, clock, payrexxShare({ db, clock }));
let found = 0;
try {
  for (const instance of config.payrexx.secrets.keys()) found += await compare(instance);
} catch (error) {
  if (!(error instanceof PaymentsFailed)) throw error;
  end(2, `The payment provider did not answer: ${error.message}`);
} finally {
  await db.destroy();
}
process.exit(found === 0 ? 0 : 1);

async function compare(instance: string): Promise<number> {
  const until = earlier(clock(), FRESH);
  const from = earlier(until, days * DAY);
  const listed: Payment[] = [];
  for await (const page of payments.listPayments(instance, from, until)) listed.push(...page);
  const { ours, lines } = await differences(db, instance, listed, { from, until });
  const sum = rappenOf(ours.reduce((total, { amount, is_reversal }) => total + (is_reversal ? 0 : amount), 0));
  console.log(
    `${instance}: ${ours.length} payments of ${formatMoney(sum)} in ${days} days, ${lines.length} differences`,
  );
  for (const line of lines) console.log(`  ${line}`);
  return lines.length;
}

function settings(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return end(2, `Givelap cannot compare:\n${error.faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

function end(code: number, words: string): never {
  console.error(words);
  process.exit(code);
}
