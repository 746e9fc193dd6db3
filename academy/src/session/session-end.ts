import { isLyceumError } from '@lyceum/sdk'
import type { MutationCache, MutationCacheNotifyEvent } from '@tanstack/react-query'
import { queryClient } from '../base/query-client.ts'
import { storage, tabStorage } from '../base/storage.ts'
import { lyceum } from '../lyceum.ts'
import { forgetKept } from '../offline/kept.ts'
import { forgetMedia } from '../offline/kept-media.ts'
import { typed } from '../offline/typed.ts'
import { t } from '../texts/texts.ts'
import { createStore } from '../ui/store.ts'
import { forgetEmails } from './typed-email.ts'

/** Whether the session has expired and a dialog asks the reader to sign in again. */
export const isAsking = createStore(false)

/** Tells other tabs that the reader signed out, as opposed to an expiry or the server. */
const signedOutKey = 'academy.signedOut'
/** The last user here, even if their session ended by itself. */
const lastUserKey = 'academy.lastUser'
const expiries = ['TokenExpired', 'TokenInvalid', 'SignedOutElsewhere']

/** The user this page belongs to. */
let lastUser: string | undefined

/** Silences questions about unsaved input: it can no longer be saved, only seen by others. */
let isLeaving = false
// Registered before the router's listener, because windows call listeners in order.
window.addEventListener('beforeunload', (event) => isLeaving && event.stopImmediatePropagation())

/**
 * Follows the session in all tabs: what was read for a reader leaves with them. A session that only
 * expired ends in the other tabs as a sign-out does, but for the mark: they ask as well.
 */
export function watchSession(): void {
  queryClient.getMutationCache().subscribe(notePressed)
  lyceum.onSessionEnd((reason) => {
    if (expiries.includes(reason) && storage.get(signedOutKey) === null) isAsking.set(true)
    else void leave()
  })
  const note = () => {
    const { state } = lyceum.session
    // Another user signed in in another tab while this one asks.
    if (state.status === 'changed' && isAsking.get())
      void lyceum.session.accept().then(() => goOn(state.userId))
    if (state.status !== 'signedIn' || state.userId === undefined) return
    lastUser ??= state.userId
    typed.belongTo(lastUser)
    storage.remove(signedOutKey)
    // Another user's session may have ended without a sign-out.
    if (storage.get(lastUserKey) !== lastUser) void forgetStored()
    storage.set(lastUserKey, lastUser)
  }
  note()
  lyceum.session.subscribe(note)
}

/** Whether calls are still made for this page's reader: somebody else may have signed in. */
export function isReaderHere(): boolean {
  const { state } = lyceum.session
  return state.status === 'signedIn' && state.userId === lastUser
}

/** What the reader pressed, and the server refused because the session had ended. */
const pressed = new Set<ReturnType<MutationCache['getAll']>[number]>()

function notePressed({ mutation }: MutationCacheNotifyEvent): void {
  if (mutation?.meta?.isPressed !== true) return
  const { status, error } = mutation.state
  // A wrong password says nothing about a session, and is not sent again.
  const isRefused =
    isLyceumError(error) && error.status === 401 && error.name !== 'InvalidCredentials'
  if (status === 'error' && isRefused) pressed.add(mutation)
  else pressed.delete(mutation)
}

/** Continues after the next sign-in; starts over if it was a different user. */
export async function goOn(userId: string | undefined): Promise<void> {
  if (userId !== lastUser) return leave()
  isAsking.set(false)
  await queryClient.invalidateQueries()
  for (const mutation of [...pressed])
    void mutation.execute(mutation.state.variables).catch(() => undefined)
}

/** The page that a new document begins at. */
let pageAfterwards = '/'

/** Forgets everything, and loads a new document with nothing in its memory. */
async function leave(): Promise<void> {
  isLeaving = true
  // Going back would restore this page as it was left, whoever is there.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  try {
    await queryClient.cancelQueries()
    queryClient.clear()
    // Plans for after a sign-in.
    for (const name of ['academy.wish', 'academy.thirdParty']) tabStorage.remove(name)
    forgetEmails()
    await forgetStored()
  } finally {
    location.assign(pageAfterwards)
  }
}

/** Deletes what the last user left on the device. */
async function forgetStored(): Promise<void> {
  storage.remove(lastUserKey)
  typed.forget()
  await Promise.all([forgetKept(), forgetMedia()])
}

/** Asks first if input is unsent: signing out deletes it from the device. */
export async function askToSignOut(): Promise<void> {
  if (typed.isEmpty() || confirm(t('signOut.typed'))) await signOut()
}

/** Ends the session in every tab. Forgets the token even if the server cannot be told. */
export function signOut(leadsTo = '/'): Promise<void> {
  pageAfterwards = leadsTo
  storage.set(signedOutKey, 'yes')
  return lyceum.signOut().catch(() => undefined)
}
