import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { shareCalls } from '../../../lib/single-flight.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import {
  type CredentialKey,
  type Keys,
  type KeysSource,
  readConfiguredKeys,
  readKeys,
  type SigningKey,
  type VersionedSecret,
} from './keys.ts'

/** The current keys: they may change while the server runs. */
export interface KeyRing {
  /** Keys that verify tokens, including the one that signs. */
  readonly signing: SigningKey[]
  signerAt(at: Date): SigningKey
  readonly peppers: VersionedSecret[]
  /** The pepper for new hashes. */
  readonly pepper: VersionedSecret
  /** The key for new one-time codes. */
  readonly codes: string
  /** Keys under which codes may be stored. */
  readonly allCodes: string[]
  /** Keys that ever signed credentials, including the one that signs now. */
  readonly credentials: CredentialKey[]
  credentialSignerAt(at: Date): CredentialKey
  /** Reads the keys again. Call it when something names an unknown key. */
  refresh(): Promise<void>
}

export interface KeyRingOptions {
  keys: Keys
  now: () => Date
  /** Returns undefined if nothing changed. */
  reload?: () => Promise<Keys | undefined>
}

export function createKeyRing({ keys, now, reload }: KeyRingOptions): KeyRing {
  let current = keys

  // Refreshes once a second: strangers can name unknown keys as often as they like.
  const refresh = shareCalls(
    async () => {
      current = (await reload?.()) ?? current
    },
    { freshMilliseconds: 1_000 },
  )

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
    refresh,
  }
}

export interface OpenKeyRing {
  keys: KeyRing
  close: () => void
}

/** How long a running server may take to know a key that was added to the file. */
export const keysAreReadEveryMilliseconds = 5_000

/**
 * Opens the keys of the settings. Rereads a file when it changes, even if a mount or link leads to
 * a new one; an unreadable one changes nothing.
 */
export async function openKeyRing(
  source: KeysSource,
  { now, log }: { now: () => Date; log: Logger },
): Promise<OpenKeyRing> {
  if (source.keysText !== undefined) {
    const keys = createKeyRing({ keys: await readConfiguredKeys(source), now })
    return { keys, close: () => undefined }
  }

  const file = source.keysFile
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
        log.info({ file }, 'the keys file changed and was read again')
        return changed
      } catch (error) {
        if (found !== unreadable)
          log.error(
            { file, cause: describeCause(error) },
            'the keys file changed but cannot be read: the old keys stay in use',
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

/** Returns the key that signs: the latest active one, or the first of those without a date. */
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

/** Returns the secret in use: the highest active version. */
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
