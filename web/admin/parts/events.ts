import { useQuery } from '@tanstack/react-query';
import { anew, asList, read } from '#web/admin/ask.ts';

/** Every event, nearest date first: each screen chooses among them. */
export const useEvents = () => useQuery({ ...read('GET /api/events'), select: asList });

/** The events as they are now, never from memory: for a form that changes one. */
export const useEventsAnew = () => useQuery({ ...anew(read('GET /api/events')), select: asList });
