import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase } from 'pg'
import { describeHosts, hostUrls } from '../../../lib/database-url.ts'
import { shareCalls } from '../../../lib/single-flight.ts'
import { StandbyDatabase } from '../failures.ts'
import type { TimedAnswer } from './clock.ts'

/** Knows which of a database URL's hosts takes writes. */
export interface PrimaryFinder {
  /**
   * Returns the URL of that host alone. Looks it up while the last answer is in doubt, and behind
   * the caller's back once it is old.
   * @throws StandbyDatabase when all that answer are in recovery
   */
  find(): Promise<string>
  /**
   * Looks now, over a connection of its own, at the server that a new connection would go to.
   * @throws StandbyDatabase
   */
  look(): Promise<unknown>
  /** Notes that the host found has failed: the next caller waits for a look at all of them. */
  doubt(): void
}

export interface PrimaryFinderOptions {
  url: string
  /** Called with the primary that each look finds. */
  onSight?: (sight: Sight) => void
}

/** How long a host may take to answer. A stopped one accepts connections and says nothing. */
const answerMilliseconds = 2_000
/** The age at which an answer is looked up again. */
const freshMilliseconds = 2_000
/**
 * How long the others may take once one claims to be the primary: two do if the old one was cut off
 * but not stopped, and the new one may be far away.
 */
const graceMilliseconds = 1_000

export function createPrimaryFinder({ url, onSight }: PrimaryFinderOptions): PrimaryFinder {
  const urls = hostUrls(url)
  if (urls.length === 1)
    return {
      find: () => Promise.resolve(url),
      look: async () => onSight?.(await askHost(url)),
      doubt: () => undefined,
    }

  let known: Primary | undefined
  let isTrusted = false
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<Primary> {
    lookedAt = performance.now()
    const found = await findPrimary(urls).catch((error: unknown) => {
      isTrusted = false
      throw error
    })
    known = found
    isTrusted = true
    onSight?.(found)
    return found
  }
  const lookOnce = shareCalls(look)

  return {
    find: async () => {
      if (known === undefined || !isTrusted) return (await lookOnce()).url
      const { url } = known
      if (performance.now() - lookedAt > freshMilliseconds) lookOnce().catch(() => undefined)
      return url
    },
    look: lookOnce,
    doubt: () => {
      isTrusted = false
    },
  }
}

interface Primary extends Sight {
  url: string
  timeline: number
}

/** Asks all hosts at once, so that a hanging one holds nobody up. */
async function findPrimary(urls: string[]): Promise<Primary> {
  const found: Primary[] = []
  const asked = urls.map(async (url) => found.push(await askHost(url)))
  try {
    await Promise.any(asked)
  } catch (error) {
    const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw reasons.find((reason) => reason instanceof StandbyDatabase) ?? reasons[0]
  }
  await Promise.race([Promise.allSettled(asked), sleep(graceMilliseconds)])
  // A promotion starts a new timeline, so the highest is the one promoted last.
  const [newest] = found.sort((one, other) => other.timeline - one.timeline)
  if (newest === undefined) throw new Error('unreachable: one host has answered')
  return newest
}

export interface HostState {
  /** Like `one:5432`. */
  place: string
  state: 'primary' | 'standby' | 'failed'
}

/** Returns the state of each host, for people. */
export async function lookAtHosts(url: string): Promise<HostState[]> {
  return Promise.all(
    hostUrls(url).map(async (hostUrl) => ({
      place: describeHosts(hostUrl) ?? 'the socket',
      state: await askHost(hostUrl).then(
        () => 'primary' as const,
        (error: unknown) => (error instanceof StandbyDatabase ? 'standby' : 'failed'),
      ),
    })),
  )
}

async function askHost(url: string): Promise<Primary> {
  const client = new Client({ connectionString: url, application_name: 'lyceum-look' })
  client.on('error', () => undefined)
  const hangUp = () => client.connection.stream.destroy()
  const timer = setTimeout(hangUp, answerMilliseconds)
  try {
    await client.connect()
    const sight = await requirePrimary(client, url)
    return { url, timeline: await timelineOf(client), ...sight }
  } finally {
    clearTimeout(timer)
    // Does not wait for a goodbye that a failing server may never say.
    client.end().catch(() => undefined)
    setTimeout(hangUp, graceMilliseconds).unref()
  }
}

/** Returns the host's timeline; 0 where a managed database hides it. */
async function timelineOf(client: Client): Promise<number> {
  const names = client.query<{ timeline: string }>(
    'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
  )
  const rows = await names.then(
    (result) => result.rows,
    () => [],
  )
  return Number.parseInt(rows[0]?.timeline ?? '0', 16)
}

/** A server that answered, and said that it is the primary. */
export interface Sight extends TimedAnswer {
  /** When it started, to the microsecond, which identifies it. */
  server: string
}

/** @throws StandbyDatabase */
export async function requirePrimary(client: ClientBase, url: string): Promise<Sight> {
  const askedAt = performance.now()
  const question = {
    text: `
      select pg_is_in_recovery() as standby,
        extract(epoch from pg_postmaster_start_time())::text as server,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as milliseconds`,
    query_timeout: answerMilliseconds,
  }
  const { rows } = await client.query<Omit<Sight, 'askedAt' | 'answeredAt'> & { standby: boolean }>(
    question,
  )
  const [answer] = rows
  if (answer === undefined || answer.standby)
    throw new StandbyDatabase(describeHosts(url) ?? 'this socket')
  const { server, milliseconds } = answer
  return { server, milliseconds, askedAt, answeredAt: performance.now() }
}
