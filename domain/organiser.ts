/** Who gets the money, and where one asks. */
export interface Organiser {
  name: string;
  place: string | null;
  email: string | null;
}

interface Named {
  organiser_name: string | null;
  organiser_zip: string | null;
  organiser_city: string | null;
  organiser_email: string | null;
}

/** The event's own words, else those of whoever runs this site; a place belongs to the name it stands beside. */
export function organiserOf(
  event: Named | undefined,
  operator: { name: string; city: string | null; email: string | null },
): Organiser {
  const place = [event?.organiser_zip, event?.organiser_city].filter(Boolean).join(' ');
  return {
    ...(event?.organiser_name
      ? { name: event.organiser_name, place: place || null }
      : { name: operator.name, place: operator.city }),
    email: event?.organiser_email ?? operator.email,
  };
}
