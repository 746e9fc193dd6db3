import { randomInt } from 'node:crypto'
import { assignReversal } from '../../server/features/shop/refunds/assign-reversal.ts'
import type { FakeStripe } from '../../server/test/stripe/fake-stripe.ts'
import { numberAfter, textAfter } from '../bench/setting.ts'
import { sandboxCheckout, stripeCheckout } from './checkout.ts'
import { createClient } from './client.ts'
import { type Disturbances, disturb } from './disturbances.ts'
import { emptyHistory, type History } from './history.ts'
import { finishJobs, liveAll } from './lives.ts'
import { judge, judgeSessions } from './verdict.ts'
import { connect, type World, withWorld } from './world.ts'

/*
 * `npm run chaos [-- --seed 42 --seconds 60 --users 20 --processes 2 --payments stripe --print]`:
 * users do random things on some servers with one database, while connections are cut and servers
 * killed. A seed makes the same decisions again, though not at the same instants. With
 * `--database-url` it uses that empty database, and with `--pooler-url` its servers reach it there.
 */
const seed = numberAfter('--seed', randomInt(1_000_000))
const seconds = numberAfter('--seconds', 60)
const users = numberAfter('--users', 20)
const processes = numberAfter('--processes', 2)
const databaseUrl = textAfter('--database-url')
const poolerUrl = textAfter('--pooler-url')
// Alternates with the seed unless you choose.
const payments =
  (textAfter('--payments') ?? (seed % 2 === 0 ? 'stripe' : 'sandbox')) === 'stripe'
    ? 'stripe'
    : 'sandbox'

async function run(world: World, history: History): Promise<Disturbances> {
  await Promise.all(world.servers.map((server) => server.start()))
  const client = createClient(
    world.servers.map(({ url }) => url),
    history,
  )
  const servers = world.servers.map(({ url }) => url)
  const checkout =
    world.stripe === undefined
      ? sandboxCheckout(client)
      : stripeCheckout(world.stripe, { servers, seed, history })
  const until = performance.now() + seconds * 1_000
  const actors = { client, checkout, world, history }
  const [disturbances] = await Promise.all([
    disturb(world, { seed, until }),
    liveAll(actors, { seed, isOver: () => performance.now() >= until }),
  ])

  say('Waiting for all jobs')
  // The provider sends events about what the jobs do there.
  for (let round = 0; round < 3; round++) {
    await checkout.settle()
    await finishJobs(world, history)
    disturbances.secondsToSettle ??= (performance.now() - disturbances.lastAt) / 1_000
    await assignOpenReversals(world)
  }
  await checkout.settle()
  await judgeSessions(history, client)
  await stopServers(world, history)
  say('Comparing what was acknowledged with the database')
  await judge(world, history, checkout)
  return disturbances
}

/** Assigns refunds made at the provider to lines, as an administrator would. */
async function assignOpenReversals({ databaseUrl, deps }: World): Promise<void> {
  const database = await connect(databaseUrl)
  for (;;) {
    const { rows } = await database.query(
      `select t.id, r.reference, l.position + 1 as line from reversals r
       join transactions t on t.payment_reference = r.payment_reference and t.provider = r.provider
       join transaction_lines l on l.transaction_id = t.id
         and l.refunded_amount < l.price_amount - l.discount_amount
       where r.status = 'gone' and r.assigned_amount < r.amount limit 1`,
    )
    const [open] = rows
    if (open === undefined) break
    await assignReversal(deps, {
      id: open.id,
      reversal: open.reference,
      line: open.line,
      reason: 'The first one will do',
    })
  }
  await database.end()
}

async function stopServers({ servers }: World, history: History): Promise<void> {
  for (const server of servers) {
    const code = await server.stop()
    if (code !== 0)
      history.violations.push(`the server at ${server.url} stopped with exit code ${code}`)
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function summaryOf({ sessions, refunds }: FakeStripe): string {
  const elsewhere = refunds.filter(({ metadata }) => metadata.refundId === undefined).length
  const withStatus = (status: string) =>
    sessions.filter((session) => session.status === status).length
  return (
    `${withStatus('complete')} checkouts complete, ${withStatus('expired')} expired; ` +
    `${refunds.length} refunds, ${elsewhere} of them not by the service`
  )
}

function report({ stripe }: World, history: History, disturbances: Disturbances): void {
  const { terminated, killed, secondsToSettle = Number.NaN } = disturbances
  const transactions = history.users.reduce((sum, user) => sum + user.transactions.size, 0)
  const certificates = history.users.reduce((sum, user) => sum + user.certificates.size, 0)
  const attempts = history.users.flatMap((user) => [...user.attempts.values()])
  const results = attempts.flatMap(({ result }) => result ?? [])
  const answers = [...history.answers].sort(([, one], [, other]) => other - one)
  const lines = [
    `Seed ${seed}: ${users} users, ${processes} servers, paid by ${payments}, ${seconds} s; ` +
      `${terminated} connections cut, servers killed ${killed} times`,
    `All jobs were done ${secondsToSettle.toFixed(1)} s after the last fault`,
    `Acknowledged: ${transactions} transactions, ${certificates} certificates, ` +
      `${attempts.length} attempts, ${results.length} submitted, ` +
      `${results.filter(({ passed }) => passed).length} passed`,
    ...(stripe === undefined ? [] : [`At Stripe: ${summaryOf(stripe)}`]),
    ...answers.map(([what, times]) => `${String(times).padStart(7)}  ${what}`),
    ...history.violations.map((violation) => `VIOLATION: ${violation}`),
    history.violations.length === 0
      ? 'Everything that was acknowledged is there, and all invariants hold.'
      : `${history.violations.length} violations.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

say(`Seed ${seed}, paid by ${payments}`)
const options = {
  payments,
  isPrinting: process.argv.includes('--print'),
  processes,
  databaseUrl,
  ...(poolerUrl !== undefined && {
    settings: {
      DATABASE_URL: poolerUrl,
      DATABASE_POOLER: 'transaction',
      DATABASE_MIGRATION_URL: databaseUrl ?? '',
    },
  }),
} as const
await withWorld(options, async (world) => {
  const history = emptyHistory(seed, users)
  const disturbances = await run(world, history).catch((error) => {
    for (const violation of history.violations) say(`VIOLATION: ${violation}`)
    throw error
  })
  report(world, history, disturbances)
  if (history.violations.length > 0) process.exitCode = 1
})
if (process.exitCode === 1)
  process.stdout.write(`To repeat:\nnpm run chaos -- --seed ${seed} --payments ${payments}\n`)
