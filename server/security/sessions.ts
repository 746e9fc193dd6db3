import { createHash } from 'node:crypto'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import type { Db } from '../../db/client.ts'
import { deleteExpired, deleteSession, deleteSessionsOfUser, findSessionWithUser, insertSession } from '../../db/queries/accounts.ts'

export interface SignedInUser {
  id: string
  email: string
  name: string
  role: 'learner' | 'admin'
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaOn>
    DatabaseUserAttributes: Omit<SignedInUser, 'id'>
  }
}

export interface Sessions {
  /** A new session; its id is a secret that only the token carries. */
  open(db: Db, userId: string): Promise<{ id: string; expiresAt: Date }>
  /** Who the session belongs to; undefined when it was ended or is over. */
  find(db: Db, id: string): Promise<SignedInUser | undefined>
  end(db: Db, id: string): Promise<void>
  endAllOf(db: Db, userId: string): Promise<void>
}

/**
 * Sessions are kept by lucia. They live exactly as long as the token that names them: nothing prolongs them.
 * lucia reads the clock of the machine and takes no other, so all times of sessions are by that one, not by the `now` of the service.
 */
export function createSessions(lifetimeMilliseconds: number): Sessions {
  const perDb = new WeakMap<Db, ReturnType<typeof luciaOn>>()

  function lucia(db: Db) {
    const known = perDb.get(db) ?? luciaOn(db, lifetimeMilliseconds)
    perDb.set(db, known)
    return known
  }

  return {
    open: (db, userId) => lucia(db).createSession(userId, {}),
    find: async (db, id) => (await lucia(db).validateSession(id)).user ?? undefined,
    end: (db, id) => lucia(db).invalidateSession(id),
    endAllOf: (db, userId) => lucia(db).invalidateUserSessions(userId),
  }
}

function luciaOn(db: Db, lifetimeMilliseconds: number) {
  return new Lucia(hashingAdapter(db), {
    sessionExpiresIn: new TimeSpan(lifetimeMilliseconds, 'ms'),
    getUserAttributes: ({ email, name, role }) => ({ email, name, role }),
  })
}

/** Stores a session under the SHA-256 of its id: who reads the database cannot take over a session. */
function hashingAdapter(db: Db): Adapter {
  return {
    getSessionAndUser: async (id) => {
      const found = await findSessionWithUser(db, sha256(id))
      if (found === undefined) return [null, null]
      const { userId, expiresAt, email, name, role } = found
      return [
        { id, userId, expiresAt, attributes: {} },
        { id: userId, attributes: { email, name, role } },
      ]
    },
    getUserSessions: () => Promise.reject(new Error('Sessions are stored without their ids and cannot be listed by them.')),
    setSession: ({ id, userId, expiresAt }) => insertSession(db, { idHash: sha256(id), userId, expiresAt, createdAt: new Date() }),
    // Called in the second half of a session's life, to prolong it: a session here ends with its token.
    updateSessionExpiration: () => Promise.resolve(),
    deleteSession: (id) => deleteSession(db, sha256(id)),
    deleteUserSessions: (userId) => deleteSessionsOfUser(db, userId),
    deleteExpiredSessions: () => deleteExpired(db, new Date()),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
