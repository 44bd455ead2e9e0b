import fc, { type Arbitrary } from 'fast-check';
import { naughtyPieces, naughtyTexts } from './naughty.ts';

/** As much of JSON Schema as the published interface uses. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  enum?: string[];
  const?: string;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** Values by field name that lead somewhere: ids that exist, addresses that may be asked. */
export type Known = Record<string, readonly unknown[]>;

const naughty = fc.constantFrom(...naughtyTexts);
const text = fc.oneof(
  // Bodies of twenty fields are refused for one of them: most must be good for any to be accepted.
  { weight: 24, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: naughty },
);

/** What fits the schema, and mostly what somebody would send. */
function fitting(schema: JsonSchema, known: Known, name = ''): Arbitrary<unknown> {
  const usual = known[name];
  if (usual && usual.length > 0) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...usual) },
      { weight: 1, arbitrary: bySchema(schema, known) },
    );
  }
  return bySchema(schema, known);
}

function bySchema(schema: JsonSchema, known: Known): Arbitrary<unknown> {
  const { type, anyOf, properties, required = [], pattern, minimum, maximum, maxLength } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((one) => bySchema(one, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => bySchema({ ...schema, type: one }, known)));
  if (properties) {
    const fields = Object.entries(properties).map(([name, one]) => [name, fitting(one, known, name)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: required });
  }
  if (type === 'integer') return fc.integer({ ...(minimum && { min: minimum }), ...(maximum && { max: maximum }) });
  if (type === 'number')
    return fc.oneof(
      fc.double(),
      fc.integer({ min: 0, max: 200_000 }).map((n) => n / 100),
    );
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return maxLength === undefined ? text : text.map((value) => value.slice(0, maxLength));
}

const junk: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: naughty },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, -0, -1, 0.005, 1e21, 2 ** 31, 2 ** 53, true, null, [], [1], {}, [[]], { $gt: '' }),
  },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 80_000 }).map((length) => 'x'.repeat(length)) },
);
const strangeKey = fc.oneof(naughty, fc.constantFrom('id', 'is_admin', 'constructor', 'prototype', 'hasOwnProperty'));

type Change = (body: Record<string, unknown>) => void;

/** One thing wrong with a good body. */
function change(fields: string[]): Arbitrary<Change> {
  const field = fields.length > 0 ? fc.constantFrom(...fields) : fc.constant('by');
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(field, junk).map(
        ([name, value]): Change =>
          (body) =>
            void (body[name] = value),
      ),
    },
    {
      weight: 2,
      arbitrary: field.map(
        (name): Change =>
          (body) =>
            void delete body[name],
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(strangeKey, junk).map(
        ([name, value]): Change =>
          (body) =>
            own(body, name, value),
      ),
    },
  );
}

/** Assigning `__proto__` would do something else. */
function own(body: object, name: string, value: unknown): void {
  Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true });
}

export interface Sent {
  type: string;
  text: string;
}

/** The text of a request's body: mostly JSON that nearly fits. */
export function bodyText(schema: JsonSchema, known: Known): Arbitrary<Sent> {
  const shape = schema.anyOf?.find((one) => one.properties) ?? schema;
  const object = fitting(shape, known) as Arbitrary<Record<string, unknown>>;
  const changes = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(change(Object.keys(shape.properties ?? {})), { minLength: 1, maxLength: 3 }) },
  );
  const near = fc.tuple(object, changes).map(([body, todo]) => {
    const changed = { ...body };
    for (const apply of todo) apply(changed);
    return JSON.stringify(changed);
  });
  const broken = fc
    .tuple(near, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([whole, part]) => whole.slice(0, whole.length * part));
  const polluted = near.map((whole) => whole.replace('{', '{"__proto__":{"polluted":true},').replace(',}', '}'));
  const json = fc.oneof(
    { weight: 16, arbitrary: near },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: polluted },
    { weight: 1, arbitrary: junk.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', '\ufeff{}', 'null', '{"a":1}{', '['.repeat(20_000)) },
  );
  const type = fc.oneof(
    { weight: 30, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'application/json; charset=latin1',
        'text/plain',
        'application/x-www-form-urlencoded',
        'json',
        'x'.repeat(300),
      ),
    },
  );
  return fc.record({ type, text: json });
}

/** A piece of a path, as it goes over the wire. */
export function piece(schema: JsonSchema, known: Known, name: string): Arbitrary<string> {
  const good = fitting(schema, known, name).map((value) => percent(String(value)));
  return fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 1, arbitrary: fc.constantFrom(...naughtyPieces) },
    { weight: 1, arbitrary: naughty.map(percent) },
  );
}

/** A query, some of it fitting. */
export function query(schemas: Record<string, JsonSchema>, known: Known): Arbitrary<string> {
  const names = Object.keys(schemas);
  if (names.length === 0) return fc.constant('');
  const pair = fc.oneof(
    ...names.map((name) =>
      fc
        .oneof(
          { weight: 3, arbitrary: fitting(schemas[name] ?? {}, known, name).map(String) },
          { weight: 1, arbitrary: naughty },
        )
        .map((value) => `${name}=${percent(value)}`),
    ),
    fc.tuple(strangeKey, naughty).map(([name, value]) => `${percent(name)}=${percent(value)}`),
    fc.constantFrom('q=%00', 'q=%ED%A0%80', 'q=%', 'q[]=1', 'q', '=', '&&', 'limit=1&limit=2', 'sort=__proto__'),
  );
  return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

/** Every byte but letters and digits, lone surrogates as the broken UTF-8 that they become. */
function percent(value: string): string {
  return [...Buffer.from(value.toWellFormed(), 'utf8')]
    .map((byte) =>
      /[\w-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}
