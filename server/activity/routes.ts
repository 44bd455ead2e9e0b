import type { activity } from '#contract/activity.ts';
import type { Handlers } from '#server/http/handler.ts';
import { recentActivities } from './actions.ts';

export const activityRoutes: Handlers<typeof activity> = {
  'GET /api/activities': (ctx, { query }) => recentActivities(ctx, query),
};
