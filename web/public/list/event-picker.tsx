import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/dates.ts';
import { useShell, useText } from '#web/text.tsx';

/** A form that the script sends by itself as soon as an event is chosen. */
export function EventPicker({ events, event }: { events: Event[]; event: Event | null }) {
  const text = useText();
  const { language } = useShell();
  const nameOf = ({ name, event_date, is_active }: Event) => {
    const dated = event_date ? `${name}, ${formatDay(event_date, language)}` : name;
    return is_active ? dated : text('participants.inactive', { event: dated });
  };
  return (
    <div className="sect">
      <h1>{text('participants.title')}</h1>
      {events.length > 0 && (
        <form className="pick" method="get" action={paths.participants}>
          <div className="field">
            <label htmlFor="event">{text('participants.event')}</label>
            <select
              className="input"
              id="event"
              name="eventId"
              required
              defaultValue={event?.id ?? ''}
              onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
            >
              {!event && <option value="">{text('participants.chooseEvent')}</option>}
              {events.map((one) => (
                <option key={one.id} value={one.id}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </div>
          <button className="btn btn-line without-script" type="submit">
            {text('participants.show')}
          </button>
        </form>
      )}
    </div>
  );
}
