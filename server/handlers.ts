import type { AllRoutes } from '#contract/routes.ts';
import { activityRoutes } from './activity/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { contributionRoutes } from './contributions/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { giftRoutes } from './gifts/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Handlers } from './http/handler.ts';
import { mailRoutes } from './mails/routes.ts';
import { participantRoutes } from './participants/routes.ts';
import { paymentPageRoutes } from './payment-pages/routes.ts';
import { personRoutes } from './persons/routes.ts';
import { pledgeRoutes } from './pledges/routes.ts';
import { timingRoutes } from './timing/routes.ts';

/** Every call of the contract with its handler; one that is missing is a type error. */
export const handlers: Handlers<AllRoutes> = {
  ...authRoutes,
  ...eventRoutes,
  ...participantRoutes,
  ...timingRoutes,
  ...pledgeRoutes,
  ...giftRoutes,
  ...paymentPageRoutes,
  ...contributionRoutes,
  ...mailRoutes,
  ...dashboardRoutes,
  ...activityRoutes,
  ...personRoutes,
  ...healthRoutes,
};
