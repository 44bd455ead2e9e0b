import { activity } from './activity.ts';
import { auth } from './auth.ts';
import { contributions } from './contributions.ts';
import { dashboard } from './dashboard.ts';
import { events } from './events.ts';
import { gifts } from './gifts.ts';
import { health } from './health.ts';
import { mails } from './mails.ts';
import { participants } from './participants.ts';
import { paymentPages } from './payment-pages.ts';
import { persons } from './persons.ts';
import { pledges } from './pledges.ts';
import { timing } from './timing.ts';

/** The whole published interface: what is not here does not exist. */
export const routes = {
  ...auth,
  ...events,
  ...participants,
  ...timing,
  ...pledges,
  ...gifts,
  ...paymentPages,
  ...contributions,
  ...mails,
  ...dashboard,
  ...activity,
  ...persons,
  ...health,
};
export type AllRoutes = typeof routes;
