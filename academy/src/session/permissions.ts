import type { AdminPermission, Me } from '@lyceum/sdk'
import { useMe } from './session.ts'

/** Says what the reader may do in administration: what the server would refuse is hidden. */
export function useMay(): (permission?: AdminPermission) => boolean {
  const own = useMe()?.permissions ?? []
  return (permission) => permission === undefined || own.includes(permission)
}

/** Whether the reader works in administration, if only once they have a second factor. */
export function hasDesk(me: Me | undefined): boolean {
  return me !== undefined && (me.permissions.length > 0 || me.needsSecondFactor)
}
