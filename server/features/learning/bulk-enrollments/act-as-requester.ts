import type { BulkEnrollmentRow } from '../../../../db/queries/learning/bulk-enrollments.ts'
import { findApiKey } from '../../../../db/queries/people/api-keys.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import type { ActorDeps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { isActive } from '../../../security/api-keys.ts'
import { type LearnerScope, requireCourseAccess } from '../../../security/course-roles.ts'
import { hasPermission, type KeyScope, keyScopes, mayGive } from '../../../security/permissions.ts'

/** What opens acts on learners of a course, when they are asked for and when they are done. */
export const actsOnLearners = { ability: 'teach', permission: 'enrollments:write' } as const

type Acting = ActorDeps & Pick<UserContext, 'user' | 'caller'>

/**
 * Returns the context in which the rows are acts of the account, key or operator that asked for
 * them, and whose learners they may act on; undefined once they may not any more.
 */
export async function actAsRequester(
  ctx: ActorDeps,
  bulk: BulkEnrollmentRow,
): Promise<{ ctx: ActorDeps; scope: LearnerScope } | undefined> {
  const { requestedByOperator: operator, courseId } = bulk
  if (operator !== null) return { ctx: { ...ctx, operator }, scope: 'school' }
  const acting = await findActing(ctx, bulk)
  if (acting === undefined) return undefined
  if (courseId === null)
    return hasPermission(acting, 'enrollments:write') ? { ctx: acting, scope: 'school' } : undefined
  try {
    return { ctx: acting, scope: await requireCourseAccess(acting, courseId, actsOnLearners) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function findActing(
  ctx: ActorDeps,
  { requestedBy, requestedByKey }: BulkEnrollmentRow,
): Promise<Acting | undefined> {
  if (requestedByKey !== null) {
    // Acts as the key, whose maker is whoever rotated it last.
    const key = await findApiKey(ctx.db, { id: requestedByKey })
    if (key === undefined || !isActive(key, ctx.now())) return undefined
    const { maker, courseIds } = key
    const mayUse = (scope: KeyScope) => key.scopes.includes(scope) && mayGive(maker, scope)
    return as(ctx, maker, { id: key.id, scopes: keyScopes.filter(mayUse), courseIds })
  }
  const user = requestedBy === null ? undefined : await findUser(ctx.db, requestedBy)
  return user === undefined || user.suspendedAt !== null ? undefined : as(ctx, user)
}

function as(
  ctx: ActorDeps,
  { id, email, name, role }: UserContext['user'],
  key?: UserContext['caller']['key'],
): Acting {
  const user = { id, email, name, role }
  return Object.assign({ ...ctx, user }, { caller: { user, ...(key && { key }) } })
}
