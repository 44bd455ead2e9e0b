import { z } from 'zod';
import { safeParse } from 'zod/v4/core';
import { routes } from '#contract/routes.ts';
import { commonFailures, type Route, type Schema } from '#contract/treaty.ts';

type Json = Record<string, unknown>;

/** The published interface as OpenAPI 3.1, from the same values that bind it. */
export function openApi(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Givelap',
      version,
      description: 'Donations at sports events: gifts, pledges per unit, start lists, administration.',
    },
    servers: [{ url: '/' }],
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
    paths: paths(),
  };
}

/** What the document says of each call. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Json[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: JsonContent };
  responses: Record<string, { description: string; content?: Content }>;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
}
type JsonContent = { 'application/json': { schema: Json }; 'application/x-www-form-urlencoded'?: { schema: Json } };
/** A file has no schema: in OpenAPI 3.1 bytes need none. */
type Content = Partial<JsonContent> & Record<string, { schema?: Json }>;

/** By path and method. */
export function paths(): Record<string, Record<string, Operation>> {
  const found: Record<string, Record<string, Operation>> = {};
  for (const [key, route] of Object.entries<Route>(routes)) {
    const [method = '', path = ''] = key.split(' ');
    found[path] = { ...found[path], [method.toLowerCase()]: operation(route, path, method) };
  }
  return found;
}

const problemSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: "for people, in the caller's language" },
    code: { type: 'string', description: 'stable, for programs' },
    error: { type: 'string', description: 'the message once more, on calls of payment pages' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: "texts by the request's own field names",
    },
  },
};

function operation(route: Route, path: string, method: string): Operation {
  const statuses = [...new Set([...Object.values(route.failures ?? {}), ...commonStatuses(route)])].toSorted(
    (a, b) => a - b,
  );
  const codesOf = (status: number) =>
    Object.entries({ ...commonFailures, ...route.failures }).filter(([, value]) => value === status);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    // What the path begins with is its subject: `/api/events/…`.
    tags: [path.split('/')[2] ?? ''],
    summary: route.does,
    ...(route.access !== 'anyone' && {
      security: [{ session: [] }],
      description: `For staff with the role ${route.access === 'viewer' ? 'viewer or admin' : 'admin'}.`,
    }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.repeatable ? [idempotencyKey] : []),
    ],
    ...(route.body && {
      requestBody: { required: !safeParse(route.body, undefined).success, content: json(schemaOf(route.body)) },
    }),
    ...(route.raw && {
      requestBody: {
        required: true,
        content: { ...json(anything), 'application/x-www-form-urlencoded': { schema: anything } },
      },
    }),
    responses: {
      [String(route.status ?? 200)]: {
        description: isSaved(route) ? 'A file to be saved, with its name' : 'Done',
        content: contentOf(route.reply),
      },
      ...(route.stored && { '304': { description: 'As the tag in If-None-Match stands for' } }),
      ...Object.fromEntries(
        statuses.map((status) => [
          String(status),
          {
            description: codesOf(status)
              .map(([code]) => code)
              .join(', '),
            content: json({ $ref: '#/components/schemas/Problem' }),
          },
        ]),
      ),
    },
  };
}

function commonStatuses(route: Route): number[] {
  const { malformed, signed_out, forbidden, too_large, wrong_type, invalid, failed, unavailable } = commonFailures;
  return [
    failed,
    unavailable,
    ...(route.access === 'anyone' ? [] : [signed_out, forbidden]),
    ...(route.params || route.body ? [malformed] : []),
    ...(route.query || route.body ? [invalid] : []),
    ...(route.body ? [forbidden, too_large, wrong_type] : []),
    ...(route.raw ? [too_large] : []),
  ];
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const isSaved = ({ reply, saved }: Route) => 'file' in reply || saved !== undefined;

function contentOf(reply: Route['reply']): Content {
  return 'file' in reply ? Object.fromEntries(reply.file.map((type) => [type, {}])) : json(schemaOf(reply));
}

const anything: Json = { type: 'object' };

const json = (schema: Json): JsonContent => ({ 'application/json': { schema } });

function parameters(schema: Schema | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

/** What goes in: a transform has no schema of its own, the shape before it has. */
function schemaOf(schema: Schema): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return rest;
}
