import type { Context } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { recordEvent } from '../security/audit.ts'
import { scopeOfAbility } from '../security/course-roles.ts'
import { type KeyScope, permissions } from '../security/permissions.ts'
import type { Operation } from './operations.ts'

type Called = Pick<Operation, 'name' | 'type' | 'access' | 'ability' | 'permission'>

/** The scope that a key needs for an operation, or that it needs none, or is never let in. */
export type KeyAccess = KeyScope | 'any key' | 'no key'

export function keyAccessOf({ name, type, access, ability, permission }: Called): KeyAccess {
  if (access === 'anyone') return name.startsWith('auth.') ? 'no key' : 'any key'
  if (access === 'user unless public') return 'catalogue:read'
  // To read a course is no ground for a change: whoever may read it may leave it.
  const isChangeByReader = type === 'mutation' && ability === 'read'
  const scope =
    ability === undefined ? permission : isChangeByReader ? undefined : scopeOfAbility(ability)
  return scope !== undefined && isKeyScope(scope) ? scope : 'no key'
}

/** Lists for OpenAPI who may call: people by their session, programs by a key with the scope. */
export function securityOf(access: KeyAccess): Record<string, string[]>[] {
  if (access === 'any key') return []
  return access === 'no key' ? [{ bearer: [] }] : [{ bearer: [] }, { key: [access] }]
}

export function describeKeyAccess(access: KeyAccess): string | undefined {
  if (access === 'any key') return undefined
  return access === 'no key' ? 'Not for keys.' : `A key needs the scope \`${access}\`.`
}

function isKeyScope(scope: keyof typeof permissions): scope is KeyScope {
  return permissions[scope].forKeys
}

/**
 * Refuses a key that lacks the scope of an operation, before the body is read, and records that.
 * Everybody else goes on.
 *
 * @throws KeyNotAllowed
 */
export async function requireKeyAccess(ctx: Context, operation: Called): Promise<void> {
  if (ctx.caller.key === undefined) return
  const access = keyAccessOf(operation)
  if (access === 'any key') return
  if (access !== 'no key' && ctx.caller.key.scopes.includes(access)) return
  await recordEvent(ctx, 'access-refused', { details: { operation: operation.name } })
  throw new AppError('KeyNotAllowed')
}
