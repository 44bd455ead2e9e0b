import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scripted } from '../scripted.ts';
import { paths } from './provider.ts';

/** What an application asks for; `userinfo` and `jwks` are often other machines than the one that signs people in. */
type Endpoint = keyof typeof paths | 'discovery';

/** What goes wrong at an endpoint; `times` is how often, without it until it is cleared. */
export type IdentityFault = { readonly at: Endpoint; readonly times?: number } & (
  | { readonly does: 'status'; readonly status: number; readonly error?: string }
  /** The good answer, late. */
  | { readonly does: 'delay'; readonly ms: number }
  /** A page instead of data, no answer at all, a closed connection in the middle of one. */
  | { readonly does: 'html' | 'stall' | 'cut' }
);

export class IdentityFaults extends Scripted<IdentityFault> {
  readonly #calls = new Map<Endpoint, number>();

  /** How often an endpoint was asked. */
  calls(at: Endpoint): number {
    return this.#calls.get(at) ?? 0;
  }

  /** Does what is scripted for this address; true when nothing more is to be answered. */
  async act(path: string, response: ServerResponse): Promise<boolean> {
    const at = endpointOf(path);
    if (!at) return false;
    this.#calls.set(at, this.calls(at) + 1);
    const fault = this.next((one) => one.at === at);
    if (!fault) return false;
    switch (fault.does) {
      case 'delay':
        await sleep(fault.ms);
        return false;
      case 'stall':
        this.stall(response);
        return true;
      case 'status':
        response.writeHead(fault.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: fault.error ?? 'server_error' }));
        return true;
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Maintenance</h1>');
        return true;
      case 'cut':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
        response.write('{"access_token":', () => response.destroy());
        return true;
    }
  }
}

function endpointOf(path: string): Endpoint | undefined {
  if (path.endsWith('/.well-known/openid-configuration')) return 'discovery';
  return (Object.keys(paths) as (keyof typeof paths)[]).find((name) => path.endsWith(paths[name]));
}
