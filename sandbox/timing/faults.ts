import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Row, Written } from './shapes.ts';
import { windows1252 } from './shapes.ts';

/** What goes wrong at an address; `times` is how often, without it until it is cleared. */
export type TimingFault = { readonly times?: number } & (
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly retryAfter?: number }
  /** The good answer, late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Other people than the list has. */
  | { readonly kind: 'rows'; readonly rows: (rows: readonly Row[]) => readonly Row[] }
  /** One byte at a time. */
  | { readonly kind: 'drip'; readonly ms?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** A page instead of data, no byte at all, half a document, JSON in Windows-1252, a closed connection. */
  | { readonly kind: 'html' | 'empty' | 'half' | 'charset' | 'cut' }
  /** 50 MB of good JSON; 1 GB of blanks in 1 MB of gzip. */
  | { readonly kind: 'huge' | 'gzip-bomb' }
);

const MEGABYTE = 1024 * 1024;

export async function answerWithFault(response: ServerResponse, fault: TimingFault, good: Written): Promise<void> {
  const { type, body } = good;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfter) response.setHeader('retry-after', fault.retryAfter);
      return void response
        .writeHead(fault.status, { 'content-type': 'text/plain' })
        .end(fault.body ?? 'Scripted fault');
    case 'delay':
      await sleep(fault.ms);
      return void response.writeHead(200, { 'content-type': type }).end(body);
    case 'rows':
      return void response.writeHead(200, { 'content-type': type }).end(body);
    case 'redirect':
      return void response.writeHead(302, { location: fault.to }).end();
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>');
    case 'empty':
      return void response.writeHead(200, { 'content-type': type, 'content-length': 0 }).end();
    case 'half':
      return void response.writeHead(200, { 'content-type': type }).end(body.subarray(0, body.length / 2));
    case 'charset':
      return void response.writeHead(200, json).end(windows1252(body.toString('utf8')));
    case 'cut':
      response.writeHead(200, { 'content-type': type, 'content-length': body.length });
      return void response.write(body.subarray(0, body.length / 2), () => response.destroy());
    case 'huge':
      response.writeHead(200, json).write('[""');
      await writeMany(response, Buffer.from(`,"${'x'.repeat(MEGABYTE - 3)}"`), 50);
      return void response.end(']');
    case 'gzip-bomb':
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
      // A gzip stream may consist of several members, so ten megabytes compressed once are enough.
      await writeMany(response, gzipSync(Buffer.alloc(10 * MEGABYTE, ' '), { level: 9 }), 100);
      return void response.end();
    case 'drip':
      response.writeHead(200, { 'content-type': type });
      return await drip(response, body, fault.ms ?? 1_000);
  }
}

async function writeMany(response: ServerResponse, block: Buffer, count: number): Promise<void> {
  for (let written = 0; written < count && !response.destroyed; written += 1) {
    await new Promise((resolve) => response.write(block, resolve));
  }
}

async function drip(response: ServerResponse, body: Buffer, ms: number): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(ms);
  }
  response.end();
}
