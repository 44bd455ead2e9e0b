import { readConfig } from '#server/config.ts';
import { makeLog } from '#server/log.ts';
import { startProduct, type Product } from '#server/product.ts';
import { startSurroundings, type Surroundings } from './surroundings.ts';

/** The product on a database of its own, with stand-ins for every outside service. */
export interface App extends Surroundings {
  product: Product;
  /** What was logged, line by line, in all its lives. */
  logs: string[];
  /** The product's time. */
  now(): Date;
  /** Moves the product's clock; the database keeps its own. */
  forward(milliseconds: number): void;
  /** Its next life, at the same address, with everything around it as it was. */
  restart(): Promise<void>;
}

interface AppOptions {
  /** Where it is to listen, for whoever must know beforehand. */
  port?: number;
  env?: Record<string, string>;
}

export async function startApp({ port, env = {} }: AppOptions = {}): Promise<App> {
  let shift = 0;
  const now = () => new Date(Date.now() + shift);
  const surroundings = await startSurroundings(env, port, now);
  const logs: string[] = [];
  const start = () =>
    startProduct(readConfig(surroundings.env), {
      clock: now,
      log: makeLog('info', { write: (line: string) => void logs.push(line) }),
    });
  const app: App = {
    ...surroundings,
    product: await start(),
    logs,
    now,
    forward: (milliseconds) => {
      shift += milliseconds;
    },
    restart: async () => {
      await app.product.stop();
      app.product = await start();
    },
    stop: async () => {
      await app.product.stop();
      await surroundings.stop();
    },
  };
  return app;
}
