import { useQuery } from '@tanstack/react-query';
import { asList, read } from '#web/admin/ask.ts';

/** Every event, nearest date first: each screen chooses among them. */
export const useEvents = () => useQuery({ ...read('GET /api/events'), select: asList });
