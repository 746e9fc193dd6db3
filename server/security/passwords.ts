import { createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { compare, hash } from 'bcrypt'
import { AppError } from '../errors.ts'
import type { Keys } from './keys.ts'

export interface PasswordHash {
  hash: string
  pepperVersion: number
}

export interface Passwords {
  hash(password: string, signal?: AbortSignal): Promise<PasswordHash>
  /** Always one comparison, also without a stored hash, so that the time does not tell whether there is one. */
  matches(password: string, stored: PasswordHash | undefined, signal?: AbortSignal): Promise<boolean>
}

export interface PasswordOptions {
  peppers: Keys['peppers']
  cost: number
  /** How many callers may wait for their turn before the next is turned away; as many as get it within about five seconds, unless given. */
  maxWaiting?: number
}

/** bcrypt runs on libuv's four threads, which files and DNS need too: one of them stays free. */
export const maxHashesAtOnce = Math.min(availableParallelism(), 3)

/** A hash of cost 12 takes about a quarter of a second, and each step of the cost doubles that: so many take turns on one thread in five seconds. */
function hashesInFiveSeconds(cost: number): number {
  return Math.max(1, Math.floor(20 * 2 ** (12 - cost)))
}

export function createPasswords({ peppers, cost, maxWaiting = maxHashesAtOnce * hashesInFiveSeconds(cost) }: PasswordOptions): Passwords {
  const secrets = new Map(peppers.map((pepper) => [pepper.version, pepper.secret]))
  const current = Math.max(...secrets.keys())
  const inTurn = limitConcurrency(maxHashesAtOnce, maxWaiting)
  // Nobody's password: what unknown users are compared with, at the same cost.
  const nobody = hash(peppered('nobody', current), cost)

  /** bcrypt ignores everything after its 72nd byte; these 64 characters hold all of a password of any length. */
  function peppered(password: string, version: number): string {
    const secret = secrets.get(version)
    if (secret === undefined) throw new Error(`Pepper ${version} is not among the keys.`)
    return createHmac('sha384', Buffer.from(secret, 'base64url')).update(password.normalize('NFC')).digest('base64')
  }

  return {
    hash: async (password, signal) => ({
      hash: await inTurn(() => hash(peppered(password, current), cost), signal),
      pepperVersion: current,
    }),
    matches: async (password, stored, signal) => {
      const against = stored?.hash ?? (await nobody)
      const matched = await inTurn(() => compare(peppered(password, stored?.pepperVersion ?? current), against), signal)
      return matched && stored !== undefined
    },
  }
}

/** Only so many at once, the others wait in line; who finds the line full is turned away. */
function limitConcurrency(maxRunning: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new AppError('ServiceUnavailable', { retryAfterSeconds: 5 })
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
}
