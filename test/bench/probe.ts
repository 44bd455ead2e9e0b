import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the product's process beside it (`--import`): tells what that has used, and for how long its loop stood
 * still since the last question.
 */
const RESOLUTION_MS = 2;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

createServer(({ url }, response) => {
  const { user, system } = process.cpuUsage();
  const blocked = Math.max(0, loop.max / 1e6 - RESOLUTION_MS);
  response.end(
    JSON.stringify({ pid: process.pid, cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() / 1e6, blocked }),
  );
  // Watching costs: only from `/watch` to the next question.
  loop.disable();
  loop.reset();
  if (url === '/watch') loop.enable();
})
  .listen(Number(process.env.PROBE_PORT), '127.0.0.1')
  .unref();
