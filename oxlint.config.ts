import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

/** A room's files may import what is listed; everything else is behind the fence. */
interface Fence {
  /** The linter knows no `!(…)`: such a pattern finds nothing. Of several fences the last one holds. */
  files: string[];
  may: string[];
  /** Allowed as types only: they are gone before anything runs. */
  mayAsTypes?: string[];
  because: string;
}

const own = './**';
const node = ['node:*', 'node:*/**'];
const actions = ['#server/*/{actions,balance,checkouts,export,hand,look,notices,present,table}.ts'];
const subjects =
  '{activity,auth,contributions,dashboard,donors,events,gifts,health,limits,mails,participants,payment-pages,payments,persons,pictures,pledges,timing}';

/** Who may import whom, a line per room. */
const fences: Fence[] = [
  { files: ['domain/**'], may: [own, '#domain/**'], because: 'the domain is pure rules' },
  {
    files: ['contract/**'],
    may: [own, '#domain/**', 'zod'],
    because: 'the treaty says what may be said, nothing more',
  },
  { files: ['locales/**'], may: [own, '#domain/**', '@lingui/**'], because: 'words know only languages' },
  { files: ['mails/**'], may: [own, '#domain/**', '#locales/**'], because: 'a mail is a function of its props' },
  {
    files: ['server/**'],
    may: [
      own,
      ...node,
      '#domain/**',
      '#server/**',
      '#package.json',
      'kysely',
      'kysely/**',
      'pg',
      'pino',
      'zod',
      'qrcode',
    ],
    mayAsTypes: ['#contract/**', '#mails/kinds.ts'],
    because: 'the product knows nothing of what tries it out, and the framework lives in one room',
  },
  {
    files: ['server/*/routes.ts'],
    may: [
      './{actions,export,hand,list,log}.ts',
      '#domain/**',
      '#server/payments/notices.ts',
      '#locales/messages.ts',
      '#server/failure.ts',
      '#server/context.ts',
    ],
    mayAsTypes: ['#contract/**', '#server/http/handler.ts'],
    because: 'a route binds a call to an action',
  },
  {
    files: ['server/*/{queries,erasure-queries,list-queries}.ts'],
    may: ['kysely', '#domain/**', '#server/db/{prepared,search,swiss-time}.ts'],
    mayAsTypes: ['./queries.ts', '#contract/**', '#server/db/**'],
    because: 'queries are SQL over the tables',
  },
  {
    files: [
      `server/${subjects}/{actions,balance,book,checkouts,export,hand,list,log,look,merge,notices,present,reconcile,sessions,sweep,jobs}.ts`,
    ],
    may: [
      own,
      ...node,
      '#domain/**',
      '#contract/paths.ts',
      '#locales/**',
      '#mails/**',
      ...actions,
      '#server/*.ts',
      '#server/services/*.ts',
      '#server/db/{batches,transaction}.ts',
      '#package.json',
    ],
    mayAsTypes: ['zod', '#contract/**', '#server/db/**', '#server/http/handler.ts'],
    because: 'an action asks its own queries and other actions, never the framework, SQL or an outside service',
  },
  {
    files: ['server/pictures/raster.ts'],
    may: [...node, '#domain/**', '#server/turns.ts', 'sharp'],
    because: 'one file knows how pixels are made',
  },
  {
    files: ['server/sheets/**'],
    may: [own, ...node, '#domain/**', '#server/turns.ts', 'write-excel-file/**'],
    mayAsTypes: ['#contract/treaty.ts'],
    because: 'a table knows cells, not what they mean',
  },
  {
    files: ['server/outside/**'],
    may: [
      own,
      ...node,
      '#domain/**',
      '#server/outside/*.ts',
      '#server/loopback.ts',
      '#server/services/*.ts',
      '#server/turns.ts',
      'zod',
      'undici',
      'ipaddr.js',
      'nodemailer',
      'openid-client',
      'jose',
      'csv-parse',
    ],
    mayAsTypes: ['#server/config.ts', '#server/context.ts'],
    because: 'an adapter speaks to the outside, never to our tables',
  },
  {
    files: ['server/metrics/{actions,calls,gauges,meters}.ts'],
    may: [own, ...actions, '#server/*.ts', '#server/services/*.ts', '#server/db/connect.ts', '@prometheus-io/client'],
    mayAsTypes: ['#server/health/queries.ts'],
    because: 'metrics tell what was counted and what actions find',
  },
  {
    files: ['server/jobs/**'],
    may: [own, ...node, '#domain/dates.ts', '#server/*/{actions,jobs}.ts', '#server/log.ts'],
    mayAsTypes: ['pino', '#server/context.ts'],
    because: 'a job wakes an action',
  },
  {
    files: ['server/http/**'],
    may: [
      own,
      ...node,
      '#contract/**',
      '#domain/**',
      '#locales/**',
      'fastify',
      '@fastify/**',
      'zod',
      'zod/**',
      'ipaddr.js',
      ...actions,
      '#server/http/*.ts',
      '#server/http/stored/*.ts',
      '#server/failure.ts',
      '#server/context.ts',
      '#server/turns.ts',
      '#server/brand.ts',
      '#server/log.ts',
      '#server/loopback.ts',
      '#server/token.ts',
      '#server/pictures/qr-code.ts',
      '#server/pictures/raster.ts',
    ],
    mayAsTypes: ['#server/config.ts', '#server/metrics/meters.ts', '#web/server.tsx'],
    because: 'the framework lives here, without SQL and without outside services',
  },
  {
    files: ['web/ui/**'],
    may: [own, 'react', 'react-dom', '@radix-ui/**'],
    because: 'primitives know no subject',
  },
  {
    files: ['web/{public,parts,frame}/**', 'web/*.{ts,tsx}'],
    may: [
      own,
      '#domain/**',
      '#contract/paths.ts',
      '#locales/units.ts',
      '#web/**',
      '!#web/admin/**',
      '@lingui/**',
      'react',
      'react/**',
      'react-dom',
      'react-dom/**',
      'virtual:words/**',
    ],
    mayAsTypes: ['zod', '#contract/**', '#locales/**'],
    because: 'the browser never holds a schema or a piece of the server, and public pages no admin code',
  },
  { files: ['web/build.ts'], may: [...node, 'vite'], because: 'the build knows files, not what they say' },
  {
    files: ['web/admin/**'],
    may: [
      own,
      '#domain/**',
      '#contract/paths.ts',
      '#locales/units.ts',
      '#web/**',
      '!#web/public/**',
      '@lingui/**',
      'react',
      'react/**',
      '@tanstack/**',
    ],
    mayAsTypes: ['#contract/**', '#locales/**'],
    because: 'the admin area and the public pages do not import each other',
  },
];

/** Gitignore's way: everything is restricted, then the allowed ones are taken out again. */
function allBut(patterns: string[]): string[] {
  return ['**', ...patterns.map((pattern) => (pattern.startsWith('!') ? pattern.slice(1) : `!${pattern}`))];
}

/** A pattern that allows something silences all others, so what may come as a type only is spelt out. */
function valuesOf({ may, mayAsTypes = [] }: Fence): string {
  const [inside, packages] = [mayAsTypes.filter(isOurs), mayAsTypes.filter((pattern) => !isOurs(pattern))];
  const allowed = may.filter(isOurs).map(pathOf);
  const files = globSync(inside.map(pathOf), { cwd: import.meta.dirname }).filter(
    (file) => !allowed.some((pattern) => matchesGlob(file, pattern)),
  );
  const names = [...packages, ...files.map((file) => `#${file}`)].map((name) => name.replaceAll('.', '\\.'));
  return `^(${names.join('|')})$`;
}

const isOurs = (pattern: string) => pattern.startsWith('#');
const pathOf = (pattern: string) => pattern.slice(1);

function restrictions(fence: Fence) {
  const { may, mayAsTypes = [], because } = fence;
  const never = { group: allBut([...mayAsTypes, ...may]), message: `Behind the fence: ${because}.` };
  const values = { regex: valuesOf(fence), allowTypeImports: true, message: `Only as a type: ${because}.` };
  return mayAsTypes.length > 0 ? [values, never] : [never];
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'data/**', 'node_modules/**'],
  options: { typeAware: true },
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'node/no-process-env': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // Decided at a door and trusted behind it (docs/decisions).
    'typescript/no-unsafe-type-assertion': 'off',
    // Code points are what our lengths and initials count.
    'typescript/no-misused-spread': 'off',
    // Branded numbers are numbers.
    'typescript/no-unsafe-unary-minus': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // It means windows; ours are threads.
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'no-unmodified-loop-condition': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect', 'expect*', '*.expect'],
      },
    ],
    'typescript/consistent-return': 'off',
    'react/react-in-jsx-scope': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/no-conditional-expect': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
  },
  overrides: [
    ...fences.map((fence): OxlintOverride => ({
      files: fence.files,
      rules: { 'no-restricted-imports': ['error', { patterns: restrictions(fence) }] },
    })),
    // Tests use the whole house; nothing of the product imports them.
    { files: ['**/*.test.{ts,tsx}'], rules: { 'no-restricted-imports': 'off' } },
    { files: ['*.config.ts', 'test/setup.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['start.mjs', 'server/config.ts', 'sandbox/**', 'test/**', 'web/build.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
  ],
});
