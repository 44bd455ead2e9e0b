import { expect } from 'vitest';
import { z } from 'zod';
import { safeParse } from 'zod/v4/core';
import { routes } from '#contract/routes.ts';
import type { Route } from '#contract/treaty.ts';

/** What each call promises to answer, files aside, and the lines that are such a call. */
const promises = Object.entries<Route>(routes).flatMap(([key, { reply }]) =>
  'file' in reply ? [] : [{ reply, line: new RegExp(`^${key.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`) }],
);

/** What a call of the published interface answers is what the treaty says, and nothing beside it. */
export function expectReply(line: string, text: string): void {
  const promise = promises.find((one) => one.line.test(line));
  if (!promise) return;
  const body: unknown = JSON.parse(text);
  const { data, error } = safeParse(promise.reply, body);
  expect({ line, wrong: error && z.prettifyError(error) }).toEqual({ line, wrong: undefined });
  // A schema leaves out what it does not know.
  expect({ line, body }).toEqual({ line, body: data });
}
