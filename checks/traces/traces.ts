import { setTimeout as sleep } from 'node:timers/promises'
import { pathsOf, startTraceReceiver } from '../../server/test/trace-receiver.ts'
import { numberAfter } from '../bench/setting.ts'
import { asDemo, openPlace } from '../support/place.ts'
import { confirm, say } from '../support/say.ts'
import { compareCost } from './cost.ts'
import { buyAndFinish } from './purchase.ts'

/*
 * `npm run checks -- traces [--seconds 5]`: a receiver of OpenTelemetry gets the whole trace of a purchase and its certificate from a real
 * server, without any value of it; then what tracing costs. Exit code 1 if something is missing.
 */
const seconds = numberAfter('--seconds', 5)

await using place = await openPlace('traces', { ...asDemo, LOG_LEVEL: 'info' })
await using receiver = await startTraceReceiver()
const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
  OTEL_SERVICE_NAME: 'lyceum-check',
  OTEL_TRACES_SAMPLER: 'always_on',
}
{
  const server = await place.startServer(tracing)
  const values = await buyAndFinish(place.folder, server.url)
  const refused = await fetch(`${server.url}/api/v1/me`)
  server.process.kill('SIGTERM')
  await server.exit

  const paths = pathsOf(receiver.spans)
  const has = (path: RegExp) => paths.some((one) => path.test(one))
  say('spans received', String(receiver.spans.length))
  const register = 'POST /api/v1/auth/register > auth.register'
  confirm('request > procedure > statement', has(RegExp(`^${register}.* > insert users$`)))
  confirm('request > procedure > job > mail', has(RegExp(`^${register}.*> job \\S+ > mail$`)))
  confirm('purchase > payment provider', has(/transactions\.create > sandbox create payment$/))
  confirm('payment > job > mail', has(/\/sandbox\/.* > job send-notification > mail$/))
  confirm('certificate > print', has(/^POST \/(api\/progress|courses).*> print certificate$/))
  const sent = receiver.bodies.join('\n')
  const leaked = values.filter((value) => sent.includes(value))
  confirm(`none of ${values.length} values is in it`, leaked.length === 0)
  const withoutHeader = receiver.authorizations.filter(
    (header) => header !== 'Bearer for-the-collector',
  )
  confirm('the collector got its header', withoutHeader.length === 0)
  const [, traceId] = refused.headers.get('traceresponse')?.split('-') ?? []
  const isLogged = traceId !== undefined && server.output().includes(traceId)
  confirm('a refusal and its line of the log name the trace', isLogged)
}

const off = await place.startServer()
const { OTEL_TRACES_SAMPLER: _default, ...byDefault } = tracing
const [on, always] = [await place.startServer(byDefault), await place.startServer(tracing)]
// The probe print comes ten seconds after the start.
await sleep(12_000)
await compareCost({ off: off.url, 'by default': on.url, always: always.url }, seconds)
