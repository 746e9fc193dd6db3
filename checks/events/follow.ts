import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { newId } from '../../lib/ids.ts'
import type { EventList } from '../../server/features/platform/events/schema.ts'
import { quantile } from '../bench/times.ts'
import { askFor } from '../support/ask.ts'
import { kill, type Place } from '../support/place.ts'
import { confirm, report, say } from '../support/say.ts'
import { during, until } from '../support/until.ts'

/** The embedded PostgreSQL takes a hundred connections. */
const writers = 60
const eventsOfTransaction = 3
const kills = 5

/** The committed events and times, by the id of the account that registered. */
interface Written {
  transactions: string[][]
  committedAt: Map<string, number>
}

export async function followWriters(
  { given, databaseUrl, startServer }: Place,
  { events }: { events: number },
): Promise<void> {
  const { token } = await given.admin()
  const steady = await startServer()
  let killed = 0
  const killing = during(0, async () => {
    const server = await startServer()
    await pause(Math.random() * 1_500)
    await kill(server)
    killed++
  })
  const written: Written = { transactions: [], committedAt: new Map() }
  const began = performance.now()
  const writing = writeAll(databaseUrl, { written, events })
  const reader = readAll(steady.url, { token, isOver: writing.then(() => true) })
  const seconds = await writing.then(() => (performance.now() - began) / 1_000)
  const read = await reader
  await until('a server was killed often enough', () => killed >= kills, { most: 300 })
  await killing.stop()
  await steady[Symbol.asyncDispose]()

  judge(read, written)
  say(
    'written',
    `${written.committedAt.size} events in ${seconds.toFixed(1)} s by ${writers} writers`,
  )
  say('killed', `a server that published, ${killed} times`)
}

async function writeAll(
  url: string,
  { written, events }: { written: Written; events: number },
): Promise<void> {
  const pool = new Pool({ connectionString: url, max: writers })
  const count = Math.ceil(events / eventsOfTransaction)
  let next = 0
  async function keepWriting(): Promise<void> {
    while (next++ < count) await writeOne(pool, written)
  }
  await Promise.all(Array.from({ length: writers }, keepWriting))
  await pool.end()
}

/** Runs a transaction that pauses between its events; one in twenty rolls back. */
async function writeOne(pool: Pool, { transactions, committedAt }: Written): Promise<void> {
  const client = await pool.connect()
  const ids: string[] = []
  await client.query('begin')
  for (let event = 0; event < eventsOfTransaction; event++) {
    const id = newId()
    await client.query(
      `insert into users (id, email, name, created_at)
      values ($1, $2, 'Ada Lovelace', now())`,
      [id, `${id}@example.com`],
    )
    ids.push(id)
    if (event === 1) await pause(Math.random() * 500)
  }
  const isKept = Math.random() > 0.05
  await client.query(isKept ? 'commit' : 'rollback')
  client.release()
  if (!isKept) return
  transactions.push(ids)
  const at = performance.now()
  for (const id of ids) committedAt.set(id, at)
}

interface Read {
  number: number
  userId: string
  at: number
}

/** Reads page by page as events arrive, until none come after the writers end. */
async function readAll(
  url: string,
  { token, isOver }: { token: string; isOver: Promise<true> },
): Promise<Read[]> {
  const read: Read[] = []
  let over = false
  void isOver.then(() => {
    over = true
  })
  for (let after = 0, quiet = 0; quiet < 20; ) {
    const page = await askFor<EventList>(url, `GET /api/v1/events?limit=500&after=${after}`, {
      token,
    })
    const at = performance.now()
    for (const { number, data } of page.items)
      if ('userId' in data && data.userId !== null) read.push({ number, userId: data.userId, at })
    after = page.after
    quiet = over && page.items.length === 0 ? quiet + 1 : 0
    if (!page.hasMore) await pause(50)
  }
  return read
}

function judge(read: Read[], { transactions, committedAt }: Written): void {
  const ofWriters = read.filter(({ userId }) => committedAt.has(userId))
  const places = new Map(ofWriters.map(({ userId, number }) => [userId, number]))
  const missed = [...committedAt.keys()].filter((id) => !places.has(id))
  report(missed.length === 0, 'missed', `${missed.length} of ${committedAt.size} events`)
  confirm('each event once', ofWriters.length === places.size)
  confirm(
    'no gap',
    read.every(({ number }, index) => number === index + 1),
  )
  const ordered = transactions.every((ids) => {
    const numbers = ids.map((id) => places.get(id) ?? 0)
    return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
  })
  confirm('transactions in their order', ordered)
  const rolledBack = read.length - ofWriters.length
  say('others', `${rolledBack} events, of the accounts of this check`)
  const delays = ofWriters.map(({ userId, at }) => at - (committedAt.get(userId) ?? at))
  const p95 = quantile(delays, 0.95)
  report(
    p95 <= 1_000,
    'commit to reader',
    `p95 ${p95.toFixed(0)} ms, at most ${quantile(delays, 1).toFixed(0)} ms`,
  )
}
