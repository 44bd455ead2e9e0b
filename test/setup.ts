import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { databaseUrl } from '#sandbox/postgres.ts';
import { connect, patient } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { buildWeb } from '#web/build.ts';
import { createDatabase, startCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    databaseLog: string;
  }
}

export const TEMPLATE = 'givelap_template';

/** One PostgreSQL server for the run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb();
  const cluster = await startCluster();
  await createDatabase(cluster.adminUrl, TEMPLATE);
  const db = connect(databaseUrl(cluster.adminUrl, TEMPLATE), pino({ level: 'silent' }), patient);
  await migrate(db);
  await db.destroy();
  project.provide('adminUrl', cluster.adminUrl);
  project.provide('databaseLog', cluster.logFile);
  return () => cluster.stop();
}
