import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from './client.ts'
import { decisionsOf } from './decisions.ts'
import { type Disturbances, disturb } from './disturbances.ts'
import { emptyHistory, type History } from './history.ts'
import { act } from './user.ts'
import { judge, judgeSessions } from './verdict.ts'
import { administrator, connect, makeWorld, type World } from './world.ts'

/**
 * `npm run chaos [-- --seed 42 --seconds 60 --users 20]`: users with random operations on two servers and one database, while connections are ended and
 * servers are killed. Afterwards all invariants must hold, and everything that was acknowledged must be there. Exit code 1 when not. A seed gives the
 * same decisions again, though not the same instants.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, seconds: { type: 'string' }, users: { type: 'string' } } })
const seed = Number(values.seed ?? randomInt(1_000_000))
const seconds = Number(values.seconds ?? 60)
const users = Number(values.users ?? 20)

async function run(world: World, history: History): Promise<Disturbances> {
  await Promise.all(world.servers.map((server) => server.start()))
  const client = createClient(
    world.servers.map(({ url }) => url),
    history,
  )
  const { body } = await client.insist('POST /api/v1/auth/login', { server: 0, body: administrator })
  const until = performance.now() + seconds * 1_000

  async function live(index: number): Promise<void> {
    const user = history.users[index]
    if (user === undefined) return
    for (const decision of decisionsOf(seed, index)) {
      if (performance.now() >= until) return
      await act({ user, client, world, history, administratorToken: body.token }, decision)
      await sleep(decision.pauseMilliseconds)
    }
  }
  const [disturbances] = await Promise.all([disturb(world, { seed, until }), ...history.users.map((_, index) => live(index))])

  say('Waiting until all jobs are done')
  await finishJobs(world, history)
  await judgeSessions(history, client)
  await stopServers(world, history)
  say('Comparing what was acknowledged with what is there')
  await judge(world, history)
  return disturbances
}

const secondsForJobs = 300

async function finishJobs({ databaseUrl }: World, history: History): Promise<void> {
  const database = await connect(databaseUrl)
  const deadline = performance.now() + secondsForJobs * 1_000
  for (;;) {
    // Certificates are not printed here.
    const { rows } = await database.query(
      `select name, count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and name <> 'render-certificate' and start_after < now() + interval '1 hour' group by name`,
    )
    if (rows.length === 0) break
    if (performance.now() > deadline) {
      history.violations.push(`jobs are not done after ${secondsForJobs} s: ${JSON.stringify(rows)}`)
      break
    }
    await sleep(1_000)
  }
  await database.end()
}

async function stopServers({ servers }: World, history: History): Promise<void> {
  for (const server of servers) {
    const code = await server.stop()
    if (code !== 0) history.violations.push(`the server at ${server.url} was asked to stop and ended with ${code}`)
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function report(history: History, disturbances: Disturbances): void {
  const { terminated, killed } = disturbances
  const transactions = history.users.reduce((sum, user) => sum + user.transactions.size, 0)
  const certificates = history.users.reduce((sum, user) => sum + user.certificates.size, 0)
  const answers = [...history.answers].sort(([, one], [, other]) => other - one)
  const lines = [
    `Seed ${seed}: ${users} users, ${seconds} s; ${terminated} connections ended, servers killed ${killed} times`,
    `Acknowledged: ${transactions} transactions, ${certificates} certificates`,
    ...answers.map(([what, times]) => `${String(times).padStart(7)}  ${what}`),
    ...history.violations.map((violation) => `VIOLATION: ${violation}`),
    history.violations.length === 0
      ? 'All that was acknowledged is there, and all invariants hold.'
      : `${history.violations.length} violations.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

say(`Seed ${seed}`)
const world = await makeWorld()
const history = emptyHistory(seed, users)
try {
  report(history, await run(world, history))
} catch (error) {
  history.violations.push(`the check itself failed: ${error instanceof Error ? error.stack : error}`)
  process.stdout.write(`${history.violations.join('\n')}\n`)
} finally {
  await world.close()
}
if (history.violations.length === 0) await rm(world.folder, { recursive: true, force: true })
else {
  process.stdout.write(
    `The database and the logs of the servers are in ${world.folder}; \`npm run chaos -- --seed ${seed}\` does the same again.\n`,
  )
  process.exitCode = 1
}
