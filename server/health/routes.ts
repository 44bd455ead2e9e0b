import type { health } from '#contract/health.ts';
import type { Handlers } from '#server/http/handler.ts';
import { operation, services, settingFindings } from './actions.ts';

export const healthRoutes: Handlers<typeof health> = {
  'GET /api/services': (ctx, { caller }) => services(ctx, caller.language),
  'GET /api/operation': (ctx) => operation(ctx),
  'GET /api/settings/check': (ctx, { caller }) => settingFindings(ctx, caller.language),
};
