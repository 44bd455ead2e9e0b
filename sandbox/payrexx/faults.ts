import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scripted } from '../scripted.ts';

/** What an application asks for. */
export type Operation = 'check' | 'open' | 'read' | 'close' | 'list';

/** What goes wrong; at every operation unless one is named, and until it is cleared unless `times` says how often. */
export type PayrexxFault = { readonly at?: Operation; readonly times?: number } &
  /** Refused in the provider's own words, and nothing is done. */
  (
    | { readonly does: 'status'; readonly status: number; readonly message?: string }
    /** A page of the firewall, and nothing is done. */
    | { readonly does: 'firewall'; readonly status: 403 | 405 | 429; readonly retryAfter?: number }
    /** Sent elsewhere. */
    | { readonly does: 'redirect'; readonly to: string }
    /** All is done, and answered late. */
    | { readonly does: 'delay'; readonly ms: number }
    /**
     * All is done, and the answer is a page, nothing, half of it, 50 MB around it; the line is closed in the middle of
     * the answer or before it (`lost`), or nobody answers (`stall`).
     */
    | { readonly does: 'html' | 'empty' | 'half' | 'huge' | 'cut' | 'lost' | 'stall' }
  );

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export class PayrexxFaults extends Scripted<PayrexxFault> {
  take(operation: Operation): PayrexxFault | null {
    return this.next(({ at = operation }) => at === operation);
  }

  /** Answers as the fault wants it; `work` is done unless the fault stands before it. */
  async answer(response: ServerResponse, fault: PayrexxFault, work: () => Reply): Promise<void> {
    switch (fault.does) {
      case 'status': {
        const message = fault.message ?? 'An error message that specifies the exact error';
        return send(response, { status: fault.status, body: { status: 'error', message } });
      }
      case 'firewall':
        return sendBlocked(response, fault.status, fault.retryAfter);
      case 'redirect':
        return void response.writeHead(302, { location: fault.to }).end();
    }
    const reply = work();
    const text = JSON.stringify(reply.body);
    const json = { 'content-type': 'application/json' };
    switch (fault.does) {
      case 'delay':
        await sleep(fault.ms);
        return send(response, reply);
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Maintenance</h1>');
      case 'empty':
        return void response.writeHead(reply.status, json).end();
      case 'half':
        return void response.writeHead(reply.status, json).end(text.slice(0, text.length / 2));
      case 'huge':
        response.writeHead(reply.status, json).write(text.slice(0, -1));
        await writeMany(response, 50);
        return void response.end('}');
      case 'cut':
        response.writeHead(reply.status, { ...json, 'content-length': text.length });
        return void response.write(text.slice(0, text.length / 2), () => response.destroy());
      case 'lost':
        return void response.destroy();
      case 'stall':
        return this.stall(response);
    }
  }
}

export function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function sendBlocked(response: ServerResponse, status: number, retryAfter?: number): void {
  if (retryAfter) response.setHeader('retry-after', retryAfter);
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>Request blocked</h1></html>');
}

async function writeMany(response: ServerResponse, megabytes: number): Promise<void> {
  const block = Buffer.alloc(1024 * 1024, ' ');
  for (let written = 0; written < megabytes && !response.destroyed; written += 1) {
    await new Promise((resolve) => response.write(block, resolve));
  }
}
