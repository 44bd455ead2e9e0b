import { paths } from '#contract/paths.ts';

/**
 * A hand that rests on a link has mostly decided: the browser may ask for that page ahead. Only pages that change
 * nothing, so no choice of a language either. Within the page: a file of its own would compete with the font.
 */
export const prefetchRules = JSON.stringify({
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
});
