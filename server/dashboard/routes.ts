import type { dashboard } from '#contract/dashboard.ts';
import type { Handlers } from '#server/http/handler.ts';
import { statistics } from './actions.ts';

export const dashboardRoutes: Handlers<typeof dashboard> = {
  'GET /api/statistics': (ctx) => statistics(ctx),
};
