import type { FileStorage, MediaStorage } from '../file-storage/types.ts'
import type { IdentityProvider, IdentityProviders } from '../identity-providers/types.ts'
import type { JobObserver } from '../jobs/jobs.ts'
import { MailError, type Mailer } from '../mailer/types.ts'
import type { PaymentProvider } from '../payments/types.ts'
import type { PdfPrinter } from '../pdf-printer/types.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Observes the work of a process. */
export interface Telemetry {
  metrics: Metrics
  tracing: Tracing | undefined
}

type Outcome = 'done' | 'failed'

/** Counts mails by their outcome. */
export function observeMailer(mailer: Mailer, { metrics, tracing }: Telemetry): Mailer {
  return {
    ...mailer,
    send: async (mail) => {
      try {
        await traced(tracing, 'mail', () => mailer.send(mail))
        metrics.mails.inc({ outcome: 'sent' })
      } catch (error) {
        const isRefused = error instanceof MailError && error.permanent
        metrics.mails.inc({ outcome: isRefused ? 'refused' : 'failed' })
        throw error
      }
    },
  }
}

const documents = {
  printCertificate: 'certificate',
  drawCertificate: 'certificate picture',
  drawBadge: 'badge',
  printReceipt: 'receipt',
} as const

/** Measures prints, and counts those that are being made. */
export function observePrinter(printer: PdfPrinter, { metrics, tracing }: Telemetry): PdfPrinter {
  return observeMethods(printer, documents, async (document, print) => {
    metrics.printsInProgress.inc()
    try {
      return await timed(
        (seconds, outcome) => metrics.prints.observe({ document, outcome }, seconds),
        () => traced(tracing, `print ${document}`, print),
      )
    } finally {
      metrics.printsInProgress.dec()
    }
  })
}

/** Measures jobs of these queues, and traces them as parts of what enqueued them. */
export function observeJobs({ metrics, tracing }: Telemetry, queues: string[]): JobObserver {
  // Starts from zero: an increase of a series that begins with its first failure misses that one.
  for (const queue of queues) metrics.jobs.zero({ queue, outcome: 'given up' })
  return {
    traceparent: () => tracing?.traceparent(),
    run: ({ name: queue, traceparent, isLastTry }, work) => {
      const run =
        tracing === undefined
          ? work
          : () => tracing.continue(`job ${queue}`, work, { kind: 'consumer', traceparent })
      return timed((seconds, outcome) => {
        const isGivenUp = outcome === 'failed' && isLastTry
        metrics.jobs.observe({ queue, outcome: isGivenUp ? 'given up' : outcome }, seconds)
      }, run)
    },
  }
}

const paymentCalls = {
  createPayment: 'create payment',
  refund: 'refund',
  cancelPayment: 'cancel payment',
} as const

export function observePayments(payments: PaymentProvider, telemetry: Telemetry): PaymentProvider {
  return observeMethods(payments, paymentCalls, observerOf(payments.name, telemetry))
}

const signInCalls = { authorizationUrl: 'start sign-in', identify: 'identify' } as const

export function observeIdentityProviders(
  providers: IdentityProviders,
  telemetry: Telemetry,
): IdentityProviders {
  const observe = (provider: IdentityProvider): IdentityProvider =>
    observeMethods(provider, signInCalls, observerOf(provider.name, telemetry))
  return new Map([...providers].map(([name, provider]) => [name, observe(provider)]))
}

const storageCalls = { put: 'store file', get: 'read file', remove: 'remove file' } as const

export function observeFiles(files: FileStorage, telemetry: Telemetry): FileStorage {
  return observeMethods(files, storageCalls, observerOf(files.kind, telemetry))
}

const mediaCalls = { write: 'store media', read: 'open media', remove: 'remove media' } as const

/** Counts reading until the first bytes can be taken, not until the last were. */
export function observeMedia(media: MediaStorage, telemetry: Telemetry): MediaStorage {
  return observeMethods(media, mediaCalls, observerOf(media.kind, telemetry))
}

/** Measures calls to a provider, by the provider's configured name. */
function observerOf(provider: string, { metrics, tracing }: Telemetry) {
  return <Result>(call: string, run: () => Promise<Result>): Promise<Result> =>
    timed(
      (seconds, outcome) => metrics.providerCalls.observe({ provider, call, outcome }, seconds),
      () => traced(tracing, `${provider} ${call}`, run),
    )
}

function traced<Result>(
  tracing: Tracing | undefined,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing === undefined ? work() : tracing.span(name, work, { kind: 'client' })
}

/** Runs the work, and reports how many seconds it took and how it ended. */
export async function timed<Result>(
  report: (seconds: number, outcome: Outcome) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const begin = performance.now()
  const secondsSoFar = () => (performance.now() - begin) / 1000
  try {
    const result = await work()
    report(secondsSoFar(), 'done')
    return result
  } catch (error) {
    report(secondsSoFar(), 'failed')
    throw error
  }
}

type Method = (...args: never[]) => Promise<unknown>

/** Returns the same object, whose methods in `names` run through `around`. */
function observeMethods<Target extends object>(
  target: Target,
  names: Partial<Record<keyof Target, string>>,
  around: (name: string, run: () => Promise<unknown>) => Promise<unknown>,
): Target {
  const observed = Object.entries(names).map(([method, name]): [string | symbol, Method] => {
    const call = (args: never[]) => (target[method as keyof Target] as Method)(...args)
    return [method, (...args) => around(String(name), () => call(args))]
  })
  const methods = new Map(observed)
  // Avoids a copy, as some members are read anew each time.
  return new Proxy(target, {
    get: (_target, member) => methods.get(member) ?? Reflect.get(target, member),
  })
}
