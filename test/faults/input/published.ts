import { expect } from 'vitest';
import { expectReply } from '#test/replies.ts';
import type { JsonSchema } from './arbitrary.ts';

/** A call as the published interface describes it. */
export interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, unknown>;
}

export interface Answer {
  status: number;
  text: string;
}

/** What holds for every answer, whatever was asked. */
export function expectAnswer(key: string, operation: Operation, { status, text }: Answer): void {
  // The only fault of others that a call may report: timing that does not answer.
  const timing = status === 502 && key.includes('sync-participants');
  if (!timing) expect({ status, text }).toSatisfy(({ status }: Answer) => status < 500);
  // A broken path belongs to no call, and an endless one is never read.
  expect([...Object.keys(operation.responses), '400', '404', '431']).toContain(String(status));
  if (status < 300) expectReply(key, text);
  if (status < 400) return;
  const problem = JSON.parse(text) as { message: unknown; code: unknown; fields?: Record<string, unknown> };
  expect(problem).toMatchObject({ message: expect.stringMatching(/./), code: expect.stringMatching(/^[a-z_]+$/) });
  if (status !== 422) return;
  const schema = operation.requestBody?.content['application/json'].schema ?? {};
  const inBody = [schema, ...(schema.anyOf ?? [])].flatMap((one) => Object.keys(one.properties ?? {}));
  const names = [...inBody, ...operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)];
  expect(Object.keys(problem.fields ?? {}).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(problem.fields ?? {})).not.toEqual([]);
}
