import { bareServer } from '../bare.ts';
import { short, type Figure } from '../figure.ts';
import { LARGE, type Stage } from '../stage.ts';
import { wrk } from '../wrk.ts';

const row = 'P11';
/** Pages are kept for two seconds and at most 64 MB of them: a round is long enough to fill what can be filled. */
const ROUND_SECONDS = 20;

/** P11: what a process holds when nobody comes, and after everybody came, minute after minute. */
export async function memory(stage: Stage, minutes = 2): Promise<Figure[]> {
  const place = await stage.place();
  const product = await place.product();
  try {
    await (await fetch(product.url)).text();
    const idle = (await product.usage()).rss;
    const bare = await bareRss();
    const rounds = Math.max(4, Math.round((minutes * 60) / ROUND_SECONDS));
    const after: number[] = [];
    while (after.length < rounds) {
      await wrk(product.url, { connections: 32, seconds: ROUND_SECONDS, script: everything });
      after.push((await product.usage()).rss);
    }
    const half = after.length / 2;
    const most = (values: number[]) => Math.max(...values);
    const seen = `after each ${ROUND_SECONDS} s: ${after.map(Math.round).join(' ')}`;
    return [
      {
        row,
        work: 'memory, idle',
        against: '',
        unit: 'MB',
        aim: { most: 120 },
        value: idle,
        seen: `bare Node ${Math.round(bare)} MB`,
      },
      {
        row,
        work: 'memory, after the load',
        against: '',
        unit: 'MB',
        aim: { most: 250 },
        value: most(after),
        seen,
      },
      {
        row,
        work: `its growth, second half of ${short(minutes)} min`,
        against: 'first half',
        unit: '×',
        aim: { most: 1.1 },
        value: most(after.slice(Math.ceil(half))) / most(after.slice(0, Math.ceil(half))),
        seen: '',
      },
    ];
  } finally {
    await product.stop();
  }
}

/** Of Node's own server, after one answer. */
async function bareRss(): Promise<number> {
  const server = await bareServer(Buffer.from('bare'));
  await (await fetch(server.url, { headers: { 'if-none-match': '"bare"' } })).text();
  const rss = await server.rss();
  await server.stop();
  return rss;
}

/** Lists, kept and fresh pages, pages of people, files. */
const everything = `
  local n = 0
  local paths = { '/', '/participants/lauf-${LARGE}', '/participants/lauf-${LARGE}?page=%d', '/give/%d',
    '/api/events/${LARGE}/participants', '/participants/lauf-${LARGE}?q=ozturk%d', '/api/donations/totals/${LARGE}',
    '/participants/lauf-%d', '/api/events' }
  local encodings = { 'gzip', 'br', 'gzip', '' }
  request = function()
    n = n + 1
    local path = string.format(paths[1 + n % #paths], 8 + (n * 31) % 150)
    return wrk.format('GET', path, { ['accept-encoding'] = encodings[1 + n % #encodings] })
  end`;
