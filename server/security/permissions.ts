import { z } from 'zod'
import type { UserRow } from '../../db/queries/people/users/users.ts'
import { AppError } from '../errors/errors.ts'

export type Role = UserRow['role']

/** Roles in administration: all but learners. */
type AdminRole = Exclude<Role, 'learner'>

interface Rule {
  /** Operations that it opens, in words. */
  means: string
  /** Roles that have it in administration. */
  roles: readonly AdminRole[]
  /** Whether a key can have it as a scope. */
  forKeys: boolean
}

/**
 * Permissions of administration's roles, and of keys as their scopes. Operations name the one that
 * they need. Access, docs and the tests of both matrices follow from here.
 */
export const permissions = {
  'catalogue:read': {
    means: 'reads the catalogue and verifies certificates, which people need no role for',
    roles: [],
    forKeys: true,
  },
  'users:read': {
    means: 'reads accounts, with their sessions, mails and audit trail',
    roles: ['admin', 'support'],
    forKeys: true,
  },
  'users:write': {
    means: 'invites, suspends and reinstates learners, mails them links, and ends their sessions',
    roles: ['admin', 'support'],
    forKeys: true,
  },
  'sign-ins:write': {
    means: 'verifies emails by hand, and changes those of learners who lost the mailbox',
    roles: ['admin', 'support'],
    forKeys: false,
  },
  'roles:write': {
    means: 'changes the roles of accounts, erases them, and suspends those of administrators',
    roles: ['admin'],
    forKeys: false,
  },
  'enrollments:read': {
    means: 'reads enrollments, invitations, cohorts and seats',
    roles: ['admin', 'support'],
    forKeys: true,
  },
  'enrollments:write': {
    means: 'enrolls learners, one or many, ends enrollments, and keeps cohorts and seats',
    roles: ['admin', 'support'],
    forKeys: true,
  },
  'reports:read': {
    means: 'reads reports on progress and completion',
    roles: ['admin', 'support'],
    forKeys: true,
  },
  'money:read': {
    means: 'reads transactions, payments, coupons, sales and receipts',
    roles: ['admin', 'support', 'finance'],
    forKeys: true,
  },
  'money:write': {
    means: 'creates and disables coupons, undoes free transactions, and records payments by hand',
    roles: ['admin', 'finance'],
    forKeys: true,
  },
  'refunds:write': {
    means: 'refunds payments',
    roles: ['admin', 'finance'],
    forKeys: true,
  },
  'certificates:read': {
    means: 'lists all certificates',
    roles: ['admin', 'support'],
    forKeys: true,
  },
  'certificates:write': {
    means: 'revokes, reinstates and reissues certificates',
    roles: ['admin'],
    forKeys: true,
  },
  'courses:create': {
    means: 'creates courses',
    roles: ['admin'],
    forKeys: false,
  },
  'courses:own': {
    means: 'does in every course what its owners may',
    roles: ['admin'],
    forKeys: false,
  },
  'authoring:read': {
    means: 'reads the drafts and versions of the courses that the key names',
    roles: [],
    forKeys: true,
  },
  'authoring:write': {
    means: 'writes and publishes the courses that the key names',
    roles: [],
    forKeys: true,
  },
  'grades:read': {
    means: 'reads what learners of the courses that the key names handed in, and their grades',
    roles: [],
    forKeys: true,
  },
  'grades:write': {
    means: 'grades what learners of the courses that the key names handed in',
    roles: [],
    forKeys: true,
  },
  'learners:read': {
    means: 'reads the learners of the courses that the key names, and how they do',
    roles: [],
    forKeys: true,
  },
  'learners:write': {
    means: 'enrolls and helps learners of the courses that the key names, and moves them',
    roles: [],
    forKeys: true,
  },
  'work:read': {
    means: 'reads jobs and mails',
    roles: ['admin'],
    forKeys: false,
  },
  'work:write': {
    means: 'runs failed jobs again, and sends mails again',
    roles: ['admin'],
    forKeys: false,
  },
  'audit:read': {
    means: 'searches the audit trail',
    roles: ['admin'],
    forKeys: false,
  },
  'api-keys:write': {
    means: 'creates, rotates and revokes keys',
    roles: ['admin'],
    forKeys: false,
  },
  'events:read': {
    means: 'reads events',
    roles: ['admin'],
    forKeys: true,
  },
  'settings:write': {
    means: 'reads and changes the settings of the school',
    roles: ['admin'],
    forKeys: false,
  },
  'webhooks:write': {
    means: 'keeps webhooks, and reads their deliveries',
    roles: ['admin'],
    forKeys: false,
  },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** Permissions that a role has beyond a learner's own. */
export type AdminPermission = {
  [Name in Permission]: (typeof permissions)[Name]['roles'] extends readonly [] ? never : Name
}[Permission]

const names = Object.keys(permissions) as Permission[]

export const AdminPermission = z
  .enum(names.filter((name): name is AdminPermission => permissions[name].roles.length > 0))
  .meta({
    id: 'AdminPermission',
    description: 'What a role may do in administration (docs/administration.md)',
  })

/** Permissions that a key can have. */
export type KeyScope = {
  [Name in Permission]: (typeof permissions)[Name]['forKeys'] extends true ? Name : never
}[Permission]

export const keyScopes = names.filter((name): name is KeyScope => permissions[name].forKeys)

/** Lists the scopes that a key lacks to read what it may write. */
export function missingReadScopes(scopes: readonly KeyScope[]): KeyScope[] {
  return keyScopes.filter((scope) => {
    const writing = scope.replace(/:read$/, ':write')
    return scope !== writing && !scopes.includes(scope) && scopes.some((given) => given === writing)
  })
}

/** Whether somebody may give a key the scope: nobody gives what they do not have. */
export function mayGive({ role }: { role: Role }, scope: KeyScope): boolean {
  const roles = rolesWithPermission(scope)
  return roles.length === 0 || roles.some((allowed) => allowed === role)
}

/**
 * Admits a key with the scope, and every caller who is no key.
 *
 * @throws KeyNotAllowed
 */
export function requireScope({ key }: { key?: Scoped | undefined }, scope: Permission): void {
  if (!hasScope(key, scope)) throw new AppError('KeyNotAllowed')
}

function hasScope(key: Scoped | undefined, scope: Permission): boolean {
  return key === undefined || (permissions[scope].forKeys && key.scopes.includes(scope))
}

interface Scoped {
  scopes: readonly Permission[]
}

export function rolesWithPermission(permission: Permission): readonly AdminRole[] {
  return permissions[permission].roles
}

interface Asking {
  user: { role: Role; isHeldBack?: boolean }
  caller: { key?: Scoped | undefined }
}

/** Whether an administrator has the permission, and a key has it as a scope, too. */
export function hasPermission({ user, caller }: Asking, permission: AdminPermission): boolean {
  return hasScope(caller.key, permission) && !user.isHeldBack && mayAdminister(user, permission)
}

/**
 * Admits administrators with the permission, and keys that have it as a scope.
 *
 * @throws KeyNotAllowed, SecondFactorMissing, Forbidden
 */
export function requirePermission({ user, caller }: Asking, permission: AdminPermission): void {
  requireScope(caller, permission)
  if (user.isHeldBack) throw new AppError('SecondFactorMissing')
  if (!mayAdminister(user, permission)) throw new AppError('Forbidden')
}

/** Lists what somebody may do in administration; nothing while a second factor is missing. */
export function permissionsOf(user: { role: Role }): AdminPermission[] {
  return AdminPermission.options.filter((permission) => mayAdminister(user, permission))
}

export function mayAdminister({ role }: { role: Role }, permission: AdminPermission): boolean {
  return rolesWithPermission(permission).some((allowed) => allowed === role)
}
