import { and, asc, eq, gt, isNull, lte, ne } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { isAfter, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { identities, oauthExchanges, oauthFlows } from '../../schema/people/identities.ts'
import { users } from '../../schema/people/users.ts'
import type { UserRow } from './users/users.ts'

export type IdentityRow = typeof identities.$inferSelect
export type OAuthFlowRow = typeof oauthFlows.$inferSelect
export type OAuthExchangeRow = typeof oauthExchanges.$inferSelect

export async function insertFlow(db: Db, flow: OAuthFlowRow): Promise<void> {
  await db.insert(oauthFlows).values(flow)
}

interface ReturningFlow
  extends Pick<OAuthFlowRow, 'stateHash' | 'holderHash' | 'purpose' | 'provider'> {
  /** Address to which the provider sends browsers that visit by plain redirects. */
  redirectsVia: string
  /** Whether it returns from such a visit. */
  isRedirect: boolean
  now: Date
}

/**
 * Returns the flow to exactly one request; undefined if it was used, has expired, belongs to a
 * different holder, or began the other way.
 */
export async function useUpFlow(
  db: Db,
  { now, redirectsVia, isRedirect, ...flow }: ReturningFlow,
): Promise<OAuthFlowRow | undefined> {
  const cameTheSameWay = isRedirect ? eq : ne
  const [used] = await db
    .delete(oauthFlows)
    .where(
      and(
        eq(oauthFlows.stateHash, flow.stateHash),
        eq(oauthFlows.holderHash, flow.holderHash),
        eq(oauthFlows.purpose, flow.purpose),
        eq(oauthFlows.provider, flow.provider),
        cameTheSameWay(oauthFlows.redirectUri, redirectsVia),
        gt(oauthFlows.expiresAt, now),
      ),
    )
    .returning()
  return used
}

export async function insertExchange(db: Db, exchange: OAuthExchangeRow): Promise<void> {
  await db.insert(oauthExchanges).values(exchange)
}

interface ExchangeOffer extends Pick<OAuthExchangeRow, 'codeHash' | 'challenge'> {
  now: Date
}

function isOpenTo({ codeHash, challenge, now }: ExchangeOffer) {
  return and(
    eq(oauthExchanges.codeHash, codeHash),
    challenge === null ? isNull(oauthExchanges.challenge) : eq(oauthExchanges.challenge, challenge),
    gt(oauthExchanges.expiresAt, now),
  )
}

/** Finds the user whom the code signs in. */
export async function findUserOfExchange(
  db: Db,
  offer: ExchangeOffer,
): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(oauthExchanges)
    .innerJoin(users, eq(users.id, oauthExchanges.userId))
    .where(isOpenTo(offer))
  return found?.user
}

/** Uses up a code; true for exactly one request. A wrong challenge does not use it up. */
export async function useUpExchange(db: Db, offer: ExchangeOffer): Promise<boolean> {
  const { rowCount } = await db.delete(oauthExchanges).where(isOpenTo(offer))
  return rowCount === 1
}

export async function deleteExpiredFlows(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, oauthFlows, lte(oauthFlows.expiresAt, now))
  await deleteInBatches(db, oauthExchanges, lte(oauthExchanges.expiresAt, now))
}

export async function findUserByIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return found?.user
}

/** Links an identity to the user; false if it was already linked. */
export async function insertIdentity(db: Db, identity: IdentityRow): Promise<boolean> {
  const { rowCount } = await db.insert(identities).values(identity).onConflictDoNothing()
  return rowCount === 1
}

/** Lists a user's identities, oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id))
}

/** Lists the user's identities with a greater id, in the order of their ids. */
export async function listIdentitiesAfter(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<IdentityRow[]> {
  return db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), isAfter(identities.id, after)))
    .orderBy(asc(identities.id))
    .limit(limit)
}

/** Deletes and returns an identity; undefined if the user has none with this id. */
export async function deleteIdentity(
  db: Db,
  { id, userId }: Pick<IdentityRow, 'id' | 'userId'>,
): Promise<IdentityRow | undefined> {
  const [deleted] = await db
    .delete(identities)
    .where(and(eq(identities.id, id), eq(identities.userId, userId)))
    .returning()
  return deleted
}

/** Deletes and returns a user's identities. */
export async function deleteIdentitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.delete(identities).where(eq(identities.userId, userId)).returning()
}

/** Invalidates codes that were not exchanged yet. */
export async function deleteExchangesOf(db: Db, userId: string): Promise<void> {
  await db.delete(oauthExchanges).where(eq(oauthExchanges.userId, userId))
}

/** Ends the linking flows that the session with this hash began. */
export async function deleteLinksHeldBy(db: Db, holderHash: string): Promise<void> {
  await db
    .delete(oauthFlows)
    .where(and(eq(oauthFlows.holderHash, holderHash), eq(oauthFlows.purpose, 'link')))
}
