/** Tracing of work. Absent if unused: then nothing of it is loaded or called. */
export interface Tracing {
  /**
   * Runs the work as a part of the current trace, or only runs it if none is recorded. Records a
   * failure by its name, never by its message, which may hold values.
   */
  span<Result>(name: string, work: () => Promise<Result>, details?: SpanDetails): Promise<Result>
  /** Begins the trace of a request, or its part of the caller's trace (W3C Trace Context). */
  begin(name: string, headers: Record<string, string | string[] | undefined>): RequestSpan
  /**
   * Runs the work as a part of the trace that `traceparent` names, otherwise as a trace of its own.
   */
  continue<Result>(
    name: string,
    work: () => Promise<Result>,
    details: SpanDetails & { traceparent: string | undefined },
  ): Promise<Result>
  /** Returns the current span, to continue it elsewhere; undefined if none is recorded. */
  traceparent(): string | undefined
  /** Whether the current trace is recorded. */
  isRecording(): boolean
  /** Returns fields of the current trace for a line of the log. */
  logFields(): { traceId?: string }
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

export interface SpanDetails {
  kind?: 'client' | 'server' | 'consumer'
  /** Names and numbers from the code, never any input. */
  attributes?: Record<string, string | number>
}

export interface RequestSpan {
  /** `traceresponse` as in W3C Trace Context, level 2. */
  readonly traceresponse: string
  /** Calls the function with this span as the current one, for all that it causes. */
  run(callback: () => void): void
  end(result: { name: string; status: number; attributes: Record<string, string | number> }): void
}

/** Options: which traces to record, and where to send them. */
export interface TracingOptions {
  /** The URL of an OpenTelemetry collector that takes OTLP over HTTP, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  resourceAttributes: Record<string, string>
  sampler: TraceSampler
  /** Share of traces that a ratio takes, 0 to 1. */
  ratio: number
}

/** The values of OTEL_TRACES_SAMPLER. */
export const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type TraceSampler = (typeof traceSamplers)[number]
