import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { read } from '#web/admin/ask.ts';
import '#web/admin/look/charts.css';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { isOn, optional, whole, type Search } from '#web/admin/search.ts';
import { useText } from '#web/text.tsx';
import { actionOf } from './activity-words.ts';
import { AllActivities, RecentActivities } from './activities.tsx';
import { Figures } from './figures.tsx';
import { GiftsByDay } from './gifts-by-day.tsx';
import { PledgesByDay } from './pledges-by-day.tsx';
import { PledgesFunnel } from './pledges-funnel.tsx';
import { SyncsByHour } from './syncs-by-hour.tsx';

export const dashboardSearch = (search: Search) =>
  optional({
    activities: isOn(search.activities),
    event: whole(search.event),
    action: actionOf(search.action),
    /** The newest id that is not shown any more. */
    before: whole(search.before),
  });

const route = getRouteApi('/admin');

/** How things stand at a glance; the whole activity log is a view of its own. */
export function Dashboard() {
  const { activities } = route.useSearch();
  return activities ? <AllActivities /> : <Overview />;
}

function Overview() {
  const text = useText();
  const statistics = useQuery(read('GET /api/statistics'));
  return (
    <>
      <Loaded from={statistics} failed={text('admin.dashboard.loadError')}>
        {(data) => (
          <>
            <Figures data={data} />
            <div className="panes charts">
              <div>
                {data.gifts > 0 && <GiftsByDay days={data.days} />}
                <PledgesByDay days={data.days} />
              </div>
              <div>
                <PledgesFunnel funnel={data.funnel} />
                <SyncsByHour hours={data.syncs} />
              </div>
            </div>
          </>
        )}
      </Loaded>
      <RecentActivities />
    </>
  );
}
