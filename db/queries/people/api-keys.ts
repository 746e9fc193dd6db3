import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { isBefore, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { apiKeys } from '../../schema/people/api-keys.ts'
import { users } from '../../schema/people/users.ts'
import type { UserRow } from './users/users.ts'

type Row = typeof apiKeys.$inferSelect

/** An unrevoked key, with the administrator for whom it acts. */
export interface ApiKeyWithMaker
  extends Pick<
      Row,
      | 'id'
      | 'publicId'
      | 'secretHash'
      | 'formerSecretHash'
      | 'formerUntil'
      | 'scopes'
      | 'courseIds'
      | 'expiresAt'
      | 'lastUsedAt'
    >,
    Pick<UserRow, 'email' | 'name' | 'role' | 'suspendedAt'> {
  userId: string
}

// The limit is the array's length, as for sessions.
const keysWithMakers = `
  select k.id, k.public_id as "publicId", k.secret_hash as "secretHash",
    k.former_secret_hash as "formerSecretHash", k.former_until as "formerUntil", k.scopes,
    k.course_ids as "courseIds", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
    u.id as "userId", u.email, u.name, u.role, u.suspended_at as "suspendedAt"
  from (select * from unnest($1::text[]) limit $2) as wanted (public_id)
  join api_keys k on k.public_id = wanted.public_id and k.revoked_at is null
  join users u on u.id = k.created_by`

export async function findApiKeysWithMakers(
  db: Db,
  publicIds: string[],
): Promise<ApiKeyWithMaker[]> {
  return runNamed(db, {
    name: 'find_api_keys_with_makers',
    text: keysWithMakers,
    values: [publicIds, publicIds.length],
  })
}

export async function noteUseOfApiKey(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, at))))
}

const { id, publicId, name, scopes, courseIds, createdAt, expiresAt, lastUsedAt, revokedAt } =
  apiKeys

/** Everything about a key that may be shown. */
const shown = {
  ...{ id, publicId, name, scopes, courseIds, createdAt, expiresAt, lastUsedAt, revokedAt },
  formerUntil: apiKeys.formerUntil,
  maker: {
    id: users.id,
    name: users.name,
    email: users.email,
    role: users.role,
    suspendedAt: users.suspendedAt,
  },
}

export interface ApiKeyRow extends Omit<Row, 'createdBy' | 'secretHash' | 'formerSecretHash'> {
  maker: Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'suspendedAt'>
}

/** The states of a key as administrators see it: blocked while its maker may not have one. */
export const apiKeyStatuses = ['active', 'blocked', 'expired', 'revoked'] as const
export type ApiKeyStatus = (typeof apiKeyStatuses)[number]

function hasStatus(status: ApiKeyStatus, { at, makerRoles }: Standards): SQL | undefined {
  const isLive = and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, at))
  const works = and(isNull(users.suspendedAt), inArray(users.role, makerRoles))
  return {
    active: and(isLive, works),
    blocked: and(isLive, or(isNotNull(users.suspendedAt), notInArray(users.role, makerRoles))),
    expired: and(isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, at)),
    revoked: isNotNull(apiKeys.revokedAt),
  }[status]
}

interface Standards {
  at: Date
  /** The roles that may have keys. */
  makerRoles: UserRow['role'][]
}

interface ApiKeyPage extends Standards, PageAfter {
  status: ApiKeyStatus | undefined
}

/** Lists keys after `after`, newest first. */
export async function listApiKeys(
  db: Db,
  { status, after, limit, ...standards }: ApiKeyPage,
): Promise<ApiKeyRow[]> {
  return db
    .select(shown)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(isBefore(apiKeys.id, after), status && hasStatus(status, standards)))
    .orderBy(desc(apiKeys.id))
    .limit(limit)
}

export async function findApiKey(
  db: Db,
  key: { id: string } | { publicId: string },
): Promise<ApiKeyRow | undefined> {
  const [found] = await db
    .select(shown)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where('id' in key ? eq(apiKeys.id, key.id) : eq(apiKeys.publicId, key.publicId))
  return found
}

/** Makes those who create keys wait for each other until the end of the transaction. */
export async function lockApiKeys(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('api-keys', 0))`)
}

export async function countLiveApiKeys(db: Db, at: Date): Promise<number> {
  const [counted] = await db
    .select({ live: count() })
    .from(apiKeys)
    .where(and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, at)))
  return counted?.live ?? 0
}

export async function insertApiKey(db: Db, key: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(key)
}

/**
 * Replaces a live key's secret; the former one works until `formerUntil`. False if the key has
 * ended.
 */
export async function replaceSecret(
  db: Db,
  change: { id: string; secretHash: string; createdBy: string; at: Date; formerUntil: Date | null },
): Promise<boolean> {
  const { at, formerUntil, secretHash, createdBy } = change
  const { rowCount } = await db
    .update(apiKeys)
    .set({
      secretHash,
      createdBy,
      formerUntil,
      formerSecretHash: formerUntil === null ? null : sql`${apiKeys.secretHash}`,
    })
    .where(and(eq(apiKeys.id, change.id), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, at)))
  return rowCount === 1
}

/** Revokes a key; false if it already was. */
export async function revokeApiKey(db: Db, key: { id: string; at: Date }): Promise<boolean> {
  const { rowCount } = await db
    .update(apiKeys)
    .set({ revokedAt: key.at, formerSecretHash: null, formerUntil: null })
    .where(and(eq(apiKeys.id, key.id), isNull(apiKeys.revokedAt)))
  return rowCount === 1
}

/** Revokes the keys that act for a user; returns their ids. */
export async function revokeApiKeysOf(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<string[]> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: at, formerSecretHash: null, formerUntil: null })
    .where(and(eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  return revoked.map(({ id }) => id)
}

export async function deleteApiKeysEndedBefore(db: Db, at: Date): Promise<void> {
  await deleteInBatches(db, apiKeys, or(lt(apiKeys.revokedAt, at), lt(apiKeys.expiresAt, at)))
}
