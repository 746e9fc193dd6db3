import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { genSaltSync, getRounds } from 'bcrypt'
import { AppError } from '../errors/errors.ts'
import { hashPool, inHashWorker } from './hash-pool.ts'
import type { KeyRing } from './key-ring.ts'

export interface PasswordHash {
  hash: string
  pepperVersion: number
}

export interface Passwords {
  hash(password: string, signal?: AbortSignal): Promise<PasswordHash>
  /**
   * Always one comparison, also without a stored hash, so that the time does not tell whether there
   * is one.
   */
  matches(
    password: string,
    stored: PasswordHash | undefined,
    signal?: AbortSignal,
  ): Promise<boolean>
  /**
   * The right password hashed as hashes are made today; undefined when its hash is no older than
   * that.
   */
  renew(
    password: string,
    stored: PasswordHash,
    signal?: AbortSignal,
  ): Promise<PasswordHash | undefined>
  /** How many are being hashed or compared, and how many wait for it. */
  load(): { running: number; waiting: number }
  /**
   * Does work that will hash, unless as much of it is going on as can be served in time: then
   * nothing of it is begun.
   */
  admit<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface PasswordOptions {
  keys: Pick<KeyRing, 'pepper' | 'peppers' | 'refresh'>
  cost: number
  /**
   * How many callers may wait for their turn before the next is turned away; as many as get it
   * within about five seconds, unless given.
   */
  maxWaiting?: number
}

const retryAfterSeconds = 5

/**
 * Who is turned away is told so only then: thousands who come back as soon as they are answered
 * would keep the server busy with refusing.
 */
const millisecondsUntilRefusal = 1_000

/**
 * A hash of cost 12 takes about a quarter of a second, and each step of the cost doubles that: so
 * many take turns on one thread in five seconds.
 */
function hashesInFiveSeconds(cost: number): number {
  return Math.max(1, Math.floor(20 * 2 ** (12 - cost)))
}

export function createPasswords({
  keys,
  cost,
  maxWaiting = hashPool * hashesInFiveSeconds(cost),
}: PasswordOptions): Passwords {
  const { inTurn, load } = limitConcurrency(hashPool, maxWaiting)
  const nobody = { hash: hashOfNothing(cost), pepperVersion: undefined }
  let admitted = 0

  /**
   * bcrypt ignores everything after its 72nd byte; these 64 characters hold all of a password of
   * any length.
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
      hash: await inTurn(() => inHashWorker<string>({ password: input, salt }), signal),
      pepperVersion,
    }
  }

  return {
    hash: (password, signal) => hashWith(genSaltSync(cost), password, signal),
    matches: async (password, stored, signal) => {
      const { hash, pepperVersion } = stored ?? nobody
      const input = await peppered(password, pepperVersion)
      const matched = await inTurn(
        () => inHashWorker<boolean>({ password: input, hash, cost }),
        signal,
      )
      return matched && stored !== undefined
    },
    renew: async (password, stored, signal) => {
      const isBehind = getRounds(stored.hash) < cost || stored.pepperVersion < keys.pepper.version
      // The salt stays: by it the hash is known to be of the same password still
      // (db/queries/users.ts).
      return isBehind
        ? hashWith(
            `$2b$${Math.max(cost, getRounds(stored.hash))}$${saltOf(stored.hash)}`,
            password,
            signal,
          )
        : undefined
    },
    load,
    admit: async (work) => {
      if (admitted >= hashPool + maxWaiting) {
        await sleep(millisecondsUntilRefusal)
        throw new AppError('ServiceUnavailable', { retryAfterSeconds })
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

/**
 * What is compared with where there is no user, at the same cost. Made of nothing: no password has
 * it.
 */
function hashOfNothing(cost: number): string {
  return `${genSaltSync(cost)}${randomBytes(31).toString('hex').slice(0, 31)}`
}

/** `$2b$12$`, 22 characters of salt, 31 of the hash. */
function saltOf(hash: string): string {
  return hash.slice(7, 29)
}

/** Only so many at once, the others wait in line; who finds the line full is turned away. */
function limitConcurrency(maxRunning: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<Result>(
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new AppError('ServiceUnavailable', { retryAfterSeconds })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      // Who went away while waiting is not worth the work.
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }

  return { inTurn, load: () => ({ running, waiting: waiting.length }) }
}
