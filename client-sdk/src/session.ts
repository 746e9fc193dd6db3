import { LyceumError } from './errors.ts'
import type { TokenStore } from './token-store.ts'

/**
 * Why the server no longer accepts the token: it expired, or its session was ended (by a logout
 * elsewhere, a new password or an administrator).
 */
export type SignedOutReason = 'TokenExpired' | 'TokenInvalid'

/** Holds the token that calls are made with. Changes are made one after the other. */
export interface Session {
  token(): Promise<string | undefined>
  begin(token: string): Promise<void>
  /** Forgets the token and returns it. */
  forget(): Promise<string | undefined>
  /**
   * Forgets a token that the server refused and notifies the application, once for all calls that
   * were refused.
   */
  refused(token: string, reason: SignedOutReason): Promise<void>
}

export function createSession(
  store: TokenStore,
  onSignedOut: (reason: SignedOutReason) => void,
): Session {
  let lastChange: Promise<unknown> = Promise.resolve()

  function afterOtherChanges<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = lastChange.then(change)
    lastChange = done.catch(() => undefined)
    return done
  }

  async function token(): Promise<string | undefined> {
    return (await guarded(() => store.get())) ?? undefined
  }

  return {
    token,
    begin: (next) => afterOtherChanges(() => guarded(() => store.set(next))),
    forget: () =>
      afterOtherChanges(async () => {
        const current = await token()
        await guarded(() => store.clear())
        return current
      }),
    refused: (refusedToken, reason) =>
      afterOtherChanges(async () => {
        // Already reported, or a new sign-in has replaced the token meanwhile.
        if ((await token()) !== refusedToken) return
        await guarded(() => store.clear())
        notify(() => onSignedOut(reason))
      }),
  }
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
