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

/** The database was written with other keys than the given ones. */
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
 * Refuses keys other than those that the data was written with, and notes new ones. Data from
 * before they were noted takes the given ones, unless it shows that they are wrong.
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
    // Two first starts with different keys: the second sees those of the first.
    await lockKeys(db)
    requireRight(await findWrongKeys(db, keys))
    await insertDataKeys(db, given, ctx.now())
  })
}

function requireRight(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new WrongKeys(wrong)
}

/**
 * Says what is wrong with keys for this data, by names and fingerprints; empty when they are right.
 */
export async function findWrongKeys(db: Deps['db'], keys: Given): Promise<string[]> {
  const noted = await listDataKeys(db)
  if (noted.length > 0) return differencesOf(keys, noted)
  const versions = new Set(keys.peppers.map(({ version }) => version))
  const missing = (await listPepperVersions(db)).filter((version) => !versions.has(version))
  const credential = await findNewestCredential(db)
  const url = credential === undefined ? undefined : decodeProtectedHeader(credential).kid
  // The last part of its URL; the half for ES256 adds to it.
  const signer = url?.split(/[#/]/u).at(-1)
  const isStrange =
    signer !== undefined && !keys.credentials.some(({ kid }) => signer.startsWith(kid))
  return [
    ...missing.map((version) => `pepper ${version} is missing`),
    ...(isStrange ? [`certificates were signed by the key ${signer}, which is missing`] : []),
  ]
}

/**
 * Each noted pepper and credential key must be there, because data needs it; of the keys of
 * sessions one is enough.
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

/** Takes the fingerprint of a public half, or of a secret by an HMAC that tells nothing of it. */
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

/** Notes exactly these keys, after a rotation or a pruning, in its transaction. */
export async function noteKeys({ db, now }: Data, keys: Given): Promise<void> {
  await deleteDataKeys(db)
  await insertDataKeys(db, fingerprintsOf(keys), now())
}

export interface AdoptedKeys {
  wrong: string[]
  /** Accounts that need a new password, by mail. */
  passwords: number
  sessions: number
}

/**
 * Goes on with the given keys, because those of the data are lost for good: passwords that nobody
 * can check any more are taken away, so that their owners set new ones by mail; all sessions and
 * codes end. Secrets of webhooks and repositories have to be set anew, as both say.
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
