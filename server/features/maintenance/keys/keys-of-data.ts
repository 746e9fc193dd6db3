import { createHash, createHmac } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { lockKeys } from '../../../../db/postgres/database-server.ts'
import {
  type DataKey,
  deleteDataKeys,
  endAllSignIns,
  findNewestCredential,
  forgetPasswordsWith,
  insertDataKeys,
  listDataKeys,
} from '../../../../db/queries/maintenance/keys.ts'
import { listPepperVersions } from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { type Keys, KeysError } from '../../../security/key-ring/keys.ts'

type Given = Pick<Keys, 'signing' | 'peppers' | 'credentials'>
type Data = Pick<Deps, 'db' | 'now'>

/** Signals that the database was written with other keys. */
export class WrongKeys extends KeysError {
  constructor(wrong: readonly string[]) {
    super(
      `These are not the keys that the data was written with: ${wrong.join('; ')}. With them no ` +
        'password would be right. Put back the keys of that time (KEYS_FILE, KEYS). Where they are ' +
        'lost for good: npm run lyceum -- keys adopt --dry-run',
    )
  }
}

/**
 * Refuses keys other than those that the data was written with, and records new ones. Data without
 * recorded keys accepts the given ones, unless it shows that they are wrong.
 *
 * @throws WrongKeys
 */
export async function requireKeysOfData(
  ctx: Data & Pick<Deps, 'withTransaction'>,
  keys: Given,
): Promise<void> {
  const noted = await listDataKeys(ctx.db)
  const given = fingerprintsOf(keys)
  if (given.every((key) => noted.some((other) => isSame(key, other))) && noted.length > 0) {
    requireRight(differencesOf(keys, noted))
    return
  }
  await ctx.withTransaction(async (db) => {
    // Locks, so that of two first starts with different keys the second sees those of the first.
    await lockKeys(db)
    requireRight(await findWrongKeys(db, keys))
    await insertDataKeys(db, given, ctx.now())
  })
}

function requireRight(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new WrongKeys(wrong)
}

/** Returns faults of keys for this data, by names and fingerprints; empty when they are right. */
export async function findWrongKeys(db: Deps['db'], keys: Given): Promise<string[]> {
  const noted = await listDataKeys(db)
  if (noted.length > 0) return differencesOf(keys, noted)
  const versions = new Set(keys.peppers.map(({ version }) => version))
  const missing = (await listPepperVersions(db)).filter((version) => !versions.has(version))
  const credential = await findNewestCredential(db)
  const url = credential === undefined ? undefined : decodeProtectedHeader(credential).kid
  // Takes the last part of its URL, which the half for ES256 extends.
  const signer = url?.split(/[#/]/u).at(-1)
  const isStrange =
    signer !== undefined && !keys.credentials.some(({ kid }) => signer.startsWith(kid))
  return [
    ...missing.map((version) => `pepper ${version} is missing`),
    ...(isStrange ? [`certificates were signed by the key ${signer}, which is missing`] : []),
  ]
}

/**
 * Compares keys: data needs each recorded pepper and credential key, but only one of the keys of
 * sessions.
 */
function differencesOf(keys: Given, noted: readonly DataKey[]): string[] {
  const given = fingerprintsOf(keys)
  const wrong = noted.filter((key) => !given.some((other) => isSame(key, other)))
  const lasting = wrong.filter(({ kind }) => kind !== 'signing')
  const signing = noted.filter(({ kind }) => kind === 'signing')
  const isStrange = signing.length > 0 && signing.every((key) => wrong.includes(key))
  return [...lasting, ...(isStrange ? signing.slice(-1) : [])].map((key) => {
    const here = given.find(({ kind, name }) => kind === key.kind && name === key.name)
    const label = `${key.kind} ${key.name} (${key.fingerprint})`
    return here === undefined ? `${label} is missing` : `${label} is ${here.fingerprint} here`
  })
}

function isSame(one: DataKey, other: DataKey): boolean {
  return one.kind === other.kind && one.name === other.name && one.fingerprint === other.fingerprint
}

/** Returns fingerprints of public halves, and HMACs of secrets, which tell nothing of them. */
export function fingerprintsOf({ signing, peppers, credentials }: Given): DataKey[] {
  const cut = (digest: string) => digest.slice(0, 12)
  const ofPublic = (x: string) => cut(createHash('sha256').update(x).digest('hex'))
  return [
    ...signing.map(
      ({ kid, x }) => ({ kind: 'signing', name: kid, fingerprint: ofPublic(x) }) as const,
    ),
    ...peppers.map(({ version, secret }) => {
      const mac = createHmac('sha256', Buffer.from(secret, 'base64url')).update('fingerprint')
      return { kind: 'peppers', name: `${version}`, fingerprint: cut(mac.digest('hex')) } as const
    }),
    ...credentials.map(
      ({ kid, x }) => ({ kind: 'credentials', name: kid, fingerprint: ofPublic(x) }) as const,
    ),
  ]
}

/** Records exactly these keys, after a rotation or a pruning, in its transaction. */
export async function noteKeys({ db, now }: Data, keys: Given): Promise<void> {
  await deleteDataKeys(db)
  await insertDataKeys(db, fingerprintsOf(keys), now())
}

export interface AdoptedKeys {
  wrong: string[]
  /** Accounts that need a new password by mail. */
  passwords: number
  sessions: number
}

/**
 * Continues with the given keys, because those of the data are lost for good. Removes passwords
 * that nobody can check any more, so that their owners set new ones by mail; ends all sessions and
 * codes. Secrets of webhooks and repositories have to be set anew, as both say.
 */
export async function adoptKeys(ctx: Deps, keys: Given): Promise<AdoptedKeys> {
  return inTransaction(ctx, async (ctx) => {
    await lockKeys(ctx.db)
    const wrong = await findWrongKeys(ctx.db, keys)
    if (wrong.length === 0) return { wrong, passwords: 0, sessions: 0 }
    const noted = await listDataKeys(ctx.db)
    const kept = fingerprintsOf(keys).filter((key) => noted.some((other) => isSame(key, other)))
    const lost = (await listPepperVersions(ctx.db)).filter(
      (version) => !kept.some(({ kind, name }) => kind === 'peppers' && name === `${version}`),
    )
    const passwords = lost.length === 0 ? 0 : await forgetPasswordsWith(ctx.db, lost)
    const sessions = await endAllSignIns(ctx.db)
    await noteKeys(ctx, keys)
    await recordEvent(ctx, 'keys-adopted', { details: { passwords, sessions } })
    return { wrong, passwords, sessions }
  })
}
