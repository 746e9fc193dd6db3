import type { AdminPermission, Me } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { type ParsedLocation, redirect, useRouter, useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../base/query-client.ts'
import { configQuery } from '../base/school.ts'
import { lyceum } from '../lyceum.ts'

const { session } = lyceum

/** Whether somebody is signed in; re-renders when that changes, in any tab. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(session.subscribe, () => session.state).status === 'signedIn'
}

/** The id of the signed-in user, for query keys. */
export function readerId(): string | undefined {
  return session.state.status === 'signedIn' ? session.state.userId : undefined
}

/** The reader's profile once it is read; undefined for strangers. */
export function useMe() {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...queryOptions(lyceum.me.get), enabled: isSignedIn }).data
}

/** Says what the reader may do in administration, to hide what the server would refuse. */
export function useMay(): (permission?: AdminPermission) => boolean {
  const own = useMe()?.permissions ?? []
  return (permission) => permission === undefined || own.includes(permission)
}

/** Whether the reader is an administrator, even one who still needs a second factor. */
export function hasDesk(me: Me | undefined): boolean {
  return me !== undefined && (me.permissions.length > 0 || me.needsSecondFactor)
}

/** A `beforeLoad` for pages that need a login: redirects there, and back afterwards. */
export async function requireSignIn({ location }: { location: ParsedLocation }): Promise<void> {
  const { status } = await session.check()
  if (status === 'signedOut') throw redirect({ to: '/sign-in', search: { next: location.href } })
}

/** Does the same, unless the school opens the operation to everybody. */
export async function requireSignInUnless(
  operation: string,
  address: { location: ParsedLocation },
): Promise<void> {
  const { status } = await session.check()
  if (status !== 'signedOut') return
  const { openOperations } = await queryClient.ensureQueryData(configQuery)
  if (!openOperations.includes(operation)) await requireSignIn(address)
}

/** A `beforeLoad` for sign-in pages: sends signed-in readers on. */
export async function goOnIfSignedIn({ search }: { search: object }): Promise<void> {
  const { status } = await session.check()
  // The router passes on the raw search, not only what `nextOf` allows.
  if (status === 'signedIn')
    throw redirect({ href: nextOf({ ...search }).next ?? '/', replace: true })
}

/** Returns the path to continue at after sign-in, if it stays within this app. */
export function nextOf({ next }: Record<string, unknown>): { next?: string } {
  const isPath = typeof next === 'string' && /^\/(?![/\\])/.test(next)
  return isPath && new URL(next, location.origin).origin === location.origin ? { next } : {}
}

/**
 * Returns where the reader was going, and how to continue once they are signed in.
 * @param known where, if the address does not say it
 */
export function useNext(known?: string): { next: string; goOn: () => void } {
  const { next = '/' } = nextOf({ next: known, ...nextOf(useSearch({ strict: false })) })
  const router = useRouter()
  return { next, goOn: () => void router.navigate({ href: next, replace: true }) }
}
