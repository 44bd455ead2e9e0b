import { spawnSync } from 'node:child_process';

/** What only some machines have, and how Debian calls its package. */
const programs = {
  nginx: { command: ['nginx', '-v'], from: 'nginx' },
  wrk: { command: ['wrk', '-v'], from: 'wrk' },
  pgbench: { command: ['pgbench', '--version'], from: 'postgresql-contrib' },
  openssl: { command: ['openssl', 'version'], from: 'openssl' },
} as const;
export type Program = keyof typeof programs;

/** Debian keeps servers where only root looks. */
export const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

/** Why a row cannot be measured here; null when it can. */
export function missing(wanted: readonly Program[]): string | null {
  const absent = wanted.filter((name) => {
    const [command, ...parameters] = programs[name].command;
    return spawnSync(command, parameters, { env: { ...process.env, PATH }, stdio: 'ignore' }).error;
  });
  if (absent.length === 0) return null;
  return `${absent.join(' and ')} not found (Debian: apt-get install ${absent.map((name) => programs[name].from).join(' ')})`;
}
