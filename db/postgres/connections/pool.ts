import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { describeHosts, hostUrls } from '../../../lib/database-url.ts'
import { ConnectionRefused, isConnectionLost, isServerGone } from '../failures.ts'
import type { DatabaseClock } from './clock.ts'
import { createPrimaryFinder, type PrimaryFinder, requirePrimary, type Sight } from './primary.ts'

export interface ConnectionPool {
  /** A connection of our own until it is released. */
  acquire(): Promise<PoolClient>
  /** Gives it back. With an error, it is closed. */
  release(client: PoolClient, error?: unknown): void
  state(): Omit<PoolState, 'waiting'>
  end(): Promise<void>
}

export interface PoolState {
  total: number
  idle: number
  /** Callers without a connection. */
  waiting: number
  /** How long ago the server of the connections was last seen to be the primary; 0 without any. */
  unseenSeconds: number
}

export interface ConnectionPoolOptions {
  /** With one host or several. */
  url: string
  log: Logger
  max: number
  /** Milliseconds after which a connection is not used again, unless its server was seen since. */
  maxAge: number
  /** Refuses servers in recovery; of several hosts it takes the one that is not. */
  requiresPrimary: boolean
  /** Settings that each connection starts with. */
  settings: ClientConfig
  clock: DatabaseClock
}

/** Which connections are still good, and where new ones go. */
interface Origin {
  finder: PrimaryFinder
  maxAge: number
  requiresPrimary: boolean
  clock: DatabaseClock
  /** Counts the times at which all connections were given up. */
  generation: number
  /** When the server was last looked at, from outside these connections. */
  seenAt: number
  /** Which one it was: all connections of a generation are to it. */
  server: string | undefined
  giveUpAll(): void
}

/**
 * A server was seen to be the primary: another one than before ends all connections to that. False
 * for the news of one that was seen before another.
 */
function see(origin: Origin, sight: Sight): boolean {
  const { server, askedAt } = sight
  if (askedAt < origin.seenAt) return server === origin.server
  origin.clock.learn(sight)
  if (origin.server !== undefined && origin.server !== server) origin.giveUpAll()
  origin.server = server
  origin.seenAt = askedAt
  return true
}

type OriginConfig = ClientConfig & { origin: Origin }

/** A connection that goes where the writes are at the moment it is opened. */
class PlacedClient extends Client {
  readonly #origin: Origin
  #generation: number
  #begunAt = Number.POSITIVE_INFINITY
  #endsAt = Number.POSITIVE_INFINITY
  #url = ''

  constructor(options: OriginConfig) {
    super(options)
    this.#origin = options.origin
    this.#generation = options.origin.generation
  }

  /** False when nobody has seen its server for too long, or it was given up with all of its time. */
  get isGood(): boolean {
    const { seenAt, maxAge } = this.#origin
    const now = performance.now()
    const isSeen = now < Math.max(this.#begunAt, seenAt) + maxAge
    return this.isOfThisTime && isSeen && now < this.#endsAt
  }

  get isOfThisTime(): boolean {
    return this.#generation === this.#origin.generation
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
    if (callback === undefined)
      return new Promise((resolve, reject) =>
        this.connect((error) => (error ? reject(error) : resolve(this))),
      )
    this.#origin.finder
      .find()
      .then((url) => {
        this.#url = url
        const { host, port } = new Client(url)
        this.host = host
        this.port = port
        super.connect(callback)
      })
      .catch(callback)
    return undefined
  }

  /** Begins its life. However slow connecting was, it serves at least one caller. */
  async begin(): Promise<void> {
    const { maxAge, requiresPrimary } = this.#origin
    if (requiresPrimary) {
      const sight = await requirePrimary(this, this.#url)
      // One that was given up meanwhile has seen an old server, whenever it looked.
      if (this.isOfThisTime)
        this.#generation = see(this.#origin, sight) ? this.#origin.generation : Number.NaN
    }
    this.#begunAt = performance.now()
    // PostgreSQL keeps what a connection has planned and read of its catalogue. Not all at once.
    this.#endsAt = this.#begunAt + maxAge * longestLife * (1 - Math.random() / 4)
  }
}

/** An idle connection that is closed although it did not fail itself. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/** How many times its age a connection is kept whose server is seen again and again. */
const longestLife = 60
/** The part of its age after which its server is looked at, so that nobody waits for the look. */
const lookAfter = 0.7

/** How long a closed connection may take to say goodbye. */
const goodbyeMilliseconds = 2_000

/**
 * Connections that leave a server that is no longer the primary: all of them are given up as soon
 * as one of them shows it, and none grows old.
 */
export function createConnectionPool({
  url,
  log,
  max,
  maxAge,
  requiresPrimary,
  settings,
  clock,
}: ConnectionPoolOptions): ConnectionPool {
  const origin: Origin = {
    finder: createPrimaryFinder({ url, onSight: (sight) => see(origin, sight) }),
    maxAge,
    requiresPrimary,
    clock,
    generation: 0,
    seenAt: Number.NEGATIVE_INFINITY,
    server: undefined,
    giveUpAll,
  }
  // The host of each connection is chosen when it is opened.
  const [connectionString = url] = hostUrls(url)
  const options: OriginConfig = { ...settings, connectionString, origin }
  const pool = new Pool({
    ...options,
    max,
    idleTimeoutMillis: Math.min(30_000, maxAge),
    Client: PlacedClient as unknown as new () => ClientBase,
    onConnect: (client) => (client as PlacedClient).begin(),
  })
  const idle = new Set<PoolClient>()
  let closing = false
  let isLooking = false
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  // Without a listener, a connection that dies while it is used would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!closing && !(error instanceof GivenUp))
        log.warn({ reason: error.message }, 'database connection lost')
    }),
  )
  pool.on('error', (error, client) => judge(client, error))

  function giveUpAll(): void {
    origin.generation++
    log.info({ idle: idle.size }, 'all connections to the database are replaced')
    // The pool drops an idle connection that fails; those in use go when they are released.
    for (const client of [...idle]) {
      client.emit('error', new GivenUp())
      hangUp(client)
    }
  }

  /** Learns from one failed connection about the server behind all of them. */
  function judge(client: PoolClient, error: unknown): void {
    if (!isConnectionLost(error) && !isServerGone(error)) return
    origin.finder.doubt()
    if (isPlaced(client) && client.isOfThisTime) giveUpAll()
  }

  function release(client: PoolClient, error?: unknown): void {
    if (error === undefined && isPlaced(client) && client.isGood) {
      // Before the pool hands it to the next caller.
      idle.add(client)
      client.release()
      return
    }
    judge(client, error)
    client.release(true)
    hangUp(client)
  }

  /**
   * Looks where a new connection would go, behind the callers' backs: one stands for all ten, each
   * of which would be planned for and read the catalogue anew.
   */
  function lookAgain(): void {
    if (!requiresPrimary || isLooking || closing) return
    isLooking = true
    origin.finder
      .look()
      .catch(() => origin.finder.doubt())
      .finally(() => {
        isLooking = false
      })
  }

  async function acquire(): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await pool.connect()
        if (isPlaced(client) && client.isGood) {
          if (performance.now() > origin.seenAt + maxAge * lookAfter) lookAgain()
          return client
        }
        release(client)
      }
    } catch (error) {
      origin.finder.doubt()
      throw new ConnectionRefused(error, describeHosts(url))
    }
  }

  return {
    acquire,
    release,
    state: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      unseenSeconds: pool.totalCount === 0 ? 0 : (performance.now() - origin.seenAt) / 1000,
    }),
    end: () => {
      closing = true
      return pool.end()
    },
  }
}

/** A server that was stopped never answers the goodbye. */
function hangUp(client: PoolClient): void {
  setTimeout(() => client.connection.stream.destroy(), goodbyeMilliseconds).unref()
}

function isPlaced(client: unknown): client is PlacedClient {
  return client instanceof PlacedClient
}
