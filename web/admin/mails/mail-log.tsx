import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { MailLog as Log, MailQuery } from '#contract/mails.ts';
import { formatCount } from '#domain/money.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { read, useAct, type Asked } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { Choice, SearchField } from '#web/admin/parts/bar.tsx';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { Refresh } from '#web/admin/parts/refresh.tsx';
import { oneOf, optional, paging, whole, words, type Search } from '#web/admin/search.ts';
import { useIsAdmin } from '#web/admin/staff.ts';
import { MailTable } from './mail-table.tsx';
import '#web/admin/look/noted.css';

const states = ['sent', 'failed', 'queued'] as const satisfies NonNullable<MailQuery['status']>[];
const PAGE = 50;

export const mailsSearch = (search: Search) =>
  optional({
    event: whole(search.event),
    status: oneOf(states, search.status),
    q: words(search.q),
    page: whole(search.page),
  });

const route = getRouteApi('/admin/emails');

export function MailLog() {
  const text = useText();
  const { event, status, q, page } = route.useSearch();
  const log = useLog();
  return (
    <>
      <div className="bar">
        <EventChoice event={event} none={text('admin.allEvents')} />
        <StateChoice chosen={status} counts={log.data?.counts} />
        <SearchField label={text('participants.search')} placeholder={text('admin.mails.searchHint')} q={q} />
        <Refresh from={log} />
        <ResendFailed event={event} count={log.data?.failedMails ?? 0} />
      </div>
      <Loaded from={log} failed={text('admin.mails.loadError')}>
        {({ logs, pagination: { total } }) =>
          logs.length > 0 ? (
            <>
              <Overtaken />
              <MailTable mails={logs} />
              <Pager rows={{ page }} total={total} fixedSize={PAGE} />
            </>
          ) : (
            <NoMails total={total} />
          )
        }
      </Loaded>
    </>
  );
}

/** The mails of one event or of all: two calls with one kind of answer. */
function useLog(): Asked<Log> {
  const { event, status, q, page } = route.useSearch();
  const query = { ...paging({ page, size: PAGE }), status, q };
  const ofEvent = useQuery({
    ...read('GET /api/email-logs/events/{id}', { params: { id: event ?? 0 }, query }),
    enabled: event !== undefined,
  });
  const ofAll = useQuery({ ...read('GET /api/email-logs', { query }), enabled: event === undefined });
  return event === undefined ? ofAll : ofEvent;
}

function StateChoice({ chosen, counts }: { chosen: (typeof states)[number] | undefined; counts?: Log['counts'] }) {
  const text = useText();
  const known = counts ?? { sent: 0, failed: 0, queued: 0 };
  const all = known.sent + known.failed + known.queued;
  return (
    <Choice
      name="status"
      label={text('admin.status')}
      value={chosen}
      none={text('admin.all', { count: formatCount(all) })}
    >
      {states.map((state) => (
        <option key={state} value={state}>
          {text(`admin.mails.states.${state}`, { count: formatCount(known[state]) })}
        </option>
      ))}
    </Choice>
  );
}

/** Counts less than failed: mails that are no longer true, or were sent again since, stay in the list only. */
function ResendFailed({ event, count }: { event: number | undefined; count: number }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const resend = useAct('POST /api/email-logs/resend-failed', { said: ({ message }) => message });
  if (!isAdmin || count === 0) return null;
  return (
    <ActButton
      className="btn"
      isBusy={resend.isPending}
      icon="mail"
      onPress={() => resend.mutate({ body: event === undefined ? {} : { event_id: event } })}
    >
      {text('admin.mails.resendFailed', { count, shown: formatCount(count) })}
    </ActButton>
  );
}

/** Why there are more of them here than in the figures that lead here. */
function Overtaken() {
  const text = useText();
  const { status, q } = route.useSearch();
  const { data } = useLog();
  const count = data ? data.counts.failed - data.failedMails : 0;
  if (status !== 'failed' || q || count < 1) return null;
  return <p className="soft">{text('admin.mails.overtaken', { count })}</p>;
}

function NoMails({ total }: { total: number }) {
  const text = useText();
  const { event, status, q } = route.useSearch();
  const isFiltered = event !== undefined || status !== undefined || q !== undefined;
  const all = { event: undefined, status: undefined, q: undefined };
  return (
    <Nothing total={total} filtered={isFiltered ? { title: text('admin.mails.noneFound'), by: all } : null}>
      <Empty heading="h2" title={text('admin.mails.empty')} text={text('admin.mails.emptyText')} />
    </Nothing>
  );
}
