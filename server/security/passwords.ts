import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { genSaltSync, getRounds } from 'bcrypt'
import { createQueue, QueueTimeout } from '../../lib/queue.ts'
import { AppError } from '../errors/errors.ts'
import type { HashPool, HashTask } from './hash-pool.ts'
import type { KeyRing } from './key-ring/key-ring.ts'

export interface PasswordHash {
  hash: string
  pepperVersion: number
}

export interface Passwords {
  hash(password: string, signal?: AbortSignal): Promise<PasswordHash>
  /**
   * Always makes one comparison, even without a stored hash, so that the time does not reveal
   * whether there is one.
   */
  matches(
    password: string,
    stored: PasswordHash | undefined,
    signal?: AbortSignal,
    /** Called when its turn has come; may refuse. */
    beforeComparing?: () => Promise<void>,
  ): Promise<boolean>
  /** Rehashes the right password; undefined if its hash is as good as one made today. */
  renew(
    password: string,
    stored: PasswordHash,
    signal?: AbortSignal,
  ): Promise<PasswordHash | undefined>
  /** How many passwords are being hashed or compared, and how many wait. */
  load(): { running: number; waiting: number }
  /**
   * Does work that will hash a password; refuses it unstarted if there is more than can be served
   * in time.
   */
  admit<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface PasswordOptions {
  keys: Pick<KeyRing, 'pepper' | 'peppers' | 'refresh'>
  cost: number
  pool: HashPool
  /**
   * How many callers may wait before the next is refused. Default: as many as are served within
   * about five seconds.
   */
  maxWaiting?: number
  /** How long a caller may wait before it is refused. Default: 10,000. */
  maxWaitMilliseconds?: number | undefined
}

const retryAfterSeconds = 5

/**
 * Bounds the wait, as hashing threads yield to everything else: on a busy machine, five expected
 * seconds can take minutes.
 */
const defaultMaxWaitMilliseconds = 10_000

/**
 * Slows down refusals: thousands of clients that retry at once would keep the server busy with
 * refusing.
 */
const millisecondsUntilRefusal = 1_000

/**
 * Estimates how many hashes one thread makes in five seconds: one of cost 12 takes about a quarter
 * of a second, and each step of the cost doubles that.
 */
function hashesInFiveSeconds(cost: number): number {
  return Math.max(1, Math.floor(20 * 2 ** (12 - cost)))
}

export function createPasswords({
  keys,
  cost,
  pool,
  maxWaiting = pool.size * hashesInFiveSeconds(cost),
  maxWaitMilliseconds = defaultMaxWaitMilliseconds,
}: PasswordOptions): Passwords {
  const queue = createQueue({
    concurrency: pool.size,
    maxWaiting,
    whenFull: refusal,
    maxWaitMilliseconds: () => maxWaitMilliseconds,
  })
  const nobody = { hash: hashOfNothing(cost), pepperVersion: undefined }
  let admitted = 0

  async function runTask<Result extends string | boolean>(
    task: HashTask,
    signal: AbortSignal | undefined,
    before?: () => Promise<void>,
  ): Promise<Result> {
    try {
      return await queue.run(async () => {
        // Gives up for a client that went away while it waited.
        signal?.throwIfAborted()
        await before?.()
        return pool.run<Result>(task)
      })
    } catch (error) {
      throw error instanceof QueueTimeout ? refusal() : error
    }
  }

  /**
   * Returns 64 characters that depend on all of a password of any length, because bcrypt ignores
   * everything after its 72nd byte.
   */
  async function peppered(password: string, version = keys.pepper.version): Promise<string> {
    const find = () => keys.peppers.find((pepper) => pepper.version === version)
    if (find() === undefined) await keys.refresh()
    const pepper = find()
    if (pepper === undefined) throw new Error(`Pepper ${version} is not among the keys.`)
    return createHmac('sha384', Buffer.from(pepper.secret, 'base64url'))
      .update(password.normalize('NFC'))
      .digest('base64')
  }

  async function hashWith(
    salt: string,
    password: string,
    signal: AbortSignal | undefined,
  ): Promise<PasswordHash> {
    const pepperVersion = keys.pepper.version
    const input = await peppered(password, pepperVersion)
    return {
      hash: await runTask<string>({ password: input, salt }, signal),
      pepperVersion,
    }
  }

  return {
    hash: (password, signal) => hashWith(genSaltSync(cost), password, signal),
    matches: async (password, stored, signal, beforeComparing) => {
      const { hash, pepperVersion } = stored ?? nobody
      const input = await peppered(password, pepperVersion)
      const task = { password: input, hash, cost }
      const matched = await runTask<boolean>(task, signal, beforeComparing)
      return matched && stored !== undefined
    },
    renew: async (password, stored, signal) => {
      const isBehind = getRounds(stored.hash) < cost || stored.pepperVersion < keys.pepper.version
      // Keeps the salt, which shows that the hash is still of the same password
      // (db/queries/users.ts).
      return isBehind
        ? hashWith(
            `$2b$${Math.max(cost, getRounds(stored.hash))}$${saltOf(stored.hash)}`,
            password,
            signal,
          )
        : undefined
    },
    load: queue.load,
    admit: async (work) => {
      if (admitted >= pool.size + maxWaiting) {
        await sleep(millisecondsUntilRefusal)
        throw refusal()
      }
      admitted++
      try {
        return await work()
      } finally {
        admitted--
      }
    },
  }
}

/** Returns a hash of this cost to compare with if there is no user. No password has it. */
function hashOfNothing(cost: number): string {
  return `${genSaltSync(cost)}${randomBytes(31).toString('hex').slice(0, 31)}`
}

/** Returns the salt of a hash: `$2b$12$`, 22 characters of salt, 31 of the hash itself. */
export function saltOf(hash: string): string {
  return hash.slice(7, 29)
}

function refusal(): AppError {
  const cause = new Error('more passwords wait than are hashed in time')
  return new AppError('ServiceUnavailable', { retryAfterSeconds, cause })
}
