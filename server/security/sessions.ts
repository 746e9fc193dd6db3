import { hash } from 'node:crypto'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import type { Logger } from 'pino'
import { createBatchLoader } from '../../db/postgres/batch-loader.ts'
import type { Db } from '../../db/postgres/client.ts'
import { deleteExchangesOf, deleteLinksHeldBy } from '../../db/queries/people/identities.ts'
import * as stored from '../../db/queries/people/sessions.ts'
import { markSeen, type UserRow } from '../../db/queries/people/users/users.ts'
import { newId } from '../../lib/ids.ts'
import { createBackgroundNotes } from './background-notes.ts'

export interface SignedInUser extends Omit<SessionUser, 'isSuspended' | 'hasSecondFactor'> {
  /** Whether they work as a learner, lacking a second factor that the role needs. */
  isHeldBack?: boolean
}

/** Suspension ends every session; a suspended user's is kept only to refuse it by name. */
type SessionUser = Pick<UserRow, 'id' | 'email' | 'name' | 'role'> & {
  isSuspended: boolean
  hasSecondFactor: boolean
}

export interface OpenSession extends Omit<stored.SessionRow, 'idHash'> {
  /** Whether it is the caller's session. */
  current: boolean
}

interface SessionOptions {
  lifetimeMilliseconds: number
  /** How long a session may stay unused; undefined for its whole lifetime. */
  idleMilliseconds: number | undefined
  now: () => Date
  /** How far lucia's clock, the machine's, is ahead of the database's. */
  millisecondsAhead: () => number
  log: Logger
}

export type Sessions = ReturnType<typeof createSessions>

const maxSessionsPerAccount = 50
const useIsNotedEvery = 5 * 60_000

/**
 * Creates sessions, kept by lucia, which live exactly as long as their token: nothing prolongs
 * them. lucia knows only the system clock, so it gets their end in that, stored in the database's;
 * `now` decides when they were last used.
 */
export function createSessions({
  idleMilliseconds,
  now,
  millisecondsAhead,
  log,
  ...options
}: SessionOptions) {
  const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
  const sessionExpiresIn = new TimeSpan(options.lifetimeMilliseconds, 'ms')
  const maxUnused = idleMilliseconds ?? Number.POSITIVE_INFINITY
  const noteEvery = Math.min(useIsNotedEvery, maxUnused / 10)
  const note = createBackgroundNotes(log)

  /** Stores a session under the SHA-256 of its id: reading the database takes over no session. */
  function luciaWith(db: Db, own: Partial<Adapter>): Lucia {
    const adapter: Adapter = {
      getSessionAndUser: unasked,
      getUserSessions: unasked,
      setSession: unasked,
      // Ends a session with its token; lucia would prolong it in the second half of its life.
      updateSessionExpiration: () => Promise.resolve(),
      deleteSession: (id) => stored.deleteSession(db, hash('sha256', id)),
      deleteUserSessions: unasked,
      deleteExpiredSessions: unasked,
      ...own,
    }
    return new Lucia(adapter, { sessionExpiresIn })
  }

  /** Records in the background, to the hour, that the user is here. */
  function noteSeen(db: Db, userId: string): void {
    note(userId, 'when a user was last seen', () => markSeen(db, userId, startOfHour(now())))
  }

  return {
    noteSeen,

    /**
     * Opens a session from a device and an IP, as far as known, and ends the oldest if the user has
     * too many. Its id is a secret that only the token carries.
     */
    async open(
      db: Db,
      userId: string,
      { device = null, ip = null }: Partial<Pick<OpenSession, 'device' | 'ip'>> = {},
    ) {
      const setSession: Adapter['setSession'] = ({ id, attributes: _, ...session }) => {
        const expiresAt = later(session.expiresAt, -millisecondsAhead())
        const ids = { idHash: hash('sha256', id), publicId: newId() }
        const opened = { ...session, device, ip, ...ids, expiresAt, createdAt: now() }
        return stored.insertSession(db, { ...opened, lastUsedAt: now() }, maxSessionsPerAccount)
      }
      return luciaWith(db, { setSession }).createSession(userId, {})
    },

    /** Finds the user of a session; undefined if it was ended or has expired. */
    async find(db: Db, id: string): Promise<SessionUser | undefined> {
      const idHash = hash('sha256', id)
      const found = await findSession(db, idHash)
      if (found === undefined) return undefined
      const { userId, expiresAt, lastUsedAt, email, name, role, isSuspended, hasSecondFactor } =
        found
      const { session } = await luciaWith(db, {
        getSessionAndUser: async () => [
          { id, userId, expiresAt: later(expiresAt, millisecondsAhead()), attributes: {} },
          { id: userId, attributes: {} },
        ],
      }).validateSession(id)
      const unused = now().getTime() - lastUsedAt.getTime()
      if (session === null || unused >= maxUnused) return undefined
      if (unused >= noteEvery && !isSuspended) {
        note(idHash, 'the last use of a session', () => stored.noteUseOfSession(db, idHash, now()))
        // Records the first use in an hour: later ones find the session used in it.
        if (lastUsedAt < startOfHour(now())) noteSeen(db, userId)
      }
      return { id: userId, email, name, role, isSuspended, hasSecondFactor }
    },

    end: (db: Db, id: string) => stored.deleteSession(db, hash('sha256', id)),

    /** Ends all, including sign-ins that wait to be exchanged for a session. */
    async endAllOf(db: Db, userId: string): Promise<void> {
      // Deletes waiting sign-ins first: one being exchanged right now is a session by the time
      // sessions are deleted.
      await deleteExchangesOf(db, userId)
      await stored.deleteSessionsOfUser(db, userId)
    },

    /**
     * Ends the user's other sessions, the sign-ins that wait to be exchanged for a session, and the
     * linking flows that this session began.
     */
    async endOthersOf(db: Db, userId: string, id: string): Promise<void> {
      const idHash = hash('sha256', id)
      await deleteExchangesOf(db, userId)
      await deleteLinksHeldBy(db, idHash)
      await stored.deleteOtherSessions(db, userId, idHash)
    },

    /** Returns false if the user has no session with this public id. */
    endByPublicId: stored.deleteSessionByPublicId,

    /** Lists the user's open sessions, newest first, from the first one older than `before`. */
    async list(
      db: Db,
      page: { userId: string; currentId: string; before: string | undefined; limit: number },
    ): Promise<OpenSession[]> {
      const { currentId, ...asked } = page
      const aliveAt = now()
      const usedSince = new Date(Math.max(0, aliveAt.getTime() - maxUnused))
      const current = hash('sha256', currentId)
      const rows = await stored.listSessions(db, { ...asked, aliveAt, usedSince })
      return rows.map(({ idHash, ...row }) => ({ ...row, current: idHash === current }))
    },
  }
}

const findSession = createBatchLoader(async (db, idHashes) => {
  const found = await stored.findSessionsWithUsers(db, idHashes)
  return new Map(found.map((session) => [session.idHash, session]))
})

const unasked = () => Promise.reject(new Error('Sessions are not asked of lucia this way.'))

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
}
