import { useQuery } from '@tanstack/react-query';
import { anew, asList, read } from '#web/admin/ask.ts';

/** Every event, nearest date first: each screen chooses among them. */
export const useEvents = () => useQuery({ ...read('GET /api/events'), select: asList });

/** As they are now, for what is going to be changed. */
export const useEventsAnew = () => useQuery({ ...anew(read('GET /api/events')), select: asList });
