import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets, a line each per operation: what a board can tell apart, and what an alert counts. */
const secondsOfAnswers = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5]
const secondsOfWork = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 120]
const secondsOfDelivery = [0.1, 0.5, 1, 2.5, 5, 15, 30, 60, 300, 1_800, 7_200, 86_400]

/**
 * Creates what counts while this process works. Labels hold names from the code, never any input,
 * so that the number of series does not grow.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const metrics = {
    registry,
    requests: new Histogram({
      name: 'lyceum_http_request_duration_seconds',
      help: 'Number and total duration of requests by route',
      labelNames: ['method', 'route', 'status'],
      // Leaves the duration to its operation.
      buckets: [],
      registers,
    }),
    operations: new Histogram({
      name: 'lyceum_operation_duration_seconds',
      help: 'Duration of operations, over REST and in tRPC batches, by the class of their status',
      labelNames: ['operation', 'type', 'status'],
      buckets: secondsOfAnswers,
      registers,
    }),
    jobs: new Histogram({
      name: 'lyceum_job_duration_seconds',
      help: 'Duration of runs of jobs; a failed run is tried again until its tries are used up',
      labelNames: ['queue', 'outcome'],
      buckets: secondsOfWork,
      registers,
    }),
    prints: new Histogram({
      name: 'lyceum_print_duration_seconds',
      help: 'Duration of prints, with the time they waited for a browser',
      labelNames: ['document', 'outcome'],
      buckets: secondsOfWork,
      registers,
    }),
    printsInProgress: new Gauge({
      name: 'lyceum_prints_in_progress',
      help: 'Documents that this process is printing or has queued',
      registers,
    }),
    mails: new Counter({
      name: 'lyceum_mails_total',
      help: 'Tries to send a mail: sent, failed (tried again) or refused (given up)',
      labelNames: ['outcome'],
      registers,
    }),
    providerCalls: new Histogram({
      name: 'lyceum_provider_call_duration_seconds',
      help: 'Duration of calls to payment and sign-in providers and to the storage of files',
      labelNames: ['provider', 'call', 'outcome'],
      buckets: secondsOfWork,
      registers,
    }),
    paymentEvents: new Counter({
      name: 'lyceum_payment_events_total',
      help: 'Webhooks of the payment provider: recorded, refused (wrong signature) or failed',
      labelNames: ['outcome'],
      registers,
    }),
    paymentToAccess: new Histogram({
      name: 'lyceum_payment_to_access_seconds',
      help: 'Time from the payment of a purchase to access, as its row records both',
      buckets: secondsOfDelivery,
      registers,
    }),
    limitRefusals: new Counter({
      name: 'lyceum_limit_refusals_total',
      help: 'Requests, and mails with a code, that a rate limit refused',
      labelNames: ['limit'],
      registers,
    }),
  }
  // Starts from zero: a rate over a series that begins with its first failure misses that one.
  for (const outcome of ['sent', 'failed', 'refused']) metrics.mails.inc({ outcome }, 0)
  for (const outcome of ['recorded', 'refused', 'failed']) metrics.paymentEvents.inc({ outcome }, 0)
  return metrics
}

export type Metrics = ReturnType<typeof createMetrics>
