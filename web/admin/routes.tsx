import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Dashboard, dashboardSearch } from './dashboard/dashboard.tsx';
import { donationsSearch } from './donations/address.ts';
import { Donations } from './donations/donations.tsx';
import { Pledges } from './donations/pledges.tsx';
import { MailLog, mailsSearch } from './mails/mail-log.tsx';
import { Events, eventsSearch } from './events/events.tsx';
import { Frame } from './frame.tsx';
import { Participants, participantsSearch } from './participants/participants.tsx';
import { Broken } from './parts/broken.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { Settings, settingsSearch } from './settings/settings.tsx';

const root = createRootRoute({ component: Frame });
const inside = { getParentRoute: () => root };

// The whole area on one page: its screens, and what the address of each may say.
const dashboard = createRoute({ ...inside, path: '/admin', component: Dashboard, validateSearch: dashboardSearch });
const events = createRoute({ ...inside, path: '/admin/events', component: Events, validateSearch: eventsSearch });
const participants = createRoute({
  ...inside,
  path: '/admin/participants',
  component: Participants,
  validateSearch: participantsSearch,
});
const donations = createRoute({
  ...inside,
  path: '/admin/donations',
  component: Donations,
  validateSearch: donationsSearch,
});
const pledges = createRoute({ ...inside, path: '/admin/pledges', component: Pledges, validateSearch: donationsSearch });
const emails = createRoute({ ...inside, path: '/admin/emails', component: MailLog, validateSearch: mailsSearch });
const settings = createRoute({
  ...inside,
  path: '/admin/settings',
  component: Settings,
  validateSearch: settingsSearch,
});

const screens = root.addChildren([dashboard, events, participants, donations, pledges, emails, settings]);

export const makeRouter = () =>
  createRouter({
    routeTree: screens,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: Broken,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
