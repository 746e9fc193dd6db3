import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedSpan {
  name: string
  service: string | undefined
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, unknown>
  /** Status set by the sender: 2 for an error. */
  status: number | undefined
}

export interface TraceReceiver extends AsyncDisposable {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  spans: ReceivedSpan[]
  /** Everything received, as it came. */
  bodies: string[]
  /** The authorization header of each request. */
  authorizations: (string | undefined)[]
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface Batch {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'status' | 'service'> & {
        attributes: Attribute[]
        status?: { code?: number }
      })[]
    }[]
  }[]
}

/** Takes traces like an OpenTelemetry collector: OTLP over HTTP, as JSON. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const received: Omit<TraceReceiver, 'endpoint' | typeof Symbol.asyncDispose> = {
    spans: [],
    bodies: [],
    authorizations: [],
  }
  const server = createServer(async (request, response) => {
    const isRight =
      request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
    if (!isRight) {
      response.writeHead(404).end()
      return
    }
    const body = await text(request)
    received.bodies.push(body)
    received.authorizations.push(request.headers.authorization)
    received.spans.push(...spansIn(JSON.parse(body)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...received,
    endpoint: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spansIn({ resourceSpans }: Batch): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = valuesOf(resource.attributes)['service.name'] as string | undefined
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes, status }) => ({
        name,
        service,
        traceId,
        spanId,
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        attributes: valuesOf(attributes),
        status: status?.code,
      })),
    )
  })
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

/** The spans with these as their ancestors, from the root on: `a > b > c`. */
export function pathsOf(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const pathOf = ({ name, parentSpanId }: ReceivedSpan): string => {
    const parent = parentSpanId === undefined ? undefined : byId.get(parentSpanId)
    return parent === undefined ? name : `${pathOf(parent)} > ${name}`
  }
  return spans.map(pathOf)
}
