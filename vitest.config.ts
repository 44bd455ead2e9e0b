import { defineConfig } from 'vitest/config';

/**
 * Rules need nothing, the server needs PostgreSQL, journeys need a browser as well, faults kill and flood what
 * stands by then, one file at a time. `npm test` runs these; `long` takes what only `npm run faults` has the time
 * for; benches measure for as long as they take.
 */
export default defineConfig({
  test: {
    // A test of the server waits more than it works, and most of its work would be reading the same modules again.
    maxWorkers: 4,
    tags: [
      { name: 'slow', description: 'waits for stalled servers, retries, whole processes: not for `npm run check`' },
    ],
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{domain,contract,locales,mails}/**/*.test.ts', 'test/*.test.ts', 'test/house/*.test.ts'],
          isolate: false,
          setupFiles: ['test/quiet.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,sandbox}/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/setup.ts'],
          setupFiles: ['test/quiet.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/setup.ts'],
          setupFiles: ['test/quiet.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/faults/**/*.long.ts'],
          globalSetup: ['test/setup.ts'],
          setupFiles: ['test/quiet.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.test.ts'],
          globalSetup: ['test/setup.ts'],
          setupFiles: ['test/quiet.ts'],
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'keycloak',
          include: ['test/keycloak/**/*.test.ts'],
          globalSetup: ['test/setup.ts'],
          setupFiles: ['test/quiet.ts'],
          testTimeout: 60_000,
          hookTimeout: 900_000,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/setup.ts'],
          setupFiles: ['test/quiet.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
