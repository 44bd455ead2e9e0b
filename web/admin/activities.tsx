import type { Activity } from '#contract/activity.ts';
import { formatMoment } from '#domain/dates.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { FlowTable } from './flow-table.tsx';

const known = [
  'event.opened',
  'event.changed',
  'event.deleted',
  'participants.synced',
  'participant.added',
  'participant.changed',
  'pledge.cancelled',
  'pledges.exported',
  'mail.resent',
  'timing.requested',
  'persons.searched',
  'person.exported',
  'person.erased',
  'pledges.forgotten',
  'mails.emptied',
] as const;

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
      heads={[
        { name: text('admin.date'), kind: 'first' },
        { name: text('admin.event') },
        { name: text('admin.user') },
        { name: text('admin.action') },
        { name: text('admin.participant') },
      ]}
      rows={activities.map(({ id, date, event, user, action, participant }) => ({
        id,
        cells: [formatMoment(new Date(date)), event ?? '–', user ?? '–', didOf(action, text), participant ?? '–'],
      }))}
    />
  );
}
