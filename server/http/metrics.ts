import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { listDataChecks } from '../../db/queries/maintenance/invariants.ts'
import { listOperatorFindings } from '../../db/queries/maintenance/operators/operators.ts'
import { countSecondsUnpublished } from '../../db/queries/platform/events.ts'
import { countPostponed } from '../../db/queries/platform/postponed.ts'
import { findOldestPaid } from '../../db/queries/shop/transactions.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import type { Deps } from '../context.ts'
import { describeCause } from '../errors/describe-cause.ts'
import { AppError } from '../errors/errors.ts'
import { describeDelivery } from '../features/shop/payments/find-missed-payments.ts'
import type { Endpoint } from './endpoints/endpoints.ts'

/** Short of Prometheus' ten seconds; a slow database does not mean that the process is down. */
const databaseMilliseconds = 5_000

/**
 * Mounts `/metrics` for Prometheus: open in development; in production it needs METRICS_TOKEN, and
 * does not exist without that setting. Labels hold names from the code, never any input. Call it
 * before the routes whose requests it measures.
 */
export function mountMetrics(app: FastifyInstance, deps: Deps): void {
  const { metricsToken, production } = deps.config
  if (production && metricsToken === undefined) return

  const { registry } = deps.metrics
  measureRequests(app, deps.metrics)
  const updateGauges = serviceGauges(registry, deps)
  // Collects from the first request on, because its timers are not free.
  let processRegistry: Registry | undefined
  app.route({
    method: 'GET',
    url: '/metrics',
    onRequest: async ({ headers }) => {
      if (metricsToken !== undefined) requireToken(headers.authorization, metricsToken)
    },
    handler: async (_request, reply) => {
      processRegistry ??= processMetrics()
      await updateGauges()
      const metrics = await Registry.merge([processRegistry, registry]).metrics()
      return reply.header('cache-control', 'no-store').type(registry.contentType).send(metrics)
    },
  })
}

function measureRequests(app: FastifyInstance, { requests: durations }: Metrics): void {
  app.addHook(
    'onResponse',
    ({ method, routeOptions: { url: route = 'unknown' } }, { statusCode, elapsedTime }, done) => {
      durations.observe(
        { method, route, status: `${Math.floor(statusCode / 100)}xx` },
        elapsedTime / 1000,
      )
      done()
    },
  )
}

/** Gauges looked up for each scrape: meaning and labels. */
const descriptions = {
  database_connections: ['Connections of this process to the database', 'state'],
  database_callers_waiting: ['Callers in this process that are waiting for a connection'],
  database_unseen_seconds: [
    'How long ago the server of the connections was last seen to be the primary',
  ],
  database_reachable: ['1 if the database has just answered, otherwise 0'],
  clock_ahead_seconds: [
    "Seconds by which this machine's clock is ahead of the database's; negative: behind",
  ],
  password_hashing: ['Passwords that this process is hashing or has queued', 'state'],
  jobs: ['Jobs of all processes, up to about ten seconds old', 'queue', 'state'],
  jobs_oldest_waiting_seconds: [
    'Age of the oldest job that is due, of the next hundred of its queue',
    'queue',
  ],
  paid_without_access_seconds: [
    'Time since the oldest payment whose courses have not been given yet',
  ],
  events_unpublished_seconds: ['How long the oldest event without a number has waited for it'],
  data_violations: [
    'Violations of each invariant that the last check of the data found',
    'invariant',
  ],
  data_unchecked: ['Invariants that the last check of the data could not check'],
  data_checked_timestamp_seconds: ['Unix time of the last check of the data'],
  items_postponed: ['Items that a job could not do, and tries again later', 'task'],
  operator_findings: [
    'Findings of the last look that only operators can mend: 1 for each that is there',
    'kind',
  ],
  payment_events_missed: [
    'Payments of the last day whose events have not arrived; 0 when later events arrive',
  ],
  payment_events_refused: [
    'Webhooks with a wrong signature in the last hour: the first few of every quarter',
  ],
} satisfies Record<string, [help: string, ...labelNames: string[]]>

type Gauges = Record<keyof typeof descriptions, Gauge>

function gaugesIn(registry: Registry): Gauges {
  const made = Object.entries(descriptions).map(([name, [help, ...labelNames]]) => {
    const options = { name: `lyceum_${name}`, help, labelNames, registers: [registry] }
    return [name, new Gauge(options)]
  })
  return Object.fromEntries(made)
}

/** Returns the function that updates the gauges. */
function serviceGauges(registry: Registry, deps: Deps): () => Promise<void> {
  const gauges = gaugesIn(registry)
  const { rateLimitStore } = deps
  const storeReachable =
    rateLimitStore &&
    new Gauge({
      name: 'lyceum_rate_limit_store_reachable',
      help: '1 if requests are counted for all processes together, 0 if this one counts for itself',
      registers: [registry],
    })

  return async () => {
    storeReachable?.set(rateLimitStore?.isReachable === true ? 1 : 0)
    const { total, idle, waiting, unseenSeconds } = deps.poolState()
    gauges.database_unseen_seconds.set(unseenSeconds)
    gauges.database_connections.set({ state: 'used' }, total - idle)
    gauges.database_connections.set({ state: 'idle' }, idle)
    gauges.database_callers_waiting.set(waiting)
    gauges.clock_ahead_seconds.set(deps.millisecondsAhead() / 1_000)
    const load = deps.passwords.load()
    gauges.password_hashing.set({ state: 'running' }, load.running)
    gauges.password_hashing.set({ state: 'waiting' }, load.waiting)

    try {
      showFacts(gauges, await withDeadline(databaseMilliseconds, askDatabase(deps)), deps.now())
      gauges.database_reachable.set(1)
    } catch (error) {
      deps.log.warn({ cause: describeCause(error) }, 'metrics without the database')
      forgetFacts(gauges)
      gauges.database_reachable.set(0)
    }
  }
}

async function askDatabase(deps: Deps) {
  return {
    delivery: await describeDelivery(deps),
    findings: await listOperatorFindings(deps.db),
    postponed: await countPostponed(deps.db),
    paidAt: await findOldestPaid(deps.db),
    queues: await deps.jobs.sizes(),
    checks: await listDataChecks(deps.db),
    unpublishedSeconds: await countSecondsUnpublished(deps.db),
  }
}

/** Forgets unknown facts: they have no sample, and a 0 would be a claim. */
function forgetFacts(gauges: Gauges): void {
  gauges.jobs.reset()
  gauges.jobs_oldest_waiting_seconds.reset()
  gauges.operator_findings.reset()
  gauges.items_postponed.reset()
  gauges.data_violations.reset()
  gauges.paid_without_access_seconds.remove()
  gauges.data_unchecked.remove()
  gauges.data_checked_timestamp_seconds.remove()
  gauges.payment_events_missed.remove()
  gauges.payment_events_refused.remove()
  gauges.events_unpublished_seconds.remove()
}

/** Sets all at once, because several may scrape at the same time. */
function showFacts(
  gauges: Gauges,
  facts: Awaited<ReturnType<typeof askDatabase>>,
  now: Date,
): void {
  const { delivery, findings, postponed, paidAt, queues, checks, unpublishedSeconds } = facts
  forgetFacts(gauges)
  gauges.events_unpublished_seconds.set(unpublishedSeconds)
  gauges.payment_events_missed.set(delivery?.missed ?? 0)
  gauges.payment_events_refused.set(delivery?.refused ?? 0)
  for (const { kind } of findings) gauges.operator_findings.set({ kind }, 1)
  for (const { task, items } of postponed) gauges.items_postponed.set({ task }, items)
  gauges.paid_without_access_seconds.set(
    paidAt === undefined ? 0 : Math.max(0, now.getTime() - paidAt.getTime()) / 1000,
  )
  for (const { queue, queued, active, oldestSeconds } of queues) {
    gauges.jobs_oldest_waiting_seconds.set({ queue }, oldestSeconds)
    gauges.jobs.set({ queue, state: 'queued' }, queued)
    gauges.jobs.set({ queue, state: 'active' }, active)
  }
  for (const { invariant, violations } of checks)
    if (violations !== null) gauges.data_violations.set({ invariant }, violations)
  gauges.data_unchecked.set(checks.filter(({ violations }) => violations === null).length)
  // Leaves it out before the first night, when nothing can be late.
  if (checks.length > 0)
    gauges.data_checked_timestamp_seconds.set(
      Math.max(...checks.map(({ checkedAt }) => checkedAt.getTime())) / 1000,
    )
}

function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

function requireToken(authorization: string | undefined, token: string): void {
  const [, given] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (given === undefined) throw new AppError('TokenMissing')
  if (!timingSafeEqual(digestOf(given), digestOf(token))) throw new AppError('TokenInvalid')
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export const metricsEndpoints: Endpoint[] = [
  {
    route: 'GET /metrics',
    operationId: 'service_metrics',
    tag: 'service',
    summary: 'Get the metrics of the service',
    description:
      'For Prometheus: requests by route, connections to the database, jobs, the last check of ' +
      'the data, the process. In production it needs `METRICS_TOKEN` as the bearer token, and ' +
      'does not exist without that setting.',
    content: {
      'text/plain': { schema: { type: 'string' }, example: 'lyceum_database_reachable 1' },
    },
    errors: ['TokenMissing', 'TokenInvalid', 'NotFound'],
  },
]
