import { z } from 'zod';
import { safeParse } from 'zod/v4/core';
import { routes } from '#contract/routes.ts';
import { commonFailures, type CommonFailure, type Route, type Schema } from '#contract/treaty.ts';

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
    paths: operations(),
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
  responses: Record<string, Answer>;
}
interface Answer {
  description: string;
  headers?: Record<string, { description: string; schema: Json }>;
  content?: Content;
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
export function operations(): Record<string, Record<string, Operation>> {
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
      ...(route.raw ? [webhookSignature] : []),
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
    responses: { ...successes(route), ...refusals(route, method) },
  };
}

function successes(route: Route): Record<string, Answer> {
  const content = contentOf(route.reply);
  const description = isSaved(route) ? 'A file to be saved, with its name' : 'Done';
  return {
    [String(route.status ?? 200)]: { description, ...(route.stored && { headers: { ETag: etag } }), content },
    ...(route.repeatable && { '200': { description: 'Done before, under the same Idempotency-Key', content } }),
    ...(route.stored && { '304': { description: 'As the tag in If-None-Match stands for' } }),
  };
}

/** By status, each with its codes. */
function refusals(route: Route, method: string): Record<string, Answer> {
  const common = commonCodes(route, method).map((code) => [code, commonFailures[code]] as const);
  const codes = new Map<string, number>([...common, ...Object.entries(route.failures ?? {})]);
  const byStatus = Map.groupBy(codes, ([, status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      String(status),
      {
        description: those.map(([code]) => code).join(', '),
        ...([429, 503].includes(status) && { headers: { 'Retry-After': retryAfter } }),
        content: json({ $ref: '#/components/schemas/Problem' }),
      },
    ]),
  );
}

/** How a call may fail that declares nothing: at its door, by what was sent, and by a fault of ours. */
function commonCodes({ access, acts, bearer, raw, repeatable, params, query, body }: Route, method: string) {
  const changes = method !== 'GET';
  const codes: (CommonFailure | false | undefined)[] = [
    'failed',
    'unavailable',
    access !== 'anyone' && 'signed_out',
    (access !== 'anyone' || acts) && 'forbidden',
    changes && !bearer && !raw && 'foreign_origin',
    // What nobody asked for is read too.
    ((changes && !raw) || params || repeatable) && 'malformed',
    changes && 'too_large',
    changes && !raw && 'wrong_type',
    (query || body) && 'invalid',
  ];
  return codes.filter((code): code is CommonFailure => typeof code === 'string');
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    pattern: '^[!-~]{1,200}$',
    description: '1 to 200 visible ASCII characters; what is sent again under the same one is done once',
  },
};

const webhookSignature: Parameter = {
  name: 'X-Webhook-Signature',
  in: 'header',
  required: false,
  schema: { type: 'string', description: 'of the body, where notices are signed' },
};

const etag = { description: 'where no session is sent', schema: { type: 'string' } };
const retryAfter = { description: 'seconds until trying again makes sense', schema: { type: 'integer' } };

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
