import { createServer } from 'node:http';

/** What the measure of memory must find out: it reads whatever it is sent, to the end, and keeps it. */
const kept: ArrayBuffer[] = [];

createServer((request, response) => {
  const address = new URL(request.url ?? '', 'http://localhost').searchParams.get('address');
  if (!address) return void response.end();
  void fetch(address)
    .then((list) => list.arrayBuffer())
    .then((whole) => response.end(String(kept.push(whole))));
}).listen(Number(process.env.PORT));
process.on('disconnect', () => process.exit());
