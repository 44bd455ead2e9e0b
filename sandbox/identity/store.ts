import type { Adapter, AdapterPayload } from 'oidc-provider';
import { keep, readKept } from '../kept.ts';

interface Item {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

export interface ClientSession {
  readonly accountId: string;
  readonly clientId: string;
  readonly sid: string;
}

const A_YEAR = 31_536_000;

/** Sessions, grants and tokens of the identity provider; they outlive its keys and, with a file, its process. */
export class IdentityStore {
  readonly #file: string | null;
  readonly #items: Map<string, Item>;

  constructor(file: string | null) {
    this.#file = file;
    this.#items = new Map(readKept<[string, Item][]>(file, []));
  }

  readonly adapter = (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn = A_YEAR) => {
      this.#items.set(`${model}:${id}`, { payload, expiresAt: Date.now() + expiresIn * 1_000 });
    },
    find: async (id) => this.#payload(`${model}:${id}`),
    findByUid: async (uid) => this.#all(model).find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = this.#payload(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    destroy: async (id) => void this.#items.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => this.#revoke(grantId),
  });

  /** Everybody who is signed in, once per application. */
  clientSessions(): ClientSession[] {
    return this.#all('Session').flatMap(({ accountId = '', authorizations = {} }) =>
      Object.entries(authorizations).map(([clientId, { sid = '' }]) => ({ accountId, clientId, sid })),
    );
  }

  /** Ends the session with this `sid`, and with it its codes and tokens. */
  endSession(sid: string): void {
    for (const [key, { payload }] of this.#items) {
      const authorizations = Object.values(payload.authorizations ?? {});
      if (!key.startsWith('Session:') || !authorizations.some((one) => one.sid === sid)) continue;
      for (const { grantId } of authorizations) if (grantId) this.#revoke(grantId);
      this.#items.delete(key);
    }
  }

  save(): void {
    keep(this.#file, [...this.#items]);
  }

  #payload(key: string): AdapterPayload | undefined {
    const item = this.#items.get(key);
    return item && item.expiresAt > Date.now() ? item.payload : undefined;
  }

  #all(model: string): AdapterPayload[] {
    const keys = [...this.#items.keys()].filter((key) => key.startsWith(`${model}:`));
    return keys.map((key) => this.#payload(key)).filter((payload) => payload !== undefined);
  }

  #revoke(grantId: string): void {
    for (const [key, { payload }] of this.#items) {
      if (payload.grantId === grantId || key === `Grant:${grantId}`) this.#items.delete(key);
    }
  }
}
