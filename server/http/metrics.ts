import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countSecondsUnpublished } from '../../db/queries/base/events.ts'
import { listDataChecks } from '../../db/queries/care/invariants.ts'
import { listOperatorFindings } from '../../db/queries/care/operators.ts'
import { findOldestPaid } from '../../db/queries/shop/transactions.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import type { Deps } from '../context.ts'
import { describeCause } from '../errors/describe-cause.ts'
import { AppError } from '../errors/errors.ts'
import { describeDelivery } from '../features/shop/payments/find-missed-payments.ts'
import { withDeadline } from '../lib/deadline.ts'
import type { Endpoint } from './endpoints/endpoints.ts'

/** Prometheus waits for ten seconds, and a database that is slow is not a process that is down. */
const databaseMilliseconds = 5_000

/**
 * `/metrics` for Prometheus: open in development; in production it needs METRICS_TOKEN, and does
 * not exist without that setting. Labels hold names from the code, never any input. Call it before
 * the routes whose requests it measures.
 */
export function mountMetrics(app: FastifyInstance, deps: Deps): void {
  const { metricsToken, production } = deps.config
  if (production && metricsToken === undefined) return

  const { registry } = deps.metrics
  measureRequests(app, deps.metrics)
  const updateGauges = serviceGauges(registry, deps)
  // Collected from the first request on, because its timers are not free.
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

/** Returns the function that updates the gauges. */
function serviceGauges(registry: Registry, deps: Deps): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `lyceum_${name}`, help, labelNames, registers: [registry] })
  const connections = gauge(
    'database_connections',
    'Connections of this process to the database',
    'state',
  )
  const callers = gauge(
    'database_callers_waiting',
    'Callers in this process that are waiting for a connection',
  )
  const oldestConnection = gauge(
    'database_connection_age_seconds',
    'How long the oldest connection of this process has been open',
  )
  const reachable = gauge('database_reachable', '1 if the database has just answered, otherwise 0')
  const hashing = gauge(
    'password_hashing',
    'Passwords that this process is hashing or has queued',
    'state',
  )
  const jobs = gauge('jobs', 'Jobs of all processes, up to about ten seconds old', 'queue', 'state')
  const oldestJob = gauge(
    'jobs_oldest_waiting_seconds',
    'Age of the oldest job that is due, of the next hundred of its queue',
    'queue',
  )
  const oldestPaid = gauge(
    'paid_without_access_seconds',
    'Time since the oldest payment whose courses have not been given yet',
  )
  const unpublished = gauge(
    'events_unpublished_seconds',
    'How long the oldest event without a number has waited for it',
  )
  const violations = gauge(
    'data_violations',
    'Violations of each invariant that the last check of the data found',
    'invariant',
  )
  const unchecked = gauge(
    'data_unchecked',
    'Invariants that the last check of the data could not check',
  )
  const checkedAt = gauge(
    'data_checked_timestamp_seconds',
    'Unix time of the last check of the data',
  )

  const operatorFindings = gauge(
    'operator_findings',
    'Findings of the last look that only operators can mend: 1 for each that is there',
    'kind',
  )
  const missedPayments = gauge(
    'payment_events_missed',
    'Payments of the last day whose events have not arrived; 0 when later events arrive',
  )
  const refusedWebhooks = gauge(
    'payment_events_refused',
    'Webhooks with a wrong signature in the last hour: the first few of every quarter',
  )

  const askDatabase = async () => ({
    delivery: await describeDelivery(deps),
    findings: await listOperatorFindings(deps.db),
    paidAt: await findOldestPaid(deps.db),
    queues: await deps.jobs.sizes(),
    checks: await listDataChecks(deps.db),
    unpublishedSeconds: await countSecondsUnpublished(deps.db),
  })

  /** What is not known has no sample: a 0 would be a claim. */
  function forgetFacts(): void {
    for (const gauge of [jobs, oldestJob, operatorFindings, violations]) gauge.reset()
    for (const gauge of [
      oldestPaid,
      unchecked,
      checkedAt,
      missedPayments,
      refusedWebhooks,
      unpublished,
    ])
      gauge.remove()
  }

  /** All at once, because several may scrape at the same time. */
  function showFacts(facts: Awaited<ReturnType<typeof askDatabase>>): void {
    const { delivery, findings, paidAt, queues, checks, unpublishedSeconds } = facts
    forgetFacts()
    unpublished.set(unpublishedSeconds)
    missedPayments.set(delivery?.missed ?? 0)
    refusedWebhooks.set(delivery?.refused ?? 0)
    for (const { kind } of findings) operatorFindings.set({ kind }, 1)
    oldestPaid.set(
      paidAt === undefined ? 0 : Math.max(0, deps.now().getTime() - paidAt.getTime()) / 1000,
    )
    for (const { queue, queued, active, oldestSeconds } of queues) {
      oldestJob.set({ queue }, oldestSeconds)
      jobs.set({ queue, state: 'queued' }, queued)
      jobs.set({ queue, state: 'active' }, active)
    }
    for (const check of checks)
      if (check.violations !== null)
        violations.set({ invariant: check.invariant }, check.violations)
    unchecked.set(checks.filter((check) => check.violations === null).length)
    // Before the first night there is nothing to be late.
    if (checks.length > 0)
      checkedAt.set(Math.max(...checks.map((check) => check.checkedAt.getTime())) / 1000)
  }

  const { rateLimitStore } = deps
  const storeReachable =
    rateLimitStore &&
    gauge(
      'rate_limit_store_reachable',
      '1 if requests are counted for all processes together, 0 if this one counts for itself',
    )

  return async () => {
    storeReachable?.set(rateLimitStore?.isReachable === true ? 1 : 0)
    const { total, idle, waiting, oldestSeconds } = deps.poolState()
    oldestConnection.set(oldestSeconds)
    connections.set({ state: 'used' }, total - idle)
    connections.set({ state: 'idle' }, idle)
    callers.set(waiting)
    const load = deps.passwords.load()
    hashing.set({ state: 'running' }, load.running)
    hashing.set({ state: 'waiting' }, load.waiting)

    try {
      showFacts(await withDeadline(databaseMilliseconds, askDatabase()))
      reachable.set(1)
    } catch (error) {
      deps.log.warn({ cause: describeCause(error) }, 'metrics without the database')
      forgetFacts()
      reachable.set(0)
    }
  }
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
