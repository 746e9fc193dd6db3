import { queryClient } from '../base/query-client.ts'
import { storage, tabStorage } from '../base/storage.ts'
import { lyceum } from '../lyceum.ts'
import { forgetKept } from '../offline/kept.ts'
import { typed } from '../offline/typed.ts'
import { t } from '../texts/texts.ts'
import { createStore } from '../ui/store.ts'

/** Whether the session has expired, and the reader is asked to sign in again above the page. */
export const isAsking = createStore(false)

/** Tells the other tabs that a session was ended by its reader, and not by time or the server. */
const signedOutKey = 'academy.signedOut'
/** Who was here last, also where the session has ended by itself. */
const lastUserKey = 'academy.lastUser'
const expiries = ['TokenExpired', 'TokenInvalid', 'SignedOutElsewhere']

/** Whose page this is. */
let lastUser: string | undefined

/** Then the browser asks about nothing unsaved: it cannot be saved any more, only seen by others. */
let isLeaving = false
// Before the listener of the router, which imports this: windows call them in their order.
window.addEventListener('beforeunload', (event) => isLeaving && event.stopImmediatePropagation())

/**
 * Follows the session in all tabs: what was read for a reader leaves with them. A session that only
 * expired ends in the other tabs as a sign-out does, but for the mark: they ask as well.
 */
export function watchSession(): void {
  lyceum.onSessionEnd((reason) => {
    if (expiries.includes(reason) && storage.get(signedOutKey) === null) isAsking.set(true)
    else void leave()
  })
  const note = () => {
    const { state } = lyceum.session
    // In another tab, while this one asks.
    if (state.status === 'changed' && isAsking.get())
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

/** Whether what is sent now is sent for the reader of this page: somebody else may have signed in. */
export function isReaderHere(): boolean {
  const { state } = lyceum.session
  return state.status === 'signedIn' && state.userId === lastUser
}

/** Goes on after the next sign-in; elsewhere, if it was somebody else who signed in. */
export async function goOn(userId: string | undefined): Promise<void> {
  if (userId !== lastUser) return leave()
  isAsking.set(false)
  await queryClient.invalidateQueries()
}

/** Forgets everything, and goes to a new document, which has nothing in its memory. */
async function leave(): Promise<void> {
  isLeaving = true
  // A browser that goes back shows this page as it was left, whoever is there.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  try {
    await queryClient.cancelQueries()
    queryClient.clear()
    // What was to be done after a sign-in.
    for (const name of ['academy.wish', 'academy.thirdParty']) tabStorage.remove(name)
    await forgetStored()
  } finally {
    location.assign('/')
  }
}

/** What is on the device of who was here before. */
async function forgetStored(): Promise<void> {
  storage.remove(lastUserKey)
  typed.forget()
  await forgetKept()
}

/** Asks before, where something typed is not sent yet: it leaves the device with its reader. */
export async function askToSignOut(): Promise<void> {
  if (typed.isEmpty() || confirm(t('signOut.typed'))) await signOut()
}

/** Ends the session in every tab. The token is forgotten, whether or not the server can be told. */
export function signOut(): Promise<void> {
  storage.set(signedOutKey, 'yes')
  return lyceum.signOut().catch(() => undefined)
}
