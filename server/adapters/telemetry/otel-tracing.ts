import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { TRPCError } from '@trpc/server'
import type { Logger } from 'pino'
import { withDeadline } from '../../../lib/deadline.ts'
import { toAppError } from '../../errors/problem.ts'
import type { RequestSpan, SpanDetails, Tracing, TracingOptions } from './tracing.ts'

const closeMilliseconds = 3_000
const complaintMilliseconds = 60_000

const kinds = {
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
} as const

const propagator = new W3CTraceContextPropagator()

/** How many traces of callers may exceed their share for a while. */
const maxCredit = 100

/**
 * Sends traces to an OpenTelemetry collector (OTLP over HTTP, JSON), in batches from a bounded
 * queue: what a collector does not take in time is dropped, and no request waits for it.
 */
export function openTracing(options: TracingOptions, log: Logger): Tracing {
  reportFailures(log)
  const provider = new BasicTracerProvider({
    sampler: samplerOf(options),
    resource: defaultResource().merge(
      resourceFromAttributes({
        ...options.resourceAttributes,
        'service.name': options.serviceName,
      }),
    ),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({
          url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
          headers: options.headers,
        }),
      ),
    ],
  })
  const tracer = provider.getTracer('lyceum')
  const current = new AsyncLocalStorage<Span>()

  function start(name: string, { kind, attributes = {} }: SpanDetails, parent: Context): Span {
    return tracer.startSpan(
      name,
      { attributes, kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind] },
      parent,
    )
  }

  async function follow<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
    try {
      return await current.run(span, work)
    } catch (error) {
      const cause = error instanceof TRPCError ? error.cause : error
      span.setAttribute('error.type', cause instanceof Error ? cause.name : typeof cause)
      if (toAppError(error).status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  function recording(): Span | undefined {
    const span = current.getStore()
    return span?.isRecording() === true ? span : undefined
  }

  return {
    span: (name, work, details = {}) => {
      const parent = recording()
      if (parent === undefined) return work()
      return follow(start(name, details, trace.setSpan(ROOT_CONTEXT, parent)), work)
    },
    begin: (name, headers) => {
      const span = start(name, { kind: 'server' }, contextOf(headers.traceparent))
      return requestSpanOf(span, (callback) => current.run(span, callback))
    },
    continue: (name, work, { traceparent, ...details }) =>
      follow(start(name, details, ownContextOf(traceparent)), work),
    traceparent: () => {
      const span = recording()
      return span === undefined ? undefined : traceparentOf(span)
    },
    isRecording: () => recording() !== undefined,
    logFields: () => {
      const span = current.getStore()
      return span === undefined ? {} : { traceId: span.spanContext().traceId }
    },
    close: async () => {
      await withDeadline(closeMilliseconds, provider.shutdown()).catch(() => undefined)
    },
  }
}

/** Drops `tracestate`: it is input, and nothing here has a use for it. */
function contextOf(traceparent: string | string[] | undefined): Context {
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
}

/** Applies the service's own decision to record a trace in every process. */
function ownContextOf(traceparent: string | undefined): Context {
  const parent = trace.getSpanContext(contextOf(traceparent))
  if (parent === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: false })
}

function requestSpanOf(span: Span, run: RequestSpan['run']): RequestSpan {
  return {
    traceresponse: traceparentOf(span),
    run,
    end: ({ name, status, attributes }) => {
      if (span.isRecording()) {
        span.updateName(name)
        span.setAttributes({ ...attributes, 'http.response.status_code': status })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/**
 * Continues a caller's trace, but ignores its wish to be recorded, which anybody could send.
 * Samplers that look at the parent respect a wish not to be recorded.
 */
function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  }
  const root = roots[sampler.replace('parentbased_', '')] ?? new AlwaysOffSampler()
  // Records a part within this service when the whole is, whatever the sampler.
  const byParent = new ParentBasedSampler({
    root,
    remoteParentSampled: root,
    remoteParentNotSampled: sampler.startsWith('parentbased_') ? new AlwaysOffSampler() : root,
  })
  return sampler.endsWith('traceidratio') ? withinShare(byParent, ratio) : byParent
}

/**
 * Records no more than this share of all traces. The ratio decides by the id of a trace, so that
 * all services agree; but a caller can choose ids that pass.
 */
function withinShare(sampler: Sampler, ratio: number): Sampler {
  let credit = maxCredit
  return {
    shouldSample(context, ...rest) {
      const decided = sampler.shouldSample(context, ...rest)
      const parent = trace.getSpanContext(context)
      if (parent !== undefined && parent.isRemote !== true) return decided
      credit = Math.min(maxCredit, credit + ratio)
      if (decided.decision !== SamplingDecision.RECORD_AND_SAMPLED) return decided
      if (parent !== undefined && credit < 1) return { decision: SamplingDecision.NOT_RECORD }
      credit = Math.max(0, credit - 1)
      return decided
    },
    toString: () => `WithinShare{${ratio}, ${sampler.toString()}}`,
  }
}

/** Logs a line a minute at most, with the kind of failure only: collectors may repeat headers. */
function reportFailures(log: Logger): void {
  let silentUntil = 0
  setGlobalErrorHandler((error) => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + complaintMilliseconds
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
    log.warn({ reason: code ?? name ?? 'unknown' }, 'traces could not be sent and are dropped')
  })
}
