import type { AdminPermission, Me } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { type ParsedLocation, redirect, useRouter, useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lyceum } from '../lyceum.ts'

const { session } = lyceum

/** Whether somebody is signed in; the page renders again when that changes, in any tab. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(session.subscribe, () => session.state).status === 'signedIn'
}

/** Who is signed in, for keys of queries. */
export function readerId(): string | undefined {
  return session.state.status === 'signedIn' ? session.state.userId : undefined
}

/** The profile of the reader, once it was read; undefined for strangers. */
export function useMe() {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...queryOptions(lyceum.me.get), enabled: isSignedIn }).data
}

/** Says what the reader may do in administration: what the server would refuse is hidden. */
export function useMay(): (permission?: AdminPermission) => boolean {
  const own = useMe()?.permissions ?? []
  return (permission) => permission === undefined || own.includes(permission)
}

/** Whether the reader works in administration, if only once they have a second factor. */
export function hasDesk(me: Me | undefined): boolean {
  return me !== undefined && (me.permissions.length > 0 || me.needsSecondFactor)
}

/** For `beforeLoad` of pages that need a login: leads there, and back again. */
export async function requireSignIn({ location }: { location: ParsedLocation }): Promise<void> {
  const { status } = await session.check()
  if (status === 'signedOut') throw redirect({ to: '/sign-in', search: { next: location.href } })
}

/** For `beforeLoad` of the pages that sign in: whoever is signed in goes on. */
export async function goOnIfSignedIn({ search }: { search: object }): Promise<void> {
  const { status } = await session.check()
  // The router hands on what was typed, and not only what `nextOf` let through.
  if (status === 'signedIn')
    throw redirect({ href: nextOf({ ...search }).next ?? '/', replace: true })
}

/** A path of this app to go on at after the sign-in; nothing that leads elsewhere. */
export function nextOf({ next }: Record<string, unknown>): { next?: string } {
  const isPath = typeof next === 'string' && /^\/(?![/\\])/.test(next)
  return isPath && new URL(next, location.origin).origin === location.origin ? { next } : {}
}

/** Where the reader wanted to go, and how to get there once they are signed in. */
export function useNext(): { next: string; goOn: () => void } {
  const { next = '/' } = nextOf(useSearch({ strict: false }))
  const router = useRouter()
  return { next, goOn: () => void router.navigate({ href: next, replace: true }) }
}
