import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { Choice } from './bar.tsx';

const events = read('GET /api/events');

/** The event that an address names; undefined while it is loaded, null when there is no such one. */
export function useEvent(id: number | undefined): Event | null | undefined {
  const { data } = useQuery(events);
  return data && (data.find((event) => event.id === id) ?? null);
}

/** People and searches belong to their event. */
const ofAnother = { q: undefined, participant: undefined, edit: undefined, recreate: undefined };

interface EventChoiceProps {
  /** Its id, under `event` in the address. */
  event: number | undefined;
  /** What no choice means: «Alle Events», «Event wählen». */
  none: string;
}

/** Nearest date first, as everywhere; those that take nothing any more say so. */
export function EventChoice({ event, none }: EventChoiceProps) {
  const text = useText();
  const { data = [] } = useQuery(events);
  return (
    <Choice name="event" label={text('admin.event')} value={event} none={none} also={ofAnother}>
      {data.map(({ id, name, is_active: active }) => (
        <option key={id} value={id}>
          {active ? name : text('participants.inactive', { event: name })}
        </option>
      ))}
    </Choice>
  );
}
