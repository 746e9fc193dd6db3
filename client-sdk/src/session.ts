import { LyceumError } from './errors.ts'
import type { TokenStore } from './token-store.ts'

/**
 * Why the server no longer takes the token: it expired, or it was ended (elsewhere, by a new
 * password, by an administrator).
 */
export type SignedOutReason = 'TokenExpired' | 'TokenInvalid'

/** The token that calls are made with. Whatever changes it happens one after the other. */
export interface Session {
  token(): Promise<string | undefined>
  begin(token: string): Promise<void>
  /** Forgets the token, and tells what it was. */
  forget(): Promise<string | undefined>
  /**
   * The server refused this token: forgets it, and tells the application; once, however many calls
   * it was refused for.
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
        // It was told before, or someone signed in again meanwhile, who stays so.
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
    throw new LyceumError('TokenStoreFailed', 'The place where the login is kept cannot be used.', {
      cause,
    })
  }
}

/** Calls a function of the application; what it throws does not become the failure of a call. */
export function notify(callback: () => unknown): void {
  try {
    Promise.resolve(callback()).catch(() => undefined)
  } catch {
    // The application's own affair.
  }
}
