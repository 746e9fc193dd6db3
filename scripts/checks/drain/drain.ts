import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../../db/embedded/embedded.ts'
import { readConfig } from '../../../server/config/config.ts'
import { openDeps } from '../../../server/deps.ts'
import { freePort } from '../../../server/test/free-port.ts'
import { makeGiven } from '../../../server/test/given.ts'
import { type ServerProcess, startServerProcess } from '../../../server/test/server-process.ts'
import { report, say } from '../support/say.ts'
import { type ReverseProxy, startHaproxy, startNginx } from './proxies.ts'

/*
 * Restarts two servers by turns, behind nginx and HAProxy with the configurations in deploy/, while
 * learners read, write and log in through both. nginx goes on sending to a server that stops. Exit
 * code 1 when a request fails, or a server stops earlier or later than promised.
 */
const { restarts, clients } = new Command('drain')
  .option('--restarts <number>', 'how many restarts, of one server after the other', '8')
  .option('--clients <number>', 'clients at once for each proxy', '8')
  .parse()
  .opts<{ restarts: string; clients: string }>()

const delaySeconds = 5
/** After the delay: running requests and jobs end. */
const endsWithinSeconds = 10

interface Tally {
  sent: number
  /** How often each failure was seen. */
  failures: Map<string, number>
}

const folder = await mkdtemp(join(tmpdir(), 'lyceum-drain-'))
await chmod(folder, 0o755)
const log = pino({ level: 'fatal' })
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log })
const settings = {
  NODE_ENV: 'test',
  DATABASE_URL: postgres.url,
  PUBLIC_URL: 'http://localhost:3000',
  DATA_DIR: folder,
  DRAIN_DELAY: `${delaySeconds}s`,
  RATE_LIMIT_SCALE: '1000000',
  BCRYPT_COST: '10',
  SEED_DEMO: 'false',
  LOG_LEVEL: 'warn',
  CHROMIUM_PATH: '/nonexistent',
}
const { deps, close } = await openDeps({
  config: readConfig(settings),
  log,
  maintainJobs: false,
})
const ports = [await freePort(), await freePort()] as const
const servers = new Map<number, ServerProcess>()
const proxies: ReverseProxy[] = []
try {
  const given = makeGiven(deps)
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
  for (const startProxy of [startNginx, startHaproxy]) proxies.push(await startProxy(folder, ports))
  for (const proxy of proxies) await hidesMetrics(proxy)

  const ending = new AbortController()
  const { token } = learner
  const { email, password } = other
  const kinds: [string, string, unknown][] = [
    ['GET', '/api/courses?limit=20', undefined],
    ['POST', '/api/progress/update', { lessonId: lesson.id, percent: 50 }],
    ['POST', '/api/v1/auth/login', { email, password }],
  ]
  const work = proxies.map((proxy) => {
    const tally: Tally = { sent: 0, failures: new Map() }
    const running = Array.from({ length: Number(clients) }, async (_, client) => {
      for (let turn = client; !ending.signal.aborted; turn++) {
        // One in twenty is a login, which takes long enough to be in progress when a server stops.
        const [method, path, body] = kinds[turn % 20 === 0 ? 2 : turn % 2] ?? []
        await sendOne(`${proxy.url}${path}`, { method, body, token }, tally)
        await sleep(10)
      }
    })
    return { proxy, tally, running }
  })

  for (let count = 0; count < Number(restarts); count++) {
    await sleep(1_000)
    const port = ports[count % 2 === 0 ? 0 : 1]
    await restart(port)
  }
  await sleep(1_000)
  ending.abort()
  for (const { proxy, tally, running } of work) {
    await Promise.all(running)
    const failed = [...tally.failures].map(([what, times]) => `${times} × ${what}`)
    say(
      proxy.name,
      `${tally.sent} requests during ${restarts} restarts, ` +
        (failed.length === 0 ? '0 failed' : `FAILED: ${failed.join(', ')}`),
    )
    if (failed.length > 0) process.exitCode = 1
  }
  await stopsAtOnce(ports[0])
} finally {
  for (const proxy of proxies) await proxy.stop()
  for (const server of servers.values()) await server[Symbol.asyncDispose]()
  await close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function start(port: number): Promise<void> {
  const server = await startServerProcess(folder, { ...settings, PORT: String(port) })
  servers.set(port, server)
  await server.ready()
}

async function sendOne(
  url: string,
  { method = 'GET', body, token }: { method?: string | undefined; body: unknown; token: string },
  tally: Tally,
): Promise<void> {
  tally.sent++
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const outcome = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  )
  if (outcome === 200) return
  const what = `${method} ${new URL(url).pathname}: ${outcome}`
  tally.failures.set(what, (tally.failures.get(what) ?? 0) + 1)
}

/** Stops a server as an operator does, and starts it again. */
async function restart(port: number): Promise<void> {
  const server = servers.get(port)
  if (server === undefined) throw new Error('There is no such server.')
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  server.process.kill('SIGTERM')
  const unready = await until(async () => (await statusOf(`${server.url}/readyz`)) === 503, seconds)
  const closed = await until(async () => !(await accepts(port)), seconds)
  const code = await server.exit
  const ended = seconds()
  const good =
    unready < 1 && closed >= delaySeconds && ended <= delaySeconds + endsWithinSeconds && code === 0
  say(
    `port ${port}`,
    `${good ? '' : 'FAILED: '}/readyz 503 after ${unready.toFixed(2)} s, socket closed after ` +
      `${closed.toFixed(2)} s, ended after ${ended.toFixed(2)} s with ${code}`,
  )
  if (!good) process.exitCode = 1
  await start(port)
}

async function until(isSo: () => Promise<boolean>, seconds: () => number): Promise<number> {
  while (seconds() < 30) {
    if (await isSo()) return seconds()
    await sleep(20)
  }
  return Number.POSITIVE_INFINITY
}

async function statusOf(url: string): Promise<number | undefined> {
  return fetch(url).then(
    ({ status }) => status,
    () => undefined,
  )
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
  const statuses = await Promise.all(paths.map((path) => statusOf(`${url}${path}`)))
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
  const good = code === 1 && seconds < 1
  say('second signal', `${good ? '' : 'FAILED: '}ends with ${code} after ${seconds.toFixed(2)} s`)
  if (!good) process.exitCode = 1
}
