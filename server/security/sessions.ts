import { hash } from 'node:crypto'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import type { Logger } from 'pino'
import { createBatchLoader } from '../../db/batch-loader.ts'
import type { Db } from '../../db/client.ts'
import { deleteExchangesOf, deleteLinksHeldBy } from '../../db/queries/people/identities.ts'
import {
  deleteExpiredSessions,
  deleteOldestSessions,
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
} from '../../db/queries/people/sessions.ts'
import { markSeen } from '../../db/queries/people/users/users.ts'
import { describeCause } from '../errors/describe-cause.ts'
import { newId } from '../lib/ids.ts'
import type { Role } from './permissions.ts'

export interface SignedInUser {
  id: string
  email: string
  name: string
  role: Role
}

/** The user of a session that has not ended. */
interface SessionUser extends SignedInUser {
  /** Suspension ends every session: it is kept only to refuse its token by name. */
  isSuspended: boolean
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaOn>
    DatabaseUserAttributes: Omit<SessionUser, 'id'>
    DatabaseSessionAttributes: Partial<SessionOrigin> & { lastUsedAt: Date }
  }
}

/** Where a session was opened from, as far as known. */
export interface SessionOrigin {
  device: string | null
  ip: string | null
}

export interface OpenSession extends Omit<SessionRow, 'idHash'> {
  /** Whether it is the caller's session. */
  current: boolean
}

export interface Sessions {
  /**
   * Opens a session, and ends the oldest if the user has too many. Its id is a secret that only the
   * token carries.
   */
  open(db: Db, userId: string, from?: SessionOrigin): Promise<{ id: string; expiresAt: Date }>
  /** Finds the user of a session; undefined if it was ended or has expired. */
  find(db: Db, id: string): Promise<SessionUser | undefined>
  /** Notes in the background that the user is here. */
  noteSeen(db: Db, userId: string): void
  end(db: Db, id: string): Promise<void>
  /** Also ends the sign-ins that wait to be exchanged for a session. */
  endAllOf(db: Db, userId: string): Promise<void>
  /**
   * Ends the user's other sessions, the sign-ins that wait to be exchanged for a session, and the
   * linking flows that this session began.
   */
  endOthersOf(db: Db, userId: string, id: string): Promise<void>
  /** Returns false if the user has no session with this public id. */
  endByPublicId(db: Db, userId: string, publicId: string): Promise<boolean>
  /** Lists the user's open sessions, newest first, from the first one older than `before`. */
  list(
    db: Db,
    page: { userId: string; currentId: string; before: string | undefined; limit: number },
  ): Promise<OpenSession[]>
}

export interface SessionOptions {
  lifetimeMilliseconds: number
  /** How long a session may stay unused; undefined for its whole lifetime. */
  idleMilliseconds: number | undefined
  now: () => Date
  log: Logger
}

const maxSessionsPerAccount = 50

const useIsNotedEvery = 5 * 60_000

/**
 * Sessions are kept by lucia and live exactly as long as their token: nothing prolongs them. lucia
 * knows only the system clock, so that decides their end; `now` decides when they were last used.
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

  /** In the background: the request neither waits for it nor fails with it. */
  function noteUse(db: Db, id: string): void {
    if (beingNoted.has(id)) return
    beingNoted.add(id)
    noteUseOfSession(db, sha256(id), now())
      .catch((error: unknown) =>
        log.warn({ cause: describeCause(error) }, 'the last use of a session could not be stored'),
      )
      .finally(() => beingNoted.delete(id))
  }

  /** To the hour, and in the background. */
  function noteSeen(db: Db, userId: string): void {
    markSeen(db, userId, startOfHour(now())).catch((error: unknown) =>
      log.warn({ cause: describeCause(error) }, 'when a user was last seen could not be stored'),
    )
  }

  return {
    noteSeen,
    open: async (db, userId, from = { device: null, ip: null }) => {
      const session = await lucia(db).createSession(userId, { ...from, lastUsedAt: now() })
      await deleteOldestSessions(db, userId, maxSessionsPerAccount)
      return session
    },
    find: async (db, id) => {
      const { session, user } = await lucia(db).validateSession(id)
      if (session === null) return undefined
      const unused = now().getTime() - session.lastUsedAt.getTime()
      if (unused >= idleMilliseconds) return undefined
      if (unused >= noteEvery && !user.isSuspended) {
        noteUse(db, id)
        // The first use in an hour: later ones find the session used in it.
        if (session.lastUsedAt < startOfHour(now())) noteSeen(db, user.id)
      }
      return user
    },
    end: (db, id) => lucia(db).invalidateSession(id),
    // First the waiting sign-ins: one that is being exchanged right now is a session by the time
    // sessions are deleted.
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
    getUserAttributes: ({ email, name, role, isSuspended }) => ({ email, name, role, isSuspended }),
    getSessionAttributes: ({ lastUsedAt }) => ({ lastUsedAt }),
  })
}

const findSession = createBatchLoader<SessionWithUser>(
  async (db, idHashes) =>
    new Map(
      (await findSessionsWithUsers(db, idHashes)).map((session) => [session.idHash, session]),
    ),
)

/** Stores a session under the SHA-256 of its id: reading the database takes over no session. */
function hashingAdapter(db: Db): Adapter {
  return {
    getSessionAndUser: async (id) => {
      const found = await findSession(db, sha256(id))
      if (found === undefined) return [null, null]
      const { userId, expiresAt, lastUsedAt, email, name, role, isSuspended } = found
      return [
        { id, userId, expiresAt, attributes: { lastUsedAt } },
        { id: userId, attributes: { email, name, role, isSuspended } },
      ]
    },
    getUserSessions: () =>
      Promise.reject(
        new Error('Sessions are stored without their ids, so lucia cannot list them.'),
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
    // lucia prolongs a session in the second half of its life; here it ends with its token.
    updateSessionExpiration: () => Promise.resolve(),
    deleteSession: (id) => deleteSession(db, sha256(id)),
    deleteUserSessions: (userId) => deleteSessionsOfUser(db, userId),
    deleteExpiredSessions: () => deleteExpiredSessions(db, new Date()),
  }
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
}

function sha256(text: string): string {
  return hash('sha256', text)
}
