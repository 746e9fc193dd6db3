import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { describeCause } from '../errors/describe-cause.ts'
import {
  type CredentialKey,
  type Keys,
  readKeys,
  type SigningKey,
  type VersionedSecret,
} from './keys.ts'

/** The keys as they are now: they may change while the server runs. */
export interface KeyRing {
  /** Those that verify, among them the one that signs. */
  readonly signing: SigningKey[]
  signerAt(at: Date): SigningKey
  readonly peppers: VersionedSecret[]
  /** The pepper of new hashes. */
  readonly pepper: VersionedSecret
  /** The key of new one-time codes. */
  readonly codes: string
  /** Every key that a code may have been stored under. */
  readonly allCodes: string[]
  /** Those that ever signed credentials, among them the one that does. */
  readonly credentials: CredentialKey[]
  credentialSignerAt(at: Date): CredentialKey
  /** Looks whether there are others. To be called when something names a key that is not here. */
  refresh(): Promise<void>
}

export interface KeyRingOptions {
  keys: Keys
  now: () => Date
  /** Undefined when nothing changed. */
  reload?: () => Promise<Keys | undefined>
}

export function createKeyRing({ keys, now, reload }: KeyRingOptions): KeyRing {
  let current = keys
  let refreshing: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    lookedAt = performance.now()
    current = (await reload?.()) ?? current
  }

  return {
    get signing() {
      return current.signing
    },
    signerAt: (at) => signerAt(current.signing, at),
    get peppers() {
      return current.peppers
    },
    get pepper() {
      return inUseAt(current.peppers, now())
    },
    get codes() {
      return inUseAt(current.codes, now()).secret
    },
    get allCodes() {
      return current.codes.map(({ secret }) => secret)
    },
    get credentials() {
      return current.credentials
    },
    credentialSignerAt: (at) => signerAt(current.credentials, at),
    refresh: async () => {
      // Strangers can name unknown keys as often as they like: one look a second is enough.
      if (refreshing === undefined && performance.now() - lookedAt < 1_000) return
      refreshing ??= look().finally(() => {
        refreshing = undefined
      })
      await refreshing
    },
  }
}

export interface OpenKeyRing {
  keys: KeyRing
  close: () => void
}

/** How long it takes at most until a running server knows a key that was added to the file. */
export const keysAreReadEveryMilliseconds = 5_000

/** The keys of a file, read again when it changes. What cannot be read leaves them as they are. */
export async function openKeyRing(
  file: string,
  { now, log }: { now: () => Date; log: Logger },
): Promise<OpenKeyRing> {
  let seen = await fingerprintOf(file)
  let unreadable: string | undefined
  const keys = createKeyRing({
    keys: await readKeys(file),
    now,
    reload: async () => {
      const found = await fingerprintOf(file)
      if (found === seen) return undefined
      try {
        const changed = await readKeys(file)
        seen = found
        log.info({ file }, 'the keys changed and were read again')
        return changed
      } catch (error) {
        if (found !== unreadable)
          log.error(
            { file, cause: describeCause(error) },
            'the keys changed but cannot be read: the old ones stay in use',
          )
        unreadable = found
        return undefined
      }
    },
  })
  const timer = setInterval(() => void keys.refresh(), keysAreReadEveryMilliseconds)
  timer.unref()
  return { keys, close: () => clearInterval(timer) }
}

/** The key that signs: of those that are active the latest, of several without a date the first. */
export function signerAt<Key extends { activeFrom?: string | undefined }>(
  keys: Key[],
  at: Date,
): Key {
  const active = keys.filter((key) => isActive(key, at))
  const [first = keys[0], ...others] = active
  if (first === undefined) throw new Error('There is no key to sign with.')
  return others.reduce(
    (latest, key) => (activeSince(key) > activeSince(latest) ? key : latest),
    first,
  )
}

/** The secret for what is made now: of those that are active the highest version. */
export function inUseAt(secrets: VersionedSecret[], at: Date): VersionedSecret {
  const highestFirst = secrets.toSorted((one, other) => other.version - one.version)
  const inUse = highestFirst.find((secret) => isActive(secret, at)) ?? highestFirst.at(-1)
  if (inUse === undefined) throw new Error('There is no such key.')
  return inUse
}

export function isActive(key: { activeFrom?: string | undefined }, at: Date): boolean {
  return activeSince(key) <= at.getTime()
}

function activeSince({ activeFrom }: { activeFrom?: string | undefined }): number {
  return activeFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(activeFrom)
}

async function fingerprintOf(file: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(file).catch(() => ({ ino: 0, mtimeMs: 0, size: 0 }))
  return `${ino} ${mtimeMs} ${size}`
}
