import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';

const FILE = '/speculation-rules.json';

/** Names the rules below (RFC 8941: a list of strings). */
export const prefetchHeader = { 'speculation-rules': `"${FILE}"` } as const;

/**
 * A hand that rests on a link has mostly decided: the browser may ask for that page ahead. Only pages that change
 * nothing, so no choice of a language either.
 */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: [paths.home, paths.participants, paths.event('*'), paths.give('*')] },
          { not: { href_matches: '/*\\?*(^|&)lng=*' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export function servePrefetchRules(app: FastifyInstance): void {
  app.get(FILE, (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=3600' })
      .send(JSON.stringify(rules)),
  );
}
