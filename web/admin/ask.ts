import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseQueryResult,
  MutationCache,
  QueryClient,
} from '@tanstack/react-query';
import type { AllRoutes } from '#contract/routes.ts';
import type { Reply, Route } from '#contract/treaty.ts';
import { call, type ApiError, type Given, type JsonKey } from '#web/api.ts';
import { toast, type Toast } from '#web/ui/toast.ts';

type ReadKey = Extract<JsonKey, `GET ${string}`>;
type ActKey = Exclude<JsonKey, ReadKey>;
type Answered<K extends JsonKey> = AllRoutes[K] extends Route ? Reply<AllRoutes[K]> : never;

/** As `call`, but a failure is thrown: what the query cache understands. */
async function ask<K extends JsonKey>(key: K, given: Given<K>): Promise<Answered<K>> {
  const { data, error } = await call(key, given);
  if (error) throw error;
  return data as Answered<K>;
}

/**
 * What a screen shows of a call: `useQuery(read('GET /api/events/{id}/participants', { params: { id }, query }))`.
 * The rows of the page before stay until those of the next are there, never those of another event.
 */
export function read<K extends ReadKey>(key: K, ...[given]: object extends Given<K> ? [Given<K>?] : [Given<K>]) {
  const queryKey = [key, given ?? {}];
  return queryOptions<Answered<K>, ApiError>({
    queryKey,
    queryFn: () => ask(key, given as Given<K>),
    placeholderData: (before, query) =>
      query && subjectOf(query.queryKey) === subjectOf(queryKey) ? before : undefined,
  });
}

/** A query that is never answered from memory: what a form begins with must be as it is now. */
export const anew = <Q extends { queryKey: QueryKey }>(query: Q) => ({
  ...query,
  queryKey: [...query.queryKey, 'anew'],
  gcTime: 0,
});

/** What a call tells of, the same for each of its pages: an event, a participant. */
function subjectOf([key, given]: QueryKey): string {
  return JSON.stringify([key, (given as { params?: unknown }).params]);
}

/** The answer of a call that tells a page or everything, where a page was asked for. */
export const asPage = <T>(answer: T) => answer as Extract<T, { items: unknown[] }>;
/** Such an answer where no page was asked for. */
export const asList = <T>(answer: T) => answer as Extract<T, unknown[]>;

interface ActOptions<Data> {
  /** Said when it was done, perhaps with a way back. */
  said?: (data: Data) => string | Toast;
  /** Whoever acted shows by himself what went wrong, as a form does beside its fields. */
  shows?: true;
}

/** Changes something; then all that is on the screen is asked for anew. */
export function useAct<K extends ActKey>(key: K, { said, shows }: ActOptions<Answered<K>> = {}) {
  const client = useQueryClient();
  return useMutation<Answered<K>, ApiError, Given<K>>({
    mutationFn: (given) => ask(key, given),
    ...(shows && { meta: { shows } }),
    onSuccess: (data) => {
      const words = said?.(data);
      if (words) toast(typeof words === 'string' ? { text: words } : words);
    },
    onSettled: () => client.invalidateQueries(),
  });
}

/** Nothing is asked for again by itself: a screen asks when it is opened, and after a change of ours. */
export function makeClient(unreachable: string): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnMount: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _given, _context, { meta }) => {
        if (!meta?.shows) toast({ text: (error as ApiError).text ?? unreachable, tone: 'bad' });
      },
    }),
  });
}

export type Asked<T> = UseQueryResult<T, ApiError>;
