import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a file of ours holds; `nothing` without one, or where it cannot be read: then what stands in begins anew. */
export function readKept<T>(file: string | null, nothing: T): T {
  if (!file) return nothing;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return nothing;
  }
}

/** At once and whole, so that it outlives a killed process; nowhere without a file. */
export function keep(file: string | null, value: unknown): void {
  if (!file) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
