import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { tellSkipped } from './figures.ts';
import { besiege, expectNothingLost, expectOutlived, outlives, type Besieged } from './outage.ts';
import { END_SESSIONS, OwnPostgres } from './own-postgres.ts';
import { TcpProxy, type Way } from './tcp-proxy.ts';

const HANG_MS = 30_000;
const AWAY_MS = 10_000;
const DISK_MB = 160;
/** Who dialled into the void finds out by his own patience. */
const REDIALLED_WITHIN_MS = 5000;

let postgres: OwnPostgres;
let besieged: Besieged;

describe('a database on our own disk', () => {
  beforeEach(async () => {
    postgres = await OwnPostgres.start();
    besieged = await besiege(postgres.url, {});
  });
  afterEach(async () => {
    await besieged.stop();
    await postgres.remove();
  });

  test('hangs for half a minute', async () => {
    const hang = async () => {
      postgres.freeze();
      return () => postgres.thaw();
    };
    const seen = await outlives(besieged, hang, { ms: HANG_MS });
    await expectOutlived(besieged, `hangs for ${HANG_MS / 1000} s`, [seen]);
    await expectNothingLost(besieged);
  });

  test('has no connection left', async () => {
    const seen = await outlives(besieged, () => takeAll(postgres), { ms: AWAY_MS });
    await expectOutlived(besieged, 'connections exhausted', [seen]);
    await expectNothingLost(besieged);
  });

  test('is read-only, and written to again', async () => {
    const set = (value: 'on' | 'off') => async () => {
      await postgres.ask(`alter system set default_transaction_read_only = ${value}`);
      await postgres.ask('select pg_reload_conf()');
    };
    const lock = async () => {
      await set('on')();
      return set('off');
    };
    await expectOutlived(besieged, 'read-only', [await outlives(besieged, lock, { ms: AWAY_MS })]);
    await expectNothingLost(besieged);
  });
});

/** All that there are, the product's too. */
async function takeAll(server: OwnPostgres): Promise<() => Promise<void>> {
  const taken: Client[] = [await server.session()];
  const keeper = await server.session();
  const [{ all } = { all: 0 }] = (
    await keeper.query<{ all: number }>("select current_setting('max_connections')::int as all")
  ).rows;
  while (taken.length + 1 < all) {
    await keeper.query(END_SESSIONS);
    await server.session().then(
      (client) => taken.push(client),
      () => null,
    );
  }
  return async () => {
    await Promise.all([keeper, ...taken].map((client) => client.end()));
  };
}

describe('a database on a disk of its own', () => {
  const row = 'disk full';

  test('has no room left on it', async ({ skip }) => {
    const disk = mount();
    if (!disk) {
      tellSkipped(row, 'never dies, 0 lost', 'mounting a small disk needs root');
      return skip();
    }
    try {
      postgres = await OwnPostgres.start(path.join(disk, 'home'));
      besieged = await besiege(postgres.url, {});
      const fill = async () => {
        // Twice: what the first try was refused may have been freed since.
        for (const name of ['ballast', 'more'])
          spawnSync('dd', ['if=/dev/zero', `of=${path.join(disk, name)}`, 'bs=64k']);
        return async () => {
          for (const name of ['ballast', 'more']) rmSync(path.join(disk, name), { force: true });
          // Without room for its log it ends itself, and is started anew as any service is.
          if (postgres.hasEnded) await postgres.startAgain();
        };
      };
      await expectOutlived(besieged, row, [await outlives(besieged, fill, { ms: AWAY_MS })]);
      await expectNothingLost(besieged);
      await besieged.stop();
      await postgres.crash();
    } finally {
      spawnSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  });
});

/** A small disk; null where we may not make one. */
function mount(): string | null {
  const disk = mkdtempSync(path.join(tmpdir(), 'givelap-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
  if (status === 0) return disk;
  rmSync(disk, { recursive: true });
  return null;
}

describe('a network between it and the product that', () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    postgres = await OwnPostgres.start();
    proxy = await TcpProxy.start(Number(new URL(postgres.url).port));
    const around = new URL(postgres.url);
    around.port = String(proxy.port);
    besieged = await besiege(postgres.url, { DATABASE_URL: around.href });
  });
  afterEach(async () => {
    proxy.become('open');
    await besieged.stop();
    await proxy.stop();
    await postgres.remove();
  });

  test.each<[string, Way, { isAway: boolean; ms: number }]>([
    ['is cut', 'closed', { isAway: true, ms: AWAY_MS }],
    ['lets nothing through', 'stalled', { isAway: true, ms: AWAY_MS }],
    ['has lost the other side', 'half-open', { isAway: true, ms: AWAY_MS }],
    ['is slow', 'slow', { isAway: false, ms: AWAY_MS }],
  ])('%s', async (what, way, how) => {
    const turn = async () => {
      proxy.become(way);
      return () => proxy.become('open');
    };
    await expectOutlived(besieged, `network to it ${what}`, [await outlives(besieged, turn, how)], REDIALLED_WITHIN_MS);
    await expectNothingLost(besieged);
  });
});
