import type { Activity } from '#contract/activity.ts';
import { formatMoment } from '#domain/dates.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { FlowTable } from './flow-table.tsx';

const known = ['event.opened', 'event.changed', 'event.deleted', 'participants.synced'] as const;

/** What was done, in words; what we have no words for as it was recorded. */
function didOf(action: string, text: Translate): string {
  const word = known.find((one) => one === action);
  return word ? text(`admin.did.${word}`) : action;
}

export function Activities({ activities }: { activities: Activity[] }) {
  const text = useText();
  if (activities.length === 0) return <p className="soft">{text('admin.activitiesEmpty')}</p>;
  return (
    <FlowTable
      labelledBy="activities"
      items={activities}
      columns={[
        { name: text('admin.date'), kind: 'first', cell: ({ date }) => formatMoment(new Date(date)) },
        { name: text('admin.event'), cell: ({ event }) => event ?? '–' },
        { name: text('admin.user'), cell: ({ user }) => user ?? '–' },
        { name: text('admin.action'), cell: ({ action }) => didOf(action, text) },
        { name: text('admin.participant'), cell: ({ participant }) => participant ?? '–' },
      ]}
    />
  );
}
