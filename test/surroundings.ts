import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { freePort } from '#sandbox/ports.ts';
import { TestClient } from './client.ts';
import { cloneDatabase, dropDatabase } from './postgres.ts';
import { TEMPLATE } from './setup.ts';
import { startStandIns, type StandIns } from './stand-ins.ts';

/** Everything the product needs around it: a database of its own, and a stand-in for every outside service. */
export interface Surroundings extends StandIns {
  client(language?: string): TestClient;
  /** Somebody signed in at the identity provider. */
  signedIn(name: 'vera' | 'lea' | 'otto'): Promise<TestClient>;
  /** Once no product is left. */
  stop(): Promise<void>;
}

/** `clock` is the product's, where a test moves it. */
export async function startSurroundings(
  env: Record<string, string> = {},
  wished?: number,
  clock?: () => Date,
): Promise<Surroundings> {
  const adminUrl = inject('adminUrl');
  const name = `givelap_${randomBytes(6).toString('hex')}`;
  const [databaseUrl, port] = await Promise.all([cloneDatabase(adminUrl, TEMPLATE, name), wished ?? freePort()]);
  const standIns = await startStandIns(databaseUrl, port, env, clock);
  const { url, identity } = standIns;
  return {
    ...standIns,
    client: (language) => new TestClient(url, language),
    signedIn: async (username) => {
      const client = new TestClient(url);
      const user = identity.users.find((one) => one.username === username);
      if (!user) throw new Error(`nobody is called ${username}`);
      await client.signIn(user.username, user.password);
      return client;
    },
    stop: async () => {
      await standIns.stop();
      await dropDatabase(adminUrl, name);
    },
  };
}
