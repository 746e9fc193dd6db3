import type { Context } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { recordEvent } from '../security/audit.ts'
import { scopeOfAbility } from '../security/course-roles.ts'
import { type KeyScope, keyScopes, type Permission } from '../security/permissions.ts'
import type { Operation } from './operations.ts'

type Called = Pick<Operation, 'name' | 'type' | 'access' | 'ability' | 'permission'>

/** Scopes of which a key needs one for an operation; or it needs none, or is never let in. */
export type KeyAccess = readonly KeyScope[] | 'any key' | 'no key'

export function keyAccessOf({ name, type, access, ability, permission }: Called): KeyAccess {
  if (access === 'anyone') return name.startsWith('auth.') ? 'no key' : 'any key'
  if (access === 'user unless public') return ['catalogue:read']
  // Lets no reader's key change anything: whoever may read a course may leave it.
  const isChangeByReader = type === 'mutation' && ability === 'read'
  const ofMembers = ability === undefined || isChangeByReader ? undefined : scopeOfAbility(ability)
  return keyAccessBy([ofMembers, permission])
}

/** Returns the access of keys, admitted by each of these that is a scope. */
export function keyAccessBy(needs: readonly (Permission | undefined)[]): KeyAccess {
  const scopes = keyScopes.filter((scope) => needs.includes(scope))
  return scopes.length === 0 ? 'no key' : scopes
}

/** Lists for OpenAPI who may call: people by their session, programs by a key with the scope. */
export function securityOf(access: KeyAccess): Record<string, string[]>[] {
  if (access === 'any key') return []
  const scopes = access === 'no key' ? [] : access
  return [{ bearer: [] }, ...scopes.map((scope) => ({ key: [scope] }))]
}

export function describeKeyAccess(access: KeyAccess): string | undefined {
  if (access === 'any key') return undefined
  if (access === 'no key') return 'Not for keys.'
  return `A key needs the scope ${access.map((scope) => `\`${scope}\``).join(' or ')}.`
}

/**
 * Refuses a key without any of an operation's scopes, before the body is read, and records that.
 * Admits everybody else.
 *
 * @throws KeyNotAllowed
 */
export async function requireKeyAccess(ctx: Context, operation: Called): Promise<void> {
  if (ctx.caller.key === undefined) return
  const access = keyAccessOf(operation)
  if (access === 'any key') return
  const { scopes } = ctx.caller.key
  if (access !== 'no key' && access.some((scope) => scopes.includes(scope))) return
  await recordEvent(ctx, 'access-refused', { details: { operation: operation.name } })
  throw new AppError('KeyNotAllowed')
}
