import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '#sandbox/listen.ts';

/** A process of its own: these compressed bytes, from Node's own server and nothing else. */
const bytes = readFileSync(process.argv[2] ?? '');
const headers = { etag: '"bare"', 'cache-control': 'no-cache', vary: 'accept-encoding' };
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end();
  response.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': bytes.length }).end(bytes);
});
process.on('disconnect', () => process.exit());
process.send?.({ port: await listen(server) });
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() / 1e6 }));
