import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/test/free-port.ts'
import type { ServerProcess } from '../../server/test/server-process.ts'
import { numberAfter } from '../bench/setting.ts'
import { ask, type Question } from '../support/ask.ts'
import { openPlace } from '../support/place.ts'
import { report } from '../support/say.ts'
import { secondsUntil } from '../support/until.ts'
import { type ReverseProxy, startHaproxy, startNginx } from './proxies.ts'

/*
 * `npm run checks -- drain [--restarts 8] [--clients 8]`: restarts two servers by turns, behind nginx and HAProxy with the configurations in deploy/, while
 * learners read, write and log in through both. nginx goes on sending to a server that stops. Exit
 * code 1 when a request fails, or a server stops earlier or later than promised.
 */
const restarts = numberAfter('--restarts', 8)
const clients = numberAfter('--clients', 8)

const delaySeconds = 5
/** The most seconds after the delay until running requests and jobs end. */
const endsWithinSeconds = 10

interface Tally {
  sent: number
  /** Counts each failure. */
  failures: Map<string, number>
}

await using place = await openPlace('drain', {
  DRAIN_DELAY: `${delaySeconds}s`,
  LOG_LEVEL: 'warn',
  CHROMIUM_PATH: '/nonexistent',
})
const ports = [await freePort(), await freePort()] as const
const servers = new Map<number, ServerProcess>()
const proxies: ReverseProxy[] = []
try {
  const { given } = place
  const [learner, other, course] = [
    await given.learner(),
    // Each login of an account ends its oldest session, beyond fifty.
    await given.learner(),
    await given.course(),
  ]
  await given.enrollment(learner, course)
  const [lesson] = course.lessons
  if (lesson === undefined) throw new Error('The course has no lesson.')
  for (const port of ports) await start(port)
  for (const startProxy of [startNginx, startHaproxy])
    proxies.push(await startProxy(place.folder, ports))
  for (const proxy of proxies) await hidesMetrics(proxy)

  const ending = new AbortController()
  const { token } = learner
  const { email, password } = other
  const kinds: [route: string, question: Question][] = [
    ['GET /api/courses?limit=20', { token }],
    ['POST /api/progress/update', { token, body: { lessonId: lesson.id, percent: 50 } }],
    ['POST /api/v1/auth/login', { token, body: { email, password } }],
  ]
  const work = proxies.map((proxy) => {
    const tally: Tally = { sent: 0, failures: new Map() }
    const running = Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; !ending.signal.aborted; turn++) {
        // One in twenty is a login, which takes long enough to be in progress when a server stops.
        const [route = '', question] = kinds[turn % 20 === 0 ? 2 : turn % 2] ?? []
        tally.sent++
        const outcome = await outcomeOf(ask(proxy.url, route, question))
        if (outcome !== 200) {
          const what = `${route}: ${outcome}`
          tally.failures.set(what, (tally.failures.get(what) ?? 0) + 1)
        }
        await sleep(10)
      }
    })
    return { proxy, tally, running }
  })

  for (let count = 0; count < restarts; count++) {
    await sleep(1_000)
    const port = ports[count % 2 === 0 ? 0 : 1]
    await restart(port)
  }
  await sleep(1_000)
  ending.abort()
  for (const { proxy, tally, running } of work) {
    await Promise.all(running)
    const failed = [...tally.failures].map(([what, times]) => `${times} × ${what}`)
    report(
      failed.length === 0,
      proxy.name,
      `${tally.sent} requests during ${restarts} restarts, ${failed.join(', ') || '0 failed'}`,
    )
  }
  await stopsAtOnce(ports[0])
} finally {
  for (const proxy of proxies) await proxy[Symbol.asyncDispose]()
}

async function start(port: number): Promise<void> {
  servers.set(port, await place.startServer({ PORT: String(port) }))
}

/** The status of the answer, or why there is none. */
function outcomeOf(answer: Promise<{ status: number }>): Promise<number | string> {
  return answer.then(
    ({ status }) => status,
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  )
}

/** Stops a server as an operator does, and starts it again. */
async function restart(port: number): Promise<void> {
  const server = servers.get(port)
  if (server === undefined) throw new Error('There is no such server.')
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  server.process.kill('SIGTERM')
  const patience = { most: 30, every: 20 }
  const unready = await secondsUntil(
    async () => (await outcomeOf(fetch(`${server.url}/readyz`))) === 503,
    patience,
  )
  const closed = unready + (await secondsUntil(async () => !(await accepts(port)), patience))
  const code = await server.exit
  const ended = seconds()
  const good =
    unready < 1 && closed >= delaySeconds && ended <= delaySeconds + endsWithinSeconds && code === 0
  report(
    good,
    `port ${port}`,
    `/readyz 503 after ${unready.toFixed(2)} s, socket closed after ` +
      `${closed.toFixed(2)} s, ended after ${ended.toFixed(2)} s with ${code}`,
  )
  await start(port)
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** Written in another way, too: the server decodes paths. */
async function hidesMetrics({ name, url }: ReverseProxy): Promise<void> {
  const paths = ['/metrics', '/%6detrics']
  const statuses = await Promise.all(paths.map((path) => outcomeOf(fetch(`${url}${path}`))))
  const areHidden = statuses.every((status) => status === 403)
  report(areHidden, `${name}, ${paths.join(' and ')}`, statuses.join(' and '))
}

/** The second signal does not wait for anything. */
async function stopsAtOnce(port: number): Promise<void> {
  const server = servers.get(port)
  if (server === undefined) return
  server.process.kill('SIGTERM')
  await sleep(500)
  const began = performance.now()
  server.process.kill('SIGTERM')
  const code = await server.exit
  const seconds = (performance.now() - began) / 1_000
  const finding = `ends with ${code} after ${seconds.toFixed(2)} s`
  report(code === 1 && seconds < 1, 'second signal', finding)
}
