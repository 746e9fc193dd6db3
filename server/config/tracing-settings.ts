import { z } from 'zod'
import { type TracingOptions, traceSamplers } from '../adapters/telemetry/tracing.ts'
import { webUrl } from './shapes.ts'

/** `key=value,key2=value2`, values percent-encoded, as OpenTelemetry writes it. */
const pairs = z.string().transform((value, context) => {
  const items = value.split(',').filter((item) => item.trim() !== '')
  const read = items.map((item) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(item)?.slice(1))
  try {
    return Object.fromEntries(
      read.map((pair) => {
        const [key = '', given = ''] = pair ?? []
        if (key === '') throw new Error('no key')
        return [key, decodeURIComponent(given)]
      }),
    )
  } catch {
    context.addIssue('must be pairs like key=value, separated by commas, values percent-encoded')
    return z.NEVER
  }
})

/** OpenTelemetry's own names. Its libraries read some more, such as OTEL_EXPORTER_OTLP_TIMEOUT. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl('http://localhost:4318')
    .optional()
    .describe(
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, without `/v1/traces`. If not ' +
        'set, nothing is traced, and no part of it is loaded',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .default({})
    .describe('Headers for the collector, such as `authorization=Bearer%20TOKEN`'),
  OTEL_SERVICE_NAME: z.string().min(1).default('lyceum').describe('Name of the service in traces'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .default({})
    .describe('Further attributes of all traces, like `deployment.environment.name=staging`'),
  OTEL_TRACES_SAMPLER: z
    .enum(traceSamplers)
    .default('parentbased_traceidratio')
    .describe(
      'Which traces are recorded. A caller can ask for its trace not to be recorded (with a ' +
        '`parentbased_` sampler), but not for more than the sampler takes',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('The share of traces that a ratio takes, 0 to 1'),
}

/** Reads the settings; undefined if nothing is traced. */
export function readTracing(
  settings: z.infer<z.ZodObject<typeof tracingSettings>>,
): TracingOptions | undefined {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  return {
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: settings.OTEL_SERVICE_NAME,
    resourceAttributes: settings.OTEL_RESOURCE_ATTRIBUTES,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  }
}
