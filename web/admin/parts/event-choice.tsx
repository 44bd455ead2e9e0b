import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { Choice } from './bar.tsx';
import { useEvents } from './events.ts';

/** People and searches belong to their event. */
const ofAnother = { q: undefined, participant: undefined, edit: undefined, recreate: undefined };

interface EventChoiceProps {
  /** Its id, under `event` in the address. */
  event: number | undefined;
  /** What no choice means: «Alle Events», «Event wählen». */
  none: string;
  /** Deleted ones, where these may be chosen too. */
  gone?: Event[];
}

/** Nearest date first, as everywhere; those that take nothing any more say so. */
export function EventChoice({ event, none, gone = [] }: EventChoiceProps) {
  const text = useText();
  const { data = [] } = useEvents();
  return (
    <Choice name="event" label={text('admin.event')} value={event} none={none} also={ofAnother}>
      {data.map(({ id, name, is_active: active }) => (
        <option key={id} value={id}>
          {active ? name : text('participants.inactive', { event: name })}
        </option>
      ))}
      {gone.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
