import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { describeHosts } from '../../lib/database-url.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Database, Db } from './client.ts'

/** Read-only copies of the database, and where to read instead. */
export interface Replicas {
  /**
   * Returns where to read what may be a few seconds old: a replica that keeps up, otherwise the
   * primary. Read what belongs together from one of them, because they are not equally far.
   */
  recent(): Db
  /** Returns a replica that has everything committed by now; otherwise the primary. */
  current(): Promise<Db>
  states(): ReplicaState[]
  close(): Promise<void>
}

export interface ReplicaState {
  /** Like `10.0.0.5:5432`. */
  host: string
  /** The most seconds that it is behind; undefined when it is not in use. */
  secondsBehind: number | undefined
}

export interface ReplicasOptions {
  urls: string[]
  primary: Pick<Database, 'db'>
  /** Connects to one replica. */
  connect: (url: string) => Database
  log: Logger
}

/** The most that a replica may lag before it is left out. */
const maxMillisecondsBehind = 3_000
const lookEvery = 500
/** How long a replica may take to answer before the primary is asked, in milliseconds. */
const deadlines = { recent: 1_000, current: 5_000, look: 1_000, catchUp: 2_000 }

/** A server's position in the log of all changes. */
interface Position {
  at: number
  bytes: number
}

interface Replica {
  host: string
  database: Database
  recent: Db
  current: Db
  /** Its position at the last look; undefined if it did not answer. */
  bytes: number | undefined
  /** An instant up to which it has everything that was committed. */
  freshAt: number
  /** Whether it has followed a different primary. */
  isAstray: boolean
  /** Undefined before the first look. */
  isInUse: boolean | undefined
}

export function openReplicas({ urls, primary, connect, log }: ReplicasOptions): Replicas {
  const replicas = urls.map((url) => openReplica(url))
  /** Newest first. */
  let positions: Position[] = []
  let turn = 0
  const ending = new AbortController()

  function openReplica(url: string): Replica {
    const database = connect(url)
    const replica: Replica = {
      host: describeHosts(url) ?? 'this socket',
      database,
      recent: withFallback(deadlines.recent),
      current: withFallback(deadlines.current),
      bytes: undefined,
      freshAt: Number.NEGATIVE_INFINITY,
      isAstray: false,
      isInUse: undefined,
    }
    /** Asks the primary whatever the replica does not answer. */
    function withFallback(milliseconds: number): Db {
      const query: Query = async (statement, ...values) => {
        if (!isFresh(replica)) return clientOf(primary.db).query(statement, ...values)
        try {
          const answer = clientOf(database.db).query(statement, ...values)
          return await withDeadline(milliseconds, answer)
        } catch (error) {
          // A conflict with replayed changes, a table that does not exist yet, or worse.
          log.debug({ replica: replica.host, reason: nameOf(error) }, 'asking the primary instead')
          replica.freshAt = Number.NEGATIVE_INFINITY
          return clientOf(primary.db).query(statement, ...values)
        }
      }
      return drizzle({ client: { query } as unknown as Pool, casing: 'snake_case' })
    }
    return replica
  }

  async function look(): Promise<void> {
    const began = performance.now()
    const position = await positionOfPrimary(primary.db)
    const reached = await Promise.all(replicas.map(({ database }) => positionOf(database.db)))
    positions = [{ at: began, bytes: position }, ...positions].slice(0, 10)
    for (const [index, replica] of replicas.entries()) place(replica, reached[index])
  }

  /** Finds the latest moment whose changes the replica has all replayed. */
  function place(replica: Replica, bytes: number | undefined): void {
    // Only a server that has followed another primary can be ahead.
    replica.isAstray = (replica.bytes ?? 0) > (positions[0]?.bytes ?? 0)
    const passed = positions.find((position) => bytes !== undefined && bytes >= position.bytes)
    const isPlaced = !replica.isAstray && passed !== undefined
    replica.freshAt = isPlaced ? passed.at : Number.NEGATIVE_INFINITY
    replica.bytes = bytes
    const isInUse = isFresh(replica)
    if (isInUse !== replica.isInUse) {
      const { host } = replica
      if (isInUse) log.info({ replica: host }, 'the read replica keeps up and is used')
      else log.warn({ replica: host }, 'the read replica lags or is gone: the primary answers')
    }
    replica.isInUse = isInUse
  }

  async function keepLooking(): Promise<void> {
    while (!ending.signal.aborted) {
      // Without the primary, the replicas' lag is unknown, and they grow too old for use.
      await look().catch(() => undefined)
      await sleep(lookEvery, undefined, { signal: ending.signal, ref: false }).catch(
        () => undefined,
      )
    }
  }
  const looking = keepLooking()

  return {
    recent: () => {
      const fresh = replicas.filter(isFresh)
      return fresh[turn++ % Math.max(1, fresh.length)]?.recent ?? primary.db
    },
    current: async () => {
      const askedAt = performance.now()
      const position = await positionOfPrimary(primary.db)
      const deadline = performance.now() + deadlines.catchUp
      while (performance.now() < deadline) {
        for (const replica of replicas) {
          const bytes = await positionOf(replica.database.db)
          if (bytes === undefined || bytes < position || replica.isAstray) continue
          replica.freshAt = Math.max(replica.freshAt, askedAt)
          return replica.current
        }
        await sleep(50)
      }
      return primary.db
    },
    states: () =>
      replicas.map((replica) => ({
        host: replica.host,
        secondsBehind: isFresh(replica) ? secondsSince(replica.freshAt) : undefined,
      })),
    close: async () => {
      ending.abort()
      await looking
      await Promise.all(replicas.map(({ database }) => database.close()))
    },
  }
}

/** Lets the primary answer everything. */
export function noReplicas({ db }: Pick<Database, 'db'>): Replicas {
  return {
    recent: () => db,
    current: () => Promise.resolve(db),
    states: () => [],
    close: () => Promise.resolve(),
  }
}

function isFresh({ freshAt }: Pick<Replica, 'freshAt'>): boolean {
  return performance.now() - freshAt <= maxMillisecondsBehind
}

function secondsSince(instant: number): number {
  return (performance.now() - instant) / 1_000
}

type Query = (statement: string | QueryConfig, ...values: unknown[]) => Promise<unknown>

function clientOf(db: Db): { query: Query } {
  return (db as unknown as { $client: { query: Query } }).$client
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

async function positionOfPrimary(db: Db): Promise<number> {
  const statement = db.execute<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  )
  const { rows } = await withDeadline(deadlines.look, statement)
  if (rows[0] === undefined) throw new Error('The primary reported no position.')
  return rows[0].bytes
}

/** Returns a server's position; undefined if it does not answer, or follows nobody. */
async function positionOf(db: Db): Promise<number | undefined> {
  const statement = db.execute<{ bytes: number | null }>(
    `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as bytes
     where pg_is_in_recovery()`,
  )
  return withDeadline(deadlines.look, statement).then(
    ({ rows }) => rows[0]?.bytes ?? undefined,
    () => undefined,
  )
}
