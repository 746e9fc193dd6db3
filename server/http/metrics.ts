import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { listDataChecks } from '../../db/queries/platform/invariants.ts'
import type { Deps } from '../context.ts'
import { describeCause } from '../errors/describe-cause.ts'
import { AppError } from '../errors/errors.ts'
import { describeDelivery } from '../features/payments/find-missed-payments.ts'
import type { Endpoint } from './endpoints/endpoints.ts'

const secondsOfAnswers = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * `/metrics` for Prometheus: open in development; in production it needs METRICS_TOKEN, and does
 * not exist without that setting. Labels hold names from the code, never any input. Call it before
 * the routes whose requests it measures.
 */
export function mountMetrics(app: FastifyInstance, deps: Deps): void {
  const { metricsToken, production } = deps.config
  if (production && metricsToken === undefined) return

  const registry = new Registry()
  measureRequests(app, registry)
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

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'lyceum_http_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsOfAnswers,
    registers: [registry],
  })
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
  const reachable = gauge('database_reachable', '1 if the database has just answered, otherwise 0')
  const hashing = gauge(
    'password_hashing',
    'Passwords that this process is hashing or has queued',
    'state',
  )
  const jobs = gauge('jobs', 'Jobs of all processes, up to about ten seconds old', 'queue', 'state')
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

  const missedPayments = gauge(
    'payment_events_missed',
    'Payments of the last day whose events have not arrived, found by asking the provider',
  )
  const refusedWebhooks = gauge(
    'payment_events_refused',
    'Webhooks with a wrong signature in the last hour: the first few of every quarter',
  )

  async function askDatabase(): Promise<void> {
    for (const gauge of [jobs, violations, unchecked, checkedAt]) gauge.reset()
    const delivery = await describeDelivery(deps)
    missedPayments.set(delivery?.missed ?? 0)
    refusedWebhooks.set(delivery?.refused ?? 0)
    for (const { queue, queued, active } of await deps.jobs.sizes()) {
      jobs.set({ queue, state: 'queued' }, queued)
      jobs.set({ queue, state: 'active' }, active)
    }
    const checks = await listDataChecks(deps.db)
    for (const check of checks)
      if (check.violations !== null)
        violations.set({ invariant: check.invariant }, check.violations)
    unchecked.set(checks.filter((check) => check.violations === null).length)
    checkedAt.set(Math.max(0, ...checks.map((check) => check.checkedAt.getTime())) / 1000)
  }

  return async () => {
    const { total, idle, waiting } = deps.poolState()
    connections.set({ state: 'used' }, total - idle)
    connections.set({ state: 'idle' }, idle)
    callers.set(waiting)
    const load = deps.passwords.load()
    hashing.set({ state: 'running' }, load.running)
    hashing.set({ state: 'waiting' }, load.waiting)

    const isReachable = await askDatabase().then(
      () => true,
      (error: unknown) => {
        deps.log.warn({ cause: describeCause(error) }, 'metrics without the database')
        return false
      },
    )
    reachable.set(isReachable ? 1 : 0)
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
