import { ConfigError, readConfig } from './config.ts';
import { startProduct, type Product } from './product.ts';

/** How long a stop may take before the process ends all the same. */
const PATIENCE_MS = 15_000;

const product = await start();
console.log(`Givelap listens on ${product.address}`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  await product.stop();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Started by another program that is gone: nobody is left to stop us.
process.on('disconnect', stop);

async function start(): Promise<Product> {
  try {
    return await startProduct(readConfig());
  } catch (error) {
    const faults = faultsOf(error);
    if (!faults) throw error;
    console.error(`Givelap cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    process.exit(1);
  }
}

/** What the one who runs this can mend: settings, a port that is taken, a database that refuses us. Null for faults of ours. */
function faultsOf(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.faults;
  const { code = '', message } = error as { code?: string; message: string };
  return /^(E[A-Z]+|28\w{3}|3D000|57P\w{2})$/.test(code) ? [message || code] : null;
}
