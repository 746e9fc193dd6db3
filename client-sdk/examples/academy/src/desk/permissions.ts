import type { Me } from '@lyceum/sdk'
import { useMe } from '../session/session.ts'

const ofSupport = [
  'users:read',
  'users:write',
  'enrollments:read',
  'enrollments:write',
  'reports:read',
  'money:read',
  'certificates:read',
] as const
const ofFinance = ['money:read', 'money:write', 'refunds:write'] as const
const ofAdmin = [
  ...ofSupport,
  ...ofFinance,
  'roles:write',
  'certificates:write',
  'courses:own',
  'work:read',
  'audit:read',
  'api-keys:write',
  'webhooks:write',
] as const

export type Permission = (typeof ofAdmin)[number]

const permissions: Record<Me['role'], readonly Permission[]> = {
  learner: [],
  support: ofSupport,
  finance: ofFinance,
  admin: ofAdmin,
}

/** What the role of the reader may do: what they may not is hidden; the server refuses it, too. */
export function useMay(): (permission: Permission) => boolean {
  const role = useMe()?.role ?? 'learner'
  return (permission) => permissions[role].includes(permission)
}
