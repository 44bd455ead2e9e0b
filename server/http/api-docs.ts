import type { ApiCall, ApiField, ApiGroup } from '#contract/pages.ts';
import { paths, type Operation, type Parameter } from './openapi.ts';

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
  description?: string;
  default?: unknown;
}

/** The OpenAPI document as people read it: by subject, in the order of the contract. */
export function apiGroups(): ApiGroup[] {
  const groups = new Map<string, ApiCall[]>();
  for (const [path, methods] of Object.entries(paths())) {
    for (const [method, operation] of Object.entries(methods)) {
      const [name = ''] = operation.tags;
      groups.set(name, [...(groups.get(name) ?? []), callOf(path, method, operation)]);
    }
  }
  return [...groups].map(([name, calls]) => ({ name, calls }));
}

function callOf(path: string, method: string, operation: Operation): ApiCall {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [status = '', done] = Object.entries(responses)[0] ?? [];
  const content = done?.content ?? {};
  const reply = content['application/json']?.schema as Schema | undefined;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    does: summary,
    who: description ?? 'For anyone.',
    parameters: parameters.map(parameterOf),
    body: requestBody ? fieldsOf(requestBody.content['application/json'].schema, true) : [],
    answer: reply
      ? { status, type: typeOf(reply), fields: fieldsOf(reply, false) }
      : { status, type: Object.keys(content).join(' or '), fields: [] },
    failures: Object.entries(responses)
      .filter(([failure]) => Number(failure) >= 400 && !atAnyCall.has(failure))
      .map(([failure, { description: codes }]) => ({ status: failure, codes })),
  };
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

function aboutOf({ description, default: usual }: Schema, words: string[]): string {
  return [...words, usual !== undefined && `${JSON.stringify(usual)} where it is absent`, description]
    .filter(Boolean)
    .join('; ');
}
