import { queryClient } from '../app/query-client.ts'
import { storage } from '../app/storage.ts'
import { lyceum } from '../lyceum.ts'
import { typed } from '../offline/typed.ts'
import { forgetAll, forgetStored, lastUserKey } from './forget-all.ts'

/** Whether the session has expired, and the reader is asked to sign in again above the page. */
export const expiry = {
  isAsking: false,
  listeners: new Set<() => void>(),
  ask(isAsking: boolean): void {
    expiry.isAsking = isAsking
    for (const listener of expiry.listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    expiry.listeners.add(listener)
    return () => void expiry.listeners.delete(listener)
  },
}

/** Tells the other tabs that a session was ended by its reader, and not by time or the server. */
const signedOutKey = 'academy.signedOut'
const expiries = ['TokenExpired', 'TokenInvalid', 'SignedOutElsewhere']

/** Whose page this is. */
let lastUser: string | undefined

/**
 * Follows the session in all tabs: what was read for a reader leaves with them. A session that only
 * expired ends in the other tabs as a sign-out does, but for the mark: they ask as well.
 */
export function watchSession(): void {
  lyceum.onSessionEnd((reason) => {
    if (expiries.includes(reason) && storage.get(signedOutKey) === null) expiry.ask(true)
    else void leave()
  })
  const note = () => {
    const { state } = lyceum.session
    // In another tab, while this one asks.
    if (state.status === 'changed' && expiry.isAsking)
      void lyceum.session.accept().then(() => goOn(state.userId))
    if (state.status !== 'signedIn' || state.userId === undefined) return
    lastUser ??= state.userId
    typed.belongTo(lastUser)
    storage.remove(signedOutKey)
    // The session of somebody else may have ended without a sign-out.
    if (storage.get(lastUserKey) !== lastUser) void forgetStored()
    storage.set(lastUserKey, lastUser)
  }
  note()
  lyceum.session.subscribe(note)
}

/** Goes on after the next sign-in; elsewhere, if it was somebody else who signed in. */
export async function goOn(userId: string | undefined): Promise<void> {
  if (userId !== lastUser) {
    // What somebody else left unsaved holds nobody back.
    const pass = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('beforeunload', pass, { capture: true })
    return leave()
  }
  expiry.ask(false)
  await queryClient.invalidateQueries()
}

/** A new document has nothing in its memory. */
function leave(): Promise<void> {
  return forgetAll().finally(() => location.assign('/'))
}

/** Ends the session in every tab. The token is forgotten, whether or not the server can be told. */
export function signOut(): Promise<void> {
  storage.set(signedOutKey, 'yes')
  return lyceum.signOut().catch(() => undefined)
}
