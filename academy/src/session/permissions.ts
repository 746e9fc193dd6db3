import { useMe } from './session.ts'

const money = ['money:read', 'money:write', 'refunds:write'] as const
const people = ['users:read', 'users:write', 'enrollments:read', 'enrollments:write'] as const
const learning = ['reports:read', 'certificates:read'] as const
const school = ['courses:own', 'certificates:write', 'roles:write', 'work:read'] as const
const technical = ['audit:read', 'api-keys:write', 'webhooks:write'] as const

const permissions = {
  learner: [],
  support: [...people, ...learning, 'money:read'],
  finance: money,
  admin: [...people, ...learning, ...money, ...school, ...technical],
} as const

export type Permission = (typeof permissions)['admin'][number]

/** What the role of the reader may do: what they may not is hidden; the server refuses it, too. */
export function useMay(): (permission?: Permission) => boolean {
  const own: readonly Permission[] = permissions[useMe()?.role ?? 'learner']
  return (permission) => permission === undefined || own.includes(permission)
}
