import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Logger } from 'pino'
import { createBatchLoader } from '../../db/postgres/batch-loader.ts'
import type { Db } from '../../db/postgres/client.ts'
import {
  type ApiKeyRow,
  type ApiKeyStatus,
  type ApiKeyWithMaker,
  findApiKeysWithMakers,
  noteUseOfApiKey,
} from '../../db/queries/people/api-keys.ts'
import { base58OfNumber, randomBase58 } from '../../lib/base58.ts'
import { createBackgroundNotes } from './background-notes.ts'
import { type KeyScope, keyScopes, mayAdminister, mayGive } from './permissions.ts'
import type { SignedInUser } from './sessions.ts'

export const apiKeyPrefix = 'lyc_'

const [idLength, secretLength, checksumLength] = [12, 32, 6]
const digit = '[1-9A-HJ-NP-Za-km-z]'
const secretPart = `${digit}{${secretLength + checksumLength}}`

/** Pattern for scanners that look for leaked secrets. */
export const apiKeyPattern = `${apiKeyPrefix}${digit}{${idLength}}_${secretPart}`

const wholeKey = new RegExp(`^${apiKeyPattern}$`)

/** A key as sent, with the right checksum; whether it exists is unknown. */
export interface PresentedKey {
  publicId: string
  secretHash: string
}

interface MadeKey extends PresentedKey {
  /** The whole key: shown once, and stored nowhere. */
  text: string
}

type FoundApiKey =
  | {
      user: SignedInUser
      key: { id: string; scopes: KeyScope[]; courseIds: string[] }
      refusal?: never
    }
  | { user?: never; key?: never; refusal: 'TokenInvalid' | 'TokenExpired' | 'AccountSuspended' }

/** The credentials of programs, each made by an administrator for whom it acts. */
export interface ApiKeys {
  /** Makes a key; for a rotation with the id of the one that it replaces. */
  make(publicId?: string): MadeKey
  /** Finds a key and its maker, or why it is not good. Nothing of it is remembered. */
  find(db: Db, presented: PresentedKey): Promise<FoundApiKey>
}

export function createApiKeys({ now, log }: { now: () => Date; log: Logger }): ApiKeys {
  const note = createBackgroundNotes(log)

  /** Records the use to the hour, in the background. */
  function noteUse(db: Db, { id, lastUsedAt }: ApiKeyWithMaker): void {
    const hour = new Date(now().setUTCMinutes(0, 0, 0))
    if (lastUsedAt !== null && lastUsedAt >= hour) return
    note(id, 'the last use of a key', () => noteUseOfApiKey(db, id, hour))
  }

  return {
    make: (publicId = randomBase58(idLength)) => {
      const unchecked = `${apiKeyPrefix}${publicId}_${randomBase58(secretLength)}`
      const text = `${unchecked}${checksumOf(unchecked)}`
      return { publicId, secretHash: hash('sha256', text), text }
    },
    find: async (db, presented) => {
      const found = await findKey(db, presented.publicId)
      if (found === undefined || !isRight(found, presented, now()))
        return { refusal: 'TokenInvalid' }
      const { userId, email, name, role } = found
      if (found.expiresAt <= now()) return { refusal: 'TokenExpired' }
      if (found.suspendedAt !== null) return { refusal: 'AccountSuspended' }
      if (!mayAdminister(found, 'api-keys:write')) return { refusal: 'TokenInvalid' }

      noteUse(db, found)
      return {
        user: { id: userId, email, name, role },
        key: {
          id: found.id,
          // Grants never more than its maker has at this moment.
          scopes: keyScopes.filter(
            (scope) => found.scopes.includes(scope) && mayGive(found, scope),
          ),
          courseIds: found.courseIds,
        },
      }
    },
  }
}

/** Reads a whole key, as it was shown; else undefined: a typing error costs no look-up. */
export function readApiKey(text: string): PresentedKey | undefined {
  if (!wholeKey.test(text)) return undefined
  const checksum = text.slice(-checksumLength)
  if (checksumOf(text.slice(0, -checksumLength)) !== checksum) return undefined
  const publicId = text.slice(apiKeyPrefix.length, apiKeyPrefix.length + idLength)
  return { publicId, secretHash: hash('sha256', text) }
}

function checksumOf(text: string): string {
  return base58OfNumber(crc32(text), checksumLength)
}

const findKey = createBatchLoader<ApiKeyWithMaker>(
  async (db, publicIds) =>
    new Map((await findApiKeysWithMakers(db, publicIds)).map((key) => [key.publicId, key])),
)

function isRight(
  { secretHash, formerSecretHash, formerUntil }: ApiKeyWithMaker,
  presented: PresentedKey,
  at: Date,
): boolean {
  if (isSame(secretHash, presented.secretHash)) return true
  if (formerSecretHash === null || formerUntil === null || formerUntil <= at) return false
  return isSame(formerSecretHash, presented.secretHash)
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** Whether a program can use it: it has not ended, and its maker may still make keys. */
export function isActive(row: ApiKeyRow, at: Date): boolean {
  return statusOfApiKey(row, at) === 'active'
}

export function statusOfApiKey({ revokedAt, expiresAt, maker }: ApiKeyRow, at: Date): ApiKeyStatus {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= at) return 'expired'
  return maker.suspendedAt === null && mayAdminister(maker, 'api-keys:write') ? 'active' : 'blocked'
}
