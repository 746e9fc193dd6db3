import { codeLifetimeMilliseconds } from '../one-time-codes.ts'
import { makeCredentialKey } from './credential-keys.ts'
import { inUseAt, isActive, keysAreReadEveryMilliseconds, signerAt } from './key-ring.ts'
import { type Keys, makeSecret, makeSigningKey, type VersionedSecret } from './keys.ts'

/** The kinds of keys that can be rotated, by their names in the file. */
export type KeyKind = 'signing' | 'peppers' | 'codes' | 'credentials'

/**
 * State of a key: one of each kind is in use; others are `next` (known to every process, not used
 * yet) or `former` (still valid for what was made with them).
 */
export interface KeyState {
  kind: KeyKind
  /** The `kid` of a signing key, the version of any other. */
  name: string
  state: 'in use' | 'next' | 'former'
  activeFrom: string | null
}

export function describeKeys(
  { signing, peppers, codes, credentials }: Keys,
  now: Date,
): KeyState[] {
  function stateOf<Key extends { activeFrom?: string | undefined }>(
    kind: KeyKind,
    key: Key,
    { name, inUse }: { name: string; inUse: Key },
  ): KeyState {
    const state = key === inUse ? 'in use' : isActive(key, now) ? 'former' : 'next'
    return { kind, name, state, activeFrom: key.activeFrom ?? null }
  }
  const [signer, pepper, code] = [
    signerAt(signing, now),
    inUseAt(peppers, now),
    inUseAt(codes, now),
  ]
  const credentialSigner = signerAt(credentials, now)
  return [
    ...signing.map((key) => stateOf('signing', key, { name: key.kid, inUse: signer })),
    ...peppers.map((key) =>
      stateOf('peppers', key, { name: `version ${key.version}`, inUse: pepper }),
    ),
    ...codes.map((key) => stateOf('codes', key, { name: `version ${key.version}`, inUse: code })),
    ...credentials.map((key) =>
      stateOf('credentials', key, { name: key.kid, inUse: credentialSigner }),
    ),
  ]
}

export interface Rotation {
  kind: KeyKind
  /** When the new key comes into use. */
  activeFrom: Date
}

/** Returns the keys with a new one; undefined if one is already waiting to come into use. */
export async function addKey(
  keys: Keys,
  { kind, activeFrom }: Rotation,
  now: Date,
): Promise<Keys | undefined> {
  if (keys[kind].some((key) => !isActive(key, now))) return undefined
  const from = { activeFrom: activeFrom.toISOString() }
  if (kind === 'signing')
    return { ...keys, signing: [...keys.signing, { ...(await makeSigningKey()), ...from }] }
  if (kind === 'credentials')
    return { ...keys, credentials: [...keys.credentials, { ...makeCredentialKey(), ...from }] }
  return {
    ...keys,
    [kind]: [
      ...keys[kind],
      { version: highestVersion(keys[kind]) + 1, secret: makeSecret(), ...from },
    ],
  }
}

/** Returns the keys with a new one that replaces all of its kind, and voids what they signed. */
export async function replaceKey(keys: Keys, kind: 'signing' | 'codes', now: Date): Promise<Keys> {
  const from = { activeFrom: now.toISOString() }
  if (kind === 'signing') return { ...keys, signing: [{ ...(await makeSigningKey()), ...from }] }
  return {
    ...keys,
    codes: [{ version: highestVersion(keys.codes) + 1, secret: makeSecret(), ...from }],
  }
}

export interface KeysInUse {
  now: Date
  /** Whether a session opened before this moment may still be open. */
  hasSessionFrom: (before: Date) => Promise<boolean>
  /** Versions of the peppers that stored passwords and secrets use. */
  pepperVersions: number[]
}

/** Returns the keys without the former ones that nothing needs any longer. */
export async function withoutUnneeded(
  keys: Keys,
  { now, hasSessionFrom, pepperVersions }: KeysInUse,
): Promise<Keys> {
  const signer = signerAt(keys.signing, now)
  const signerIsKnownSince = sinceWhen(signer, now)
  // Allows for other processes, which may have learned of it later.
  const isAlone =
    signerIsKnownSince !== undefined &&
    !(await hasSessionFrom(new Date(signerIsKnownSince + 2 * keysAreReadEveryMilliseconds)))
  const pepper = inUseAt(keys.peppers, now)
  const code = inUseAt(keys.codes, now)
  const codeIsUsedSince = sinceWhen(code, now)
  const codesAreOver =
    codeIsUsedSince !== undefined &&
    now.getTime() - codeIsUsedSince > codeLifetimeMilliseconds + 2 * keysAreReadEveryMilliseconds
  return {
    ...keys,
    signing: keys.signing.filter((key) => key === signer || !isActive(key, now) || !isAlone),
    peppers: keys.peppers.filter(
      (key) => key.version >= pepper.version || pepperVersions.includes(key.version),
    ),
    codes: keys.codes.filter((key) => key.version >= code.version || !codesAreOver),
  }
}

/** Reads when the key came into use; undefined if the file does not say. */
function sinceWhen(
  { activeFrom }: { activeFrom?: string | undefined },
  now: Date,
): number | undefined {
  return activeFrom === undefined ? undefined : Math.min(Date.parse(activeFrom), now.getTime())
}

function highestVersion(secrets: VersionedSecret[]): number {
  return Math.max(...secrets.map(({ version }) => version))
}
