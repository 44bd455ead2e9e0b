import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity } from '#contract/activity.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { useEvents } from '#web/admin/parts/events.ts';

interface Of {
  activity: Activity;
}

/** A deleted event has no list any more; where money moved, its donations are kept. */
function usePlace(id: number | null) {
  const { data: kept } = useEvents();
  const { data: gone } = useQuery(read('GET /api/events/deleted'));
  const isIn = (events: { id: number }[] | undefined) => events?.some((event) => event.id === id) ?? false;
  const isGone = kept !== undefined && !isIn(kept);
  return { isGone, hasDonations: !isGone || isIn(gone) };
}

export function EventLink({ activity: { event, event_id: id, action } }: Of) {
  const text = useText();
  const { isGone, hasDonations } = usePlace(id);
  if (!event || !id) return '–';
  const name = isGone ? text('admin.event.deletedName', { event }) : event;
  if (!hasDonations) return name;
  return (
    <Link to={isGone || action.startsWith('gift') ? '/admin/donations' : '/admin/participants'} search={{ event: id }}>
      {name}
    </Link>
  );
}

export function ParticipantLink({ activity: { participant, participant_id: id, event_id: event } }: Of) {
  const { hasDonations } = usePlace(event);
  if (!participant || !id || !event) return '–';
  if (!hasDonations) return participant;
  return (
    <Link to="/admin/donations" search={{ event, participant: id }}>
      {participant}
    </Link>
  );
}
