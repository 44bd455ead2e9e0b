import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** An operator's PostgreSQL, with the programs that save and restore; npm's has none of these. */
export const WITHOUT_POSTGRES = 'pg_dump and its server not found (Debian: apt-get install postgresql)';

/** The folder of the server that this machine's `pg_dump` belongs to; null without it. */
export function debianPrograms(): string | null {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  const folder = `/usr/lib/postgresql/${version}/bin`;
  return existsSync(`${folder}/initdb`) ? folder : null;
}
