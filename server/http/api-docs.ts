import type { ApiAnswer, ApiCall, ApiField, ApiGroup } from '#contract/pages.ts';
import { operations, type Operation, type Parameter } from './openapi.ts';

/** As much of JSON Schema as our document speaks. */
interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
  description?: string;
  default?: unknown;
}

/** The OpenAPI document as people read it: by subject, in the order of the contract. */
export function apiGroups(): ApiGroup[] {
  const groups = new Map<string, ApiCall[]>();
  for (const [path, methods] of Object.entries(operations())) {
    for (const [method, operation] of Object.entries(methods)) {
      const [name = ''] = operation.tags;
      groups.set(name, [...(groups.get(name) ?? []), callOf(path, method, operation)]);
    }
  }
  return [...groups].map(([name, calls]) => ({ name, calls }));
}

function callOf(path: string, method: string, operation: Operation): ApiCall {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    does: summary,
    who: description ?? 'For anyone.',
    parameters: parameters.map(parameterOf),
    body: requestBody ? fieldsOf(requestBody.content['application/json'].schema, true) : [],
    answers: answersOf(responses),
    failures: Object.entries(responses)
      .filter(([failure]) => Number(failure) >= 400 && !atAnyCall.has(failure))
      .map(([failure, { description: codes }]) => ({ status: failure, codes })),
  };
}

/** As many as it has shapes: a list is answered whole, or a page of it. */
function answersOf(responses: Operation['responses']): ApiAnswer[] {
  const done = Object.keys(responses).filter((status) => Number(status) < 300);
  const [last = ''] = done.slice(-1);
  const status = done.length > 1 ? `${last}, or ${done[0]} where it is repeated` : last;
  const content = responses[last]?.content ?? {};
  const reply = content['application/json']?.schema as Schema | undefined;
  if (!reply) return [{ status, type: Object.keys(content).join(' or '), about: '', fields: [] }];
  const told = new Set<string>();
  return (reply.anyOf ?? [reply]).map((shape) => {
    // The items of a page are those of the list.
    const fields = fieldsOf(shape, false).filter(({ name }) => !told.has(name.replace(/^items/, '')));
    for (const { name } of fields) told.add(name);
    return { status, type: typeOf(shape), about: shape.description ?? '', fields };
  });
}

/** Told once for all. */
const atAnyCall = new Set(['500', '503']);

function parameterOf({ name, in: place, required, schema }: Parameter): ApiField {
  return {
    name,
    type: typeOf(schema),
    about: aboutOf(schema, required ? [place] : [place, 'optional']),
  };
}

/** What is inside, however deep: of a list the fields of its items, of a choice those of the first that has any. */
function fieldsOf(schema: Schema, sent: boolean, at = ''): ApiField[] {
  if (schema.items) return fieldsOf(schema.items, sent, `${at}[]`);
  const [chosen] = (schema.anyOf ?? []).map((one) => fieldsOf(one, sent, at)).filter((fields) => fields.length > 0);
  if (chosen) return chosen;
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = at === '' ? key : `${at}.${key}`;
    const about = aboutOf(value, sent && !required.has(key) ? ['optional'] : []);
    return [{ name, type: typeOf(value), about }, ...fieldsOf(value, sent, name)];
  });
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.items) return `${typeOf(schema.items).replace(/^.* (or|\|) .*$/, '($&)')}[]`;
  return schema.format ?? [schema.type ?? 'any'].flat().join(' or ');
}

function aboutOf(schema: Schema, words: string[]): string {
  const { default: usual } = schema;
  return [...words, usual !== undefined && `${JSON.stringify(usual)} where it is absent`, ...saidOf(schema)]
    .filter(Boolean)
    .join('; ');
}

/** Of a value, and of each choice that there is. */
function saidOf({ maxLength, description, anyOf = [] }: Schema): (string | false | undefined)[] {
  const length = maxLength !== undefined && `${maxLength} characters at most`;
  return [...new Set([length, description, ...anyOf.flatMap(saidOf)])];
}
