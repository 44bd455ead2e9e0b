import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { PoolState } from '#server/db/connect.ts';

export interface Answered {
  method: string;
  /** The pattern, never the path: paths hold tokens. */
  route: string;
  status: number;
  seconds: number;
}

/** `refused`: it said no. `busy`: we are to come again. `failed`: no answer, or none that makes sense. */
export type Outcome = 'done' | 'refused' | 'busy' | 'failed';
export type CountCall = (service: string, call: string, outcome: Outcome) => void;
export type CountRound = (name: string, isDone: boolean) => void;

/** What this process counts of its own doing; each instance tells its own. */
export interface Meters {
  registry: Registry;
  answered: (request: Answered) => void;
  called: CountCall;
  ended: CountRound;
}

/** From bytes out of memory to what makes somebody press again. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

export function startMeters(version: string, pool: () => PoolState): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: 'givelap_build_info',
    help: 'Which version runs; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const connections = new Gauge({
    name: 'givelap_database_connections',
    help: 'Connections of the pool to the database, and who waits for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
  registry.registerMetric(connections);
  const counted = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name: `givelap_${name}`, help, labelNames, registers });
  const requests = counted(
    'http_requests_total',
    'Requests answered, by pattern of the address and class of the status.',
    'method',
    'route',
    'status',
  );
  const durations = new Histogram({
    name: 'givelap_http_request_duration_seconds',
    help: 'How long answers took, to their last byte.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  });
  const calls = counted(
    'service_calls_total',
    'Calls to services behind us: done, refused (it said no), busy (come again), failed (no answer, or nonsense).',
    'service',
    'call',
    'outcome',
  );
  // `job` is what Prometheus calls whom it asks.
  const rounds = counted('job_rounds_total', 'Rounds of what recurs: done or failed.', 'name', 'outcome');

  return {
    registry,
    answered: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ method, route }, seconds);
    },
    called: (service, call, outcome) => calls.inc({ service, call, outcome }),
    ended: (name, isDone) => rounds.inc({ name, outcome: isDone ? 'done' : 'failed' }),
  };
}
