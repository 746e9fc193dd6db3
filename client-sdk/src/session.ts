import { LyceumError } from './errors.ts'
import type { TokenStore } from './token-store.ts'

/**
 * Why nobody is signed in any more: the token expired, the server ended its session (after a new
 * password, by an administrator), or the user signed out elsewhere, such as in another tab.
 */
export type SignedOutReason = 'TokenExpired' | 'TokenInvalid' | 'SignedOutElsewhere'

/** Why a session of this client ended, here or elsewhere. */
export type SessionEndReason =
  | SignedOutReason
  /** `signOut()` of this client was called. */
  | 'SignedOut'
  /** A different user has signed in, here or elsewhere. */
  | 'SessionChanged'

/** The user for whom the client makes calls. */
export type SessionState =
  /** The token store was not read yet: it is with the first call, `check()` or `accept()`. */
  | { status: 'unknown' }
  | { status: 'signedOut' }
  | { status: 'signedIn'; userId: string | undefined }
  /**
   * Somebody else signed in elsewhere, such as in another tab: `userId`. Calls fail with
   * SessionChanged until `accept()`, `signIn()` or a new client.
   */
  | { status: 'changed'; userId: string | undefined }

/** The signed-in user, with news of sign-ins and sign-outs in other tabs. */
export interface SessionView {
  /** The same object until something changes, as React's `useSyncExternalStore` needs it. */
  readonly state: SessionState
  /** Calls back after each change of `state`, here or elsewhere. Returns the end of it. */
  subscribe(onChange: (state: SessionState) => void): () => void
  /** Reads the token store now. */
  check(): Promise<SessionState>
  /** Makes calls for whoever is signed in now: after the page shows that user. */
  accept(): Promise<SessionState>
}

/** Holds the token that calls are made with. Changes are made one after the other. */
export interface Session {
  /** The part for the application, which never holds a token. */
  view: SessionView
  /** The user for whom a call starts now; undefined while that is nobody, or not known. */
  caller(): string | undefined
  /**
   * The id of the user whose data the page shows: null for nobody, undefined while unknown. A user
   * whose token has expired stays until somebody signs in or out.
   */
  userId(): string | null | undefined
  /** The token for a call that started for `caller`; throws SessionChanged if that is over. */
  tokenFor(caller: string | undefined): Promise<string | undefined>
  begin(token: string): Promise<void>
  /** Ends the session with `end`, which gets its token, and forgets it. */
  end(end: (token: string) => Promise<void>): Promise<void>
  /**
   * Forgets a token that the server refused and notifies the application, once for all calls that
   * were refused. Never throws.
   */
  refused(token: string, reason: SignedOutReason): Promise<void>
  /** Calls back when nothing of the user may be shown any more. Returns the end of it. */
  onEnd(callback: (reason: SessionEndReason) => void): () => void
}

/** A token and its owner: the id in it, or the token itself if that cannot be read. */
interface Owned {
  token: string
  owner: string
  userId: string | undefined
}

export function createSession(
  store: TokenStore,
  onSignedOut: (reason: SignedOutReason) => void,
): Session {
  const listeners = new Set<(state: SessionState) => void>()
  const endListeners = new Set<(reason: SessionEndReason) => void>()
  let state: SessionState = { status: 'unknown' }
  /** The user the page shows, as far as calls know. */
  let current: Owned | undefined
  /** The id of the user whose data the page shows. */
  let shown: string | null | undefined
  /** The owner of the session that has begun and not ended. */
  let open: string | undefined
  /** A refused or returned token, which is ignored even if the store cannot be written. */
  let ended: string | undefined
  let lastChange: Promise<unknown> = Promise.resolve()
  let changes = 0

  function afterOtherChanges<Result>(change: () => Promise<Result>): Promise<Result> {
    changes += 1
    const done = lastChange.then(change)
    lastChange = done.catch(() => undefined)
    return done
  }

  async function read(): Promise<Owned | undefined> {
    const token = await guarded(() => store.get())
    return token === undefined || token === null || token === '' || token === ended
      ? undefined
      : ownedBy(token)
  }

  function become(next: SessionState, reason?: SessionEndReason): void {
    const isSame =
      next.status === state.status &&
      ('userId' in next && next.userId) === ('userId' in state && state.userId)
    const owner = next.status === 'signedIn' ? current?.owner : undefined
    const isOver = open !== undefined && open !== owner
    open = owner
    if (!isSame) state = next
    const why = reason ?? (next.status === 'signedOut' ? 'SignedOutElsewhere' : 'SessionChanged')
    if (isOver) for (const listener of endListeners) notify(() => listener(why))
    if (!isSame) for (const listener of listeners) notify(() => listener(next))
  }

  function actFor(next: Owned | undefined, reason?: SessionEndReason): void {
    const isNews = current !== undefined || reason !== undefined || state.status === 'unknown'
    const isExpiry = reason === 'TokenExpired' || reason === 'TokenInvalid'
    if (next !== undefined) shown = next.userId
    else if (isNews && !isExpiry) shown = null
    current = next
    const isNobody = next === undefined
    become(isNobody ? { status: 'signedOut' } : { status: 'signedIn', userId: next.userId }, reason)
  }

  function signedOut(reason: SignedOutReason): void {
    actFor(undefined, reason)
    notify(() => onSignedOut(reason))
  }

  /** Compares what the store holds with whom the page shows. */
  function reconcile(stored: Owned | undefined): void {
    const isSameUser = state.status === 'unknown' || stored?.owner === current?.owner
    if (isSameUser) actFor(stored)
    else if (stored === undefined) signedOut('SignedOutElsewhere')
    else become({ status: 'changed', userId: stored.userId })
  }

  async function check(): Promise<SessionState> {
    for (;;) {
      await lastChange
      const before = changes
      const stored = await read()
      // This client changed the store during the read, which may be older than that.
      if (before !== changes) continue
      reconcile(stored)
      return state
    }
  }

  store.subscribe?.(() => void check().catch(() => undefined))

  const view: SessionView = {
    get state() {
      return state
    },
    subscribe: (onChange) => added(listeners, onChange),
    check,
    accept: () =>
      afterOtherChanges(async () => {
        actFor(await read())
        return state
      }),
  }

  return {
    view,
    caller: () => current?.owner,
    userId: () => shown,
    tokenFor: async (caller) => {
      const { status } = await check()
      // A call that waited, or is tried again, is never made for the next user.
      const isOver = caller !== undefined && current !== undefined && caller !== current.owner
      if (status === 'changed' || isOver)
        throw new LyceumError(
          'SessionChanged',
          'A different user has signed in. Reload the page to continue.',
        )
      return current?.token
    },
    begin: (token) =>
      afterOtherChanges(async () => {
        await guarded(() => store.set(token))
        if (token === ended) ended = undefined
        actFor(ownedBy(token))
      }),
    end: (end) => {
      let token: string | undefined
      const forgotten = afterOtherChanges(async () => {
        token = current?.token
        try {
          const stored = await read()
          // The token of somebody who signed in elsewhere stays.
          if (state.status !== 'unknown' && stored?.owner !== current?.owner) return
          token = stored?.token
          // Even if no call was made yet: the page may show what it kept of the user.
          open ??= stored?.owner
          await guarded(() => store.clear())
        } finally {
          ended = token ?? ended
          actFor(undefined, 'SignedOut')
        }
      })
      // The session ends at the server although the store cannot be written.
      return forgotten.finally(() => (token === undefined ? undefined : end(token)))
    },
    refused: (token, reason) =>
      afterOtherChanges(async () => {
        const stored = await read().catch(() => undefined)
        // A new sign-in has replaced the token meanwhile.
        if (stored !== undefined && stored.token !== token) return reconcile(stored)
        // Already reported.
        if (current?.token !== token) return
        ended = token
        await guarded(() => store.clear()).catch(() => undefined)
        signedOut(reason)
      }),
    onEnd: (callback) => added(endListeners, callback),
  }
}

/** Adds a listener, even one that is there already, and returns a function that removes it. */
function added<News>(listeners: Set<(news: News) => void>, callback: (news: News) => void) {
  const listener = (news: News) => callback(news)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads whose a token is (a JWT's `sub`) without checking it: the server does that. */
function ownedBy(token: string): Owned {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown }
    if (typeof sub === 'string') return { token, owner: sub, userId: sub }
  } catch {
    // Not a token of Lyceum, or a platform without `atob`.
  }
  return { token, owner: token, userId: undefined }
}

async function guarded<Result>(use: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await use()
  } catch (cause) {
    throw new LyceumError('TokenStoreFailed', 'The token store cannot be used.', {
      cause,
    })
  }
}

/** Calls a function of the application; errors that it throws do not fail the call. */
export function notify(callback: () => unknown): void {
  try {
    Promise.resolve(callback()).catch(() => undefined)
  } catch {
    // The application has to handle its own errors.
  }
}
