import type { Organiser } from '#mails/frame.ts';
import type { Context } from '#server/context.ts';
import type { EventRow } from './queries.ts';

/** Who gets the money; the operator of this site where an event names nobody. */
export function organiserOf({ config }: Context, event: EventRow | undefined): Organiser {
  const { operator } = config.brand;
  if (!event?.organiser_name) return { name: operator.name, place: operator.city, email: operator.email };
  const place = [event.organiser_zip, event.organiser_city].filter(Boolean).join(' ');
  return { name: event.organiser_name, place: place || null, email: event.organiser_email };
}
