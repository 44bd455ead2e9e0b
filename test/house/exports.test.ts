import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const outside = new Set(['node_modules', 'dist', 'data']);
const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (name) => outside.has(name) });
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** `file name`, for each name that a file asks another one for; `file *` where it asks for all of it. */
const imported = new Set(
  [...texts].flatMap(([file, text]) => {
    const placeOf = (from = '') => (from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from));
    const some = [...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm)];
    const whole = [...text.matchAll(/import\('([^']+)'\)|import \* as \w+ from '([^']+)'/g)];
    return [
      ...some.flatMap(([, names = '', from]) =>
        [...names.matchAll(/(\w+)(?: as \w+)?\s*(?:,|$)/g)].map(([, name]) => `${placeOf(from)} ${name}`),
      ),
      ...whole.map(([, late, all]) => `${placeOf(late ?? all)} *`),
    ];
  }),
);

const exported = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)].map(([, name]) => ({
    file,
    name,
  })),
);

test('what is exported is imported somewhere', () => {
  expect(exported.length).toBeGreaterThan(1000);
  expect(exported.filter(({ file, name }) => !imported.has(`${file} ${name}`) && !imported.has(`${file} *`))).toEqual(
    [],
  );
});
