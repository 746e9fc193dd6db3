import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { numberAfter } from '../bench/setting.ts'
import { logIn } from '../support/ask.ts'
import { asDemo, openPlace } from '../support/place.ts'
import { confirm, report, reportNone, say } from '../support/say.ts'
import { secondsUntil } from '../support/until.ts'
import { buyAndFinish, send } from '../traces/purchase.ts'
import { type Prometheus, rulesFolder, startPrometheus } from './prometheus.ts'

/*
 * `npm run checks -- monitoring [--seconds 60]`: a real Prometheus watches two servers under load with the project's rules: every rule evaluates,
 * every panel of the board has data, and the alert fires when the database is stopped. Exit code 1
 * if not.
 */
const seconds = numberAfter('--seconds', 60)

const lyceum = join(import.meta.dirname, '../../scripts/lyceum.ts')

const firing = async (prometheus: Prometheus): Promise<string[]> =>
  (await prometheus.rules()).filter(({ state }) => state === 'firing').map(({ name }) => name)

/** Returns raised alerts, including those that only wait for their time: most take minutes. */
const raised = async (prometheus: Prometheus): Promise<string[]> =>
  (await prometheus.rules())
    .filter(({ state = 'inactive' }) => state !== 'inactive')
    .map(({ name }) => name)

/** Expressions of the board that find nothing, by the title of their panel. */
async function emptyPanels(prometheus: Prometheus): Promise<string[]> {
  const board: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    await readFile(join(rulesFolder, 'grafana-board.json'), 'utf8'),
  )
  const queries = board.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr })),
  )
  say('expressions on the board', String(queries.length))
  const counted = await Promise.all(
    queries.map(async ({ title, expr }) => ({ title, found: await prometheus.count(expr) })),
  )
  return counted.filter(({ found }) => found === 0).map(({ title }) => title)
}

const tests = join(rulesFolder, 'rules.test.yml')
const tested = promisify(execFile)('promtool', ['test', 'rules', tests])
const failure = await tested.then(
  () => undefined,
  (error: Error) => error.message,
)
report(failure === undefined, 'the tests of the rules (promtool)', failure ?? 'they pass')

await using place = await openPlace('monitoring', asDemo)
const [first, second] = [await place.startServer(), await place.startServer()]
await using prometheus = await startPrometheus(place.folder, [first.url, second.url])
const patience = { most: 30, every: 1_000 }
await secondsUntil(async () => (await prometheus.countUp()) === 2, patience)
confirm('both servers are scraped', (await prometheus.countUp()) === 2)
// Some rounds of the rules.
await sleep(10_000)
const early = await raised(prometheus)
reportNone('alerts of a new service', early)

await promisify(execFile)(process.execPath, [lyceum, 'doctor', '--data'], {
  env: { ...place.settings, PATH: process.env.PATH },
})
const end = performance.now() + seconds * 1_000
await buyAndFinish(place.folder, first.url)
const admin = { email: 'admin@example.com', password: 'look-after-lyceum' }
const token = await logIn(first.url, admin)
while (performance.now() < end) {
  for (const { url } of [first, second]) {
    await send(url, 'GET /api/courses?limit=20', undefined, token)
    await send(url, 'GET /api/v1/me', undefined, token)
  }
  await sleep(50)
}

const rules = await prometheus.rules()
const failing = rules.filter(({ health }) => health !== 'ok')
for (const { name, health, lastError } of failing) say(name, `${health} ${lastError ?? ''}`)
confirm(`all of ${rules.length} rules evaluate`, failing.length === 0)
const empty = await emptyPanels(prometheus)
reportNone('panels without data', empty)
const alerts = await firing(prometheus)
reportNone('alerts that fire', alerts)

await place.stopDatabase()
const alert = 'LyceumDatabaseUnreachable'
const isFiring = async () => (await firing(prometheus)).includes(alert)
const fired = await secondsUntil(isFiring, { most: 180, every: 1_000 })
say(`${alert} fires after the database is stopped`, `${fired.toFixed(0)} s`)
confirm('it fires within two minutes', fired <= 120)
