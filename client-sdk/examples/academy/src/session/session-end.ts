import { queryClient } from '../app/query-client.ts'
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

/** Whose page this is. */
let lastUser: string | undefined

/** Follows the session in all tabs: what was read for a reader leaves with them. */
export function watchSession(): void {
  lyceum.onSessionEnd((reason) => {
    if (reason === 'TokenExpired' || reason === 'TokenInvalid') expiry.ask(true)
    else void leave()
  })
  const note = () => {
    const { state } = lyceum.session
    if (state.status !== 'signedIn' || state.userId === undefined) return
    lastUser ??= state.userId
    typed.belongTo(lastUser)
    // The session of somebody else may have ended without a sign-out.
    if (localStorage.getItem(lastUserKey) !== lastUser) void forgetStored()
    localStorage.setItem(lastUserKey, lastUser)
  }
  note()
  lyceum.session.subscribe(note)
}

/** Goes on after the sign-in above the page; elsewhere, if it was somebody else who signed in. */
export async function goOn(user: { id: string }): Promise<void> {
  if (user.id !== lastUser) return leave()
  expiry.ask(false)
  await queryClient.invalidateQueries()
}

/** A new document has nothing in its memory. */
function leave(): Promise<void> {
  return forgetAll().finally(() => location.assign('/'))
}

/** Ends the session in every tab. The token is forgotten, whether or not the server can be told. */
export function signOut(): Promise<void> {
  return lyceum.signOut().catch(() => undefined)
}
