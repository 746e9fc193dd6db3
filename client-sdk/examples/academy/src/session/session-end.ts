import type { SignedOutReason } from '@lyceum/sdk'

/** Why the session of this page ended without the reader's doing, until they sign in again. */
export const sessionEnd = {
  reason: undefined as SignedOutReason | undefined,
  listeners: new Set<() => void>(),
  set(reason: SignedOutReason | undefined): void {
    sessionEnd.reason = reason
    for (const listener of sessionEnd.listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    sessionEnd.listeners.add(listener)
    return () => void sessionEnd.listeners.delete(listener)
  },
}
