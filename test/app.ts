import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { startProduct, type Product } from '#server/product.ts';
import { startSurroundings, type Surroundings } from './surroundings.ts';

/** The product on a database of its own, with stand-ins for every outside service. */
export interface App extends Surroundings {
  product: Product;
  /** What was logged, line by line. */
  logs: string[];
  /** Moves the product's clock; the database keeps its own. */
  forward(milliseconds: number): void;
}

export interface AppOptions {
  env?: Record<string, string>;
}

export async function startApp({ env = {} }: AppOptions = {}): Promise<App> {
  const surroundings = await startSurroundings(env);
  let shift = 0;
  const logs: string[] = [];
  const product = await startProduct(readConfig(surroundings.env), {
    clock: () => new Date(Date.now() + shift),
    log: pino({ level: 'info' }, { write: (line: string) => void logs.push(line) }),
  });
  return {
    ...surroundings,
    product,
    logs,
    forward: (milliseconds) => {
      shift += milliseconds;
    },
    stop: async () => {
      await product.stop();
      await surroundings.stop();
    },
  };
}
