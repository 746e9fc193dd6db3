import type { BulkEnrollmentRow } from '../../../../db/queries/learning/bulk-enrollments.ts'
import { findApiKey } from '../../../../db/queries/people/api-keys.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import type { ActorDeps } from '../../../context.ts'
import { isActive } from '../../../security/api-keys.ts'
import { mayAdminister } from '../../../security/permissions.ts'
import type { SignedInUser } from '../../../security/sessions.ts'

/**
 * Returns the context in which the enrollments are acts of the account, key or operator that asked
 * for them; undefined once that may no longer enroll.
 */
export async function actAsRequester(
  ctx: ActorDeps,
  { requestedBy, requestedByKey, requestedByOperator }: BulkEnrollmentRow,
): Promise<ActorDeps | undefined> {
  if (requestedByOperator !== null) return { ...ctx, operator: requestedByOperator }
  if (requestedByKey !== null) return actAsKey(ctx, requestedByKey)
  const user = requestedBy === null ? undefined : await findUser(ctx.db, requestedBy)
  if (user === undefined || user.suspendedAt !== null) return undefined
  return mayAdminister(user, 'enrollments:write') ? actingFor(ctx, { user }) : undefined
}

/** Acts as the key, whose maker is whoever rotated it last. */
async function actAsKey(ctx: ActorDeps, id: string): Promise<ActorDeps | undefined> {
  const key = await findApiKey(ctx.db, { id })
  if (key === undefined || !isActive(key, ctx.now())) return undefined
  const hasScope = key.scopes.includes('enrollments:write')
  if (!hasScope || !mayAdminister(key.maker, 'enrollments:write')) return undefined
  return actingFor(ctx, { user: key.maker, key: { id } })
}

function actingFor(
  ctx: ActorDeps,
  { user, key }: { user: SignedInUser; key?: { id: string } },
): ActorDeps {
  const { id, email, name, role } = user
  const signedIn = { id, email, name, role }
  const caller = { user: signedIn, ...(key && { key }) }
  return Object.assign({ ...ctx, user: signedIn }, { caller })
}
