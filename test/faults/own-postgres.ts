import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres, type Postgres } from '#sandbox/postgres.ts';

const OURS = 'faults';

/** Every session but those of tests. */
export const END_SESSIONS = `
  select xact_start is not null as inside, pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and application_name <> '${OURS}'`;

/** A PostgreSQL of its own, for tests that stop, starve and freeze it; it stays at one address. */
export class OwnPostgres {
  readonly dir: string;
  #server: Postgres;

  #hasEnded = false;

  private constructor(dir: string, server: Postgres) {
    this.dir = dir;
    this.#server = this.#watched(server);
  }

  #watched(server: Postgres): Postgres {
    this.#hasEnded = false;
    void server.ended.then(() => (this.#hasEnded = true));
    return server;
  }

  /** What was acknowledged must outlive a crash: it waits for the disk. */
  static async start(dir?: string): Promise<OwnPostgres> {
    const home = dir ?? (await mkdtemp(path.join(tmpdir(), 'givelap-own-')));
    return new OwnPostgres(home, await startPostgres({ dir: home }));
  }

  get url(): string {
    return this.#server.url;
  }

  /** Without writing anything down: the next start recovers from the log. */
  crash(): Promise<void> {
    return this.#server.stop('immediate');
  }

  async startAgain(): Promise<void> {
    this.#server = this.#watched(await startPostgres({ dir: this.dir, port: this.#server.port }));
  }

  /** It may end itself, for want of room. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Neither it nor any of its sessions does anything until `thaw`. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }
  thaw(): void {
    this.#signal('SIGCONT');
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = this.#server;
    // The one that makes new sessions first, so that none is missed.
    process.kill(pid, signal);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children.trim().split(' ').filter(Boolean)) process.kill(Number(child), signal);
  }

  async ask<Row extends object>(statement: string): Promise<Row[]> {
    const client = await this.session();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** A session that may be ended by others. */
  async session(): Promise<Client> {
    const client = new Client({ connectionString: this.url, application_name: OURS });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Ends every session but this test's own, whatever it is at; resolves with how many were inside a transaction. */
  async endSessions(): Promise<{ inside: number }> {
    const rows = await this.ask<{ inside: boolean }>(END_SESSIONS);
    return { inside: rows.filter(({ inside }) => inside).length };
  }

  async remove(): Promise<void> {
    await this.crash();
    await rm(this.dir, { recursive: true, force: true });
  }
}
