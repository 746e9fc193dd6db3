import { hash } from 'node:crypto'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import type { Logger } from 'pino'
import { batchLoader } from '../../db/batch-loader.ts'
import type { Db } from '../../db/client.ts'
import { deleteExchangesOf, deleteLinksHeldBy } from '../../db/queries/identities.ts'
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByPublicId,
  deleteSessionsOfUser,
  findSessionsWithUsers,
  insertSession,
  listSessions,
  noteUseOfSession,
  type SessionRow,
  type SessionWithUser,
} from '../../db/queries/sessions.ts'
import { describeCause } from '../errors/describe-cause.ts'
import { newId } from '../lib/ids.ts'

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
    DatabaseSessionAttributes: Partial<SessionOrigin> & { lastUsedAt: Date }
  }
}

/** From where a session was opened, as far as that is known. */
export interface SessionOrigin {
  device: string | null
  ip: string | null
}

export interface OpenSession extends Omit<SessionRow, 'idHash'> {
  /** Whether it is the one of the caller. */
  current: boolean
}

export interface Sessions {
  /** A new session; its id is a secret that only the token carries. */
  open(db: Db, userId: string, from?: SessionOrigin): Promise<{ id: string; expiresAt: Date }>
  /** Who the session belongs to; undefined when it was ended or is over. */
  find(db: Db, id: string): Promise<SignedInUser | undefined>
  end(db: Db, id: string): Promise<void>
  /** With them the sign-ins that wait to be exchanged for one. */
  endAllOf(db: Db, userId: string): Promise<void>
  /**
   * Ends those of the user but this one, the sign-ins that wait to be exchanged for one, and the
   * visits to link an identity that this one began.
   */
  endOthersOf(db: Db, userId: string, id: string): Promise<void>
  /** Ends the one with this public id; false where the user has no such session. */
  endByPublicId(db: Db, userId: string, publicId: string): Promise<boolean>
  /**
   * Those of the user that are not over, newest first, beginning with the one that was opened
   * before `before`.
   */
  list(
    db: Db,
    page: { userId: string; currentId: string; before: string | undefined; limit: number },
  ): Promise<OpenSession[]>
}

export interface SessionOptions {
  lifetimeMilliseconds: number
  /** How long a session may go unused; undefined for as long as it lives. */
  idleMilliseconds: number | undefined
  now: () => Date
  log: Logger
}

const useIsNotedEvery = 5 * 60_000

/**
 * Sessions are kept by lucia. They live exactly as long as the token that names them: nothing
 * prolongs them. lucia reads the clock of the machine and takes no other, so their end is by that
 * one; when they were last used is by the `now` of the service.
 */
export function createSessions({
  lifetimeMilliseconds,
  idleMilliseconds = Number.POSITIVE_INFINITY,
  now,
  log,
}: SessionOptions): Sessions {
  const noteEvery = Math.min(useIsNotedEvery, idleMilliseconds / 10)
  const beingNoted = new Set<string>()
  const perDb = new WeakMap<Db, ReturnType<typeof luciaOn>>()

  function lucia(db: Db) {
    const known = perDb.get(db) ?? luciaOn(db, lifetimeMilliseconds)
    perDb.set(db, known)
    return known
  }

  /** Beside the request, which neither waits for it nor fails with it. */
  function noteUse(db: Db, id: string): void {
    if (beingNoted.has(id)) return
    beingNoted.add(id)
    noteUseOfSession(db, sha256(id), now())
      .catch((error: unknown) =>
        log.warn({ cause: describeCause(error) }, 'the last use of a session was not noted'),
      )
      .finally(() => beingNoted.delete(id))
  }

  return {
    open: (db, userId, from = { device: null, ip: null }) =>
      lucia(db).createSession(userId, { ...from, lastUsedAt: now() }),
    find: async (db, id) => {
      const { session, user } = await lucia(db).validateSession(id)
      if (session === null) return undefined
      const unused = now().getTime() - session.lastUsedAt.getTime()
      if (unused >= idleMilliseconds) return undefined
      if (unused >= noteEvery) noteUse(db, id)
      return user
    },
    end: (db, id) => lucia(db).invalidateSession(id),
    // First what waits: the session of one that is just being exchanged is there when its turn
    // comes.
    endAllOf: async (db, userId) => {
      await deleteExchangesOf(db, userId)
      await lucia(db).invalidateUserSessions(userId)
    },
    endOthersOf: async (db, userId, id) => {
      await deleteExchangesOf(db, userId)
      await deleteLinksHeldBy(db, sha256(id))
      await deleteOtherSessions(db, userId, sha256(id))
    },
    endByPublicId: deleteSessionByPublicId,
    list: async (db, { userId, currentId, before, limit }) => {
      const at = now()
      const usedSince =
        idleMilliseconds === Number.POSITIVE_INFINITY
          ? undefined
          : new Date(at.getTime() - idleMilliseconds)
      const rows = await listSessions(db, { userId, aliveAt: at, usedSince, before, limit })
      return rows.map(({ idHash, ...session }) => ({
        ...session,
        current: idHash === sha256(currentId),
      }))
    },
  }
}

function luciaOn(db: Db, lifetimeMilliseconds: number) {
  return new Lucia(hashingAdapter(db), {
    sessionExpiresIn: new TimeSpan(lifetimeMilliseconds, 'ms'),
    getUserAttributes: ({ email, name, role }) => ({ email, name, role }),
    getSessionAttributes: ({ lastUsedAt }) => ({ lastUsedAt }),
  })
}

const findSession = batchLoader<SessionWithUser>(
  async (db, idHashes) =>
    new Map(
      (await findSessionsWithUsers(db, idHashes)).map((session) => [session.idHash, session]),
    ),
)

/**
 * Stores a session under the SHA-256 of its id: who reads the database cannot take over a session.
 */
function hashingAdapter(db: Db): Adapter {
  return {
    getSessionAndUser: async (id) => {
      const found = await findSession(db, sha256(id))
      if (found === undefined) return [null, null]
      const { userId, expiresAt, lastUsedAt, email, name, role } = found
      return [
        { id, userId, expiresAt, attributes: { lastUsedAt } },
        { id: userId, attributes: { email, name, role } },
      ]
    },
    getUserSessions: () =>
      Promise.reject(
        new Error('Sessions are stored without their ids and cannot be listed by them.'),
      ),
    setSession: ({ id, userId, expiresAt, attributes }) =>
      insertSession(db, {
        idHash: sha256(id),
        publicId: newId(),
        userId,
        expiresAt,
        createdAt: new Date(),
        ...attributes,
      }),
    // Called in the second half of a session's life, to prolong it: a session here ends with its
    // token.
    updateSessionExpiration: () => Promise.resolve(),
    deleteSession: (id) => deleteSession(db, sha256(id)),
    deleteUserSessions: (userId) => deleteSessionsOfUser(db, userId),
    deleteExpiredSessions: () => deleteExpiredSessions(db, new Date()),
  }
}

function sha256(text: string): string {
  return hash('sha256', text)
}
