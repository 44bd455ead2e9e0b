import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { adminTabs, paths, type AdminTab } from '#contract/paths.ts';
import { formatTime } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import { useShell, useText } from '#web/text.tsx';
import { read } from './ask.ts';
import { TabList } from './tabs.tsx';

/** What every screen stands in: its heading, the way out, and the tabs. */
export function Frame() {
  const tab = useTab();
  return (
    <>
      <Top tab={tab} />
      <Tabs />
      <div className="wrap" key={tab}>
        <Outlet />
      </div>
    </>
  );
}

function useTab(): AdminTab {
  const path = useLocation({ select: ({ publicHref }) => new URL(publicHref, location.href).pathname });
  return adminTabs.find((tab) => paths.adminTab(tab) === path) ?? 'dashboard';
}

function Top({ tab }: { tab: AdminTab }) {
  const text = useText();
  const { brand, staff } = useShell();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(tab);
  const [time] = useState(() => timeOfDay(new Date()));

  useEffect(() => {
    document.title = `${text(`admin.tab.${tab}`)} · ${brand.name}`;
    // As a new page would: whoever listens hears where he is.
    if (shown.current !== tab) heading.current?.focus();
    shown.current = tab;
  }, [tab, text, brand.name]);

  return (
    <div className="wrap admin-top">
      <h1 ref={heading} tabIndex={-1}>
        {tab === 'dashboard' ? text('admin.greeting', { time, name: staff?.name ?? '' }) : text(`admin.tab.${tab}`)}
      </h1>
      {tab === 'dashboard' && (
        <a className="btn btn-line" href={paths.signOut}>
          {text('site.signOut')}
        </a>
      )}
    </div>
  );
}

/** As people greet each other in Switzerland. */
function timeOfDay(moment: Date): 'morning' | 'day' | 'evening' {
  const hour = Number.parseInt(formatTime(moment), 10);
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 11 ? 'morning' : 'day';
}

const screens = {
  dashboard: '/admin',
  events: '/admin/events',
  participants: '/admin/participants',
  donations: '/admin/donations',
  pledges: '/admin/pledges',
  emails: '/admin/emails',
  settings: '/admin/settings',
} as const satisfies Record<AdminTab, string>;

/** Two tabs say a number: how many events there are, and how many mails failed. */
function Tabs() {
  const { data } = useQuery(read('GET /api/statistics'));
  const counts: Partial<Record<AdminTab, number>> = data ? { events: data.totalEvents, emails: data.failedMails } : {};
  return (
    <TabList
      renderLink={(tab, name) => (
        <Link to={screens[tab]} activeOptions={{ exact: true, includeSearch: false }}>
          {name} {counts[tab] ? <span className="n">{formatCount(counts[tab])}</span> : null}
        </Link>
      )}
    />
  );
}
