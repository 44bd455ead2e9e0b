import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Activity } from '#contract/activity.ts';
import { formatMoment } from '#domain/dates.ts';
import type { Translate } from '#locales/messages.ts';
import { read } from '#web/admin/ask.ts';
import { Choice } from '#web/admin/parts/bar.tsx';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EventLink, ParticipantLink } from './activity-links.tsx';
import { actions, didOf } from './activity-words.ts';

const NEWEST = 10;
const PAGE = 50;

export function RecentActivities() {
  const text = useText();
  const activities = useQuery(read('GET /api/activities', { query: { limit: String(NEWEST) } }));
  return (
    <section className="sect" aria-labelledby="recent">
      <h2 id="recent">{text('admin.activities')}</h2>
      <Loaded from={activities} failed={text('admin.activitiesError')}>
        {(rows) => (
          <>
            <ActivityTable rows={rows} caption={text('admin.activities')} />
            {rows.length > 0 && (
              <Turn className="more" to={{ activities: true }} top>
                {text('admin.dashboard.allActivities')} <Icon name="arrow" />
              </Turn>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const route = getRouteApi('/admin');

/** The whole log, as far back as one wants to read. */
export function AllActivities() {
  const text = useText();
  const { event, action, before } = route.useSearch();
  const activities = useQuery(
    read('GET /api/activities', {
      query: {
        // One line more than is shown tells whether there are older ones.
        limit: String(PAGE + 1),
        ...(event && { event_id: String(event) }),
        ...(action && { action }),
        ...(before && { before: String(before) }),
      },
    }),
  );
  return (
    <section className="sect" aria-labelledby="log">
      <p>
        <Link className="more" to="/admin">
          <Icon name="back" /> {text('admin.tab.dashboard')}
        </Link>
      </p>
      <h2 id="log">{text('admin.dashboard.allActivities')}</h2>
      <div className="bar log">
        <EventChoice event={event} none={text('admin.allEvents')} />
        <Choice name="action" label={text('admin.action')} value={action} none={text('admin.dashboard.allActions')}>
          {actions.map((one) => (
            <option key={one} value={one}>
              {text(`admin.action.${one}`)}
            </option>
          ))}
        </Choice>
      </div>
      <Loaded from={activities} failed={text('admin.activitiesError')}>
        {(rows) => (
          <>
            <ActivityTable
              rows={rows.slice(0, PAGE)}
              caption={text('admin.dashboard.allActivities')}
              isFiltered={Boolean(event ?? action)}
            />
            <p className="btns">
              {before && (
                <Turn className="btn btn-line" to={{ before: undefined }} top>
                  {text('admin.dashboard.newest')}
                </Turn>
              )}
              {rows.length > PAGE && (
                <Turn className="btn btn-line" to={{ before: rows[PAGE - 1]?.id }} top>
                  {text('admin.dashboard.older')}
                </Turn>
              )}
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

interface ActivityTableProps {
  rows: Activity[];
  caption: string;
  isFiltered?: boolean;
}

function ActivityTable({ rows, caption, isFiltered = false }: ActivityTableProps) {
  const text = useText();
  if (rows.length > 0) return <DataTable caption={caption} columns={columns(text)} rows={rows} />;
  const title = text('admin.activitiesEmpty');
  const noneFound = { title, by: { event: undefined, action: undefined } };
  return (
    <Nothing heading="h3" total={0} filtered={isFiltered ? noneFound : null}>
      <Empty title={title} />
    </Nothing>
  );
}

const columns = (text: Translate): Column<Activity>[] => [
  { head: text('admin.date'), cell: ({ date }) => (date ? formatMoment(new Date(date)) : text('admin.unknown')) },
  { head: text('admin.event'), cell: (activity) => <EventLink activity={activity} /> },
  { head: text('admin.user'), cell: ({ user }) => user ?? text('admin.dashboard.byItself') },
  { head: text('admin.action'), cell: (activity) => didOf(activity, text) },
  // Why a pledge was cancelled may name people: it stands with the pledge, not in the log.
  { head: text('admin.participant'), cell: (activity) => <ParticipantLink activity={activity} /> },
];
