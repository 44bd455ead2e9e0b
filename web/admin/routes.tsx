import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { paths } from '#contract/paths.ts';
import { Dashboard, dashboardSearch } from './dashboard/dashboard.tsx';
import { Donations, donationsSearch } from './donations/donations.tsx';
import { Pledges, pledgesSearch } from './donations/pledges.tsx';
import { MailLog, mailsSearch } from './mails/mail-log.tsx';
import { Events, eventsSearch } from './events/events.tsx';
import { Frame } from './frame.tsx';
import { Participants, participantsSearch } from './participants/participants.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { Settings, settingsSearch } from './settings/settings.tsx';

const root = createRootRoute({ component: Frame });
const inside = { getParentRoute: () => root };

// The whole area on one page: its screens, and what the address of each may say.
const dashboard = createRoute({ ...inside, path: '/', component: Dashboard, validateSearch: dashboardSearch });
const events = createRoute({ ...inside, path: '/events', component: Events, validateSearch: eventsSearch });
const participants = createRoute({
  ...inside,
  path: '/participants',
  component: Participants,
  validateSearch: participantsSearch,
});
const donations = createRoute({ ...inside, path: '/donations', component: Donations, validateSearch: donationsSearch });
const pledges = createRoute({ ...inside, path: '/pledges', component: Pledges, validateSearch: pledgesSearch });
const emails = createRoute({ ...inside, path: '/emails', component: MailLog, validateSearch: mailsSearch });
const settings = createRoute({ ...inside, path: '/settings', component: Settings, validateSearch: settingsSearch });

const screens = root.addChildren([dashboard, events, participants, donations, pledges, emails, settings]);

export const makeRouter = () =>
  createRouter({ routeTree: screens, basepath: paths.admin, parseSearch, stringifySearch, scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
