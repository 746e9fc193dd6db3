import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { describeHosts, hostUrls } from '../../../lib/database-url.ts'
import { ConnectionRefused, isConnectionLost, isServerGone } from '../failures.ts'
import type { DatabaseClock } from './clock.ts'
import { createPrimaryFinder, type PrimaryFinder, requirePrimary, type Sight } from './primary.ts'

export interface ConnectionPool {
  /** Takes a connection for its caller alone until it is released. */
  acquire(): Promise<PoolClient>
  /** Returns a connection; closes it if there was an error. */
  release(client: PoolClient, error?: unknown): void
  state(): Omit<PoolState, 'waiting'>
  end(): Promise<void>
}

export interface PoolState {
  total: number
  idle: number
  /** Callers without a connection. */
  waiting: number
  /** Seconds since the connections' server was last seen to be the primary; 0 without any. */
  unseenSeconds: number
}

export interface ConnectionPoolOptions {
  /** Names one host or several. */
  url: string
  log: Logger
  max: number
  /** Milliseconds after which a connection is not reused, unless its server was seen since. */
  maxAge: number
  /** Refuses servers in recovery; of several hosts takes the one that is not. */
  requiresPrimary: boolean
  /** Settings that each connection starts with. */
  settings: ClientConfig
  clock: DatabaseClock
}

/** Decides which connections are still good, and where new ones go. */
interface Origin {
  finder: PrimaryFinder
  maxAge: number
  requiresPrimary: boolean
  clock: DatabaseClock
  /** Counts how often all connections were given up. */
  generation: number
  /** When the server was last seen, from outside these connections. */
  seenAt: number
  /** The server seen: all connections of a generation lead to it. */
  server: string | undefined
  giveUpAll(): void
}

/**
 * Notes the server seen to be the primary; a different one ends all connections to the former.
 * Returns false for news of a server that was seen before another.
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

/** A connection to the host that takes writes when it is opened. */
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

  /** False if its server has not been seen for too long, or its whole generation was given up. */
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

  /** Begins its life. However slowly it connected, it serves at least one caller. */
  async begin(): Promise<void> {
    const { maxAge, requiresPrimary } = this.#origin
    if (requiresPrimary) {
      const sight = await requirePrimary(this, this.#url)
      // One that was given up meanwhile has seen an old server, whenever it looked.
      if (this.isOfThisTime)
        this.#generation = see(this.#origin, sight) ? this.#origin.generation : Number.NaN
    }
    this.#begunAt = performance.now()
    // PostgreSQL keeps a connection's plans and catalogue. It ends, but not along with all others.
    this.#endsAt = this.#begunAt + maxAge * longestLife * (1 - Math.random() / 4)
  }
}

/** An idle connection that is closed although it did not itself fail. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/** How many times its age a connection is kept while its server is seen again and again. */
const longestLife = 60
/** The share of its age after which its server is looked at, so that nobody waits for the look. */
const lookAfter = 0.7

/** How long a closed connection may take to say goodbye. */
const goodbyeMilliseconds = 2_000

/**
 * Creates connections that leave a server that is no longer the primary: all are given up as soon
 * as one shows it, and none grows old.
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
  // Chooses each connection's host only when it is opened.
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
  // Without a listener, a connection that dies while in use would end the process.
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
    // The pool drops a failed idle connection; those in use go when released.
    for (const client of [...idle]) {
      client.emit('error', new GivenUp())
      hangUp(client)
    }
  }

  /** Judges the server behind all connections by one that failed. */
  function judge(client: PoolClient, error: unknown): void {
    if (!isConnectionLost(error) && !isServerGone(error)) return
    origin.finder.doubt()
    if (isPlaced(client) && client.isOfThisTime) giveUpAll()
  }

  function release(client: PoolClient, error?: unknown): void {
    if (error === undefined && isPlaced(client) && client.isGood) {
      // Goes on before the pool hands it to the next caller.
      idle.add(client)
      client.release()
      return
    }
    judge(client, error)
    client.release(true)
    hangUp(client)
  }

  /**
   * Looks behind the callers' backs where a new connection would go: one look stands for all ten,
   * which would each plan and read the catalogue anew.
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

/** Closes without waiting long: a stopped server never answers the goodbye. */
function hangUp(client: PoolClient): void {
  setTimeout(() => client.connection.stream.destroy(), goodbyeMilliseconds).unref()
}

function isPlaced(client: unknown): client is PlacedClient {
  return client instanceof PlacedClient
}
