import { ConfigError, readConfig, type Config } from './config.ts';
import { startProduct } from './product.ts';

/** How long a stop may take before the process ends all the same. */
const PATIENCE_MS = 15_000;

const product = await startProduct(configOrRefuse());
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

function configOrRefuse(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`Givelap cannot start:\n${error.faults.map((fault) => `  ${fault}`).join('\n')}`);
    process.exit(1);
  }
}
