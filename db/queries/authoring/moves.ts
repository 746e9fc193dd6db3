import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { afterId, isBefore, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { moveLearners, moves } from '../../schema/authoring/moves.ts'
import type { EnrollmentKey } from '../../schema/learning/enrollments.ts'
import { isOpen } from '../courses/courses/is-open.ts'

export type MoveRow = typeof moves.$inferSelect

/** Inserts a move; undefined while another one of the course is under way. */
export async function insertMove(
  db: Db,
  move: typeof moves.$inferInsert,
): Promise<MoveRow | undefined> {
  const [inserted] = await db.insert(moves).values(move).onConflictDoNothing().returning()
  return inserted
}

/** Chooses those of the users who are enrolled in the move's course, and returns them. */
export async function insertMoveLearners(
  db: Db,
  { move, userIds }: { move: Pick<MoveRow, 'id' | 'courseId'>; userIds: readonly string[] },
): Promise<string[]> {
  return listNamed(db, {
    name: 'insert_move_learners',
    text: `
      insert into move_learners (move_id, user_id)
      select $1, user_id from enrollments
      where course_id = $2 and user_id = any($3::uuid[]) and status = 'active'
      returning user_id as "userId"`,
    values: [move.id, move.courseId, userIds],
  })
}

/** Lists which of the users are enrolled in the course. */
export async function listActiveAmong(
  db: Db,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_active_among',
    text: `
      select user_id as "userId" from enrollments
      where course_id = $1 and user_id = any($2::uuid[]) and status = 'active'`,
    values: [courseId, userIds],
  })
}

export async function findMove(db: Db, id: string): Promise<MoveRow | undefined> {
  const [move] = await db.select().from(moves).where(eq(moves.id, id))
  return move
}

/** Lists moves older than `before`, newest first. */
export async function listMoves(
  db: Db,
  { courseId, before, limit }: PageBefore & { courseId: string },
): Promise<MoveRow[]> {
  return db
    .select()
    .from(moves)
    .where(and(eq(moves.courseId, courseId), isBefore(moves.id, before)))
    .orderBy(desc(moves.id))
    .limit(limit)
}

/** Ids of moves that are not done. */
export async function listUnfinishedMoves(db: Db): Promise<string[]> {
  const found = await db.select({ id: moves.id }).from(moves).where(isNull(moves.finishedAt))
  return found.map(({ id }) => id)
}

/** A move under way. */
export interface MoveUnderWay extends MoveRow {
  /** The id of the version to move to. */
  versionId: string
  /** Ids of the versions corrected under the policy `correction`. */
  correctedIds: readonly string[]
}

const candidates = {
  chosen: 'move_learners e where e.move_id = $1',
  corrected: `
    enrollments e where e.course_id = $2 and e.status = 'active' and e.version_id = any($3::uuid[])`,
  others: `
    enrollments e where e.course_id = $2 and e.status = 'active' and e.version_id <> all($3::uuid[])
      and e.enrolled_at <= (select created_at from moves where id = $1)`,
} as const

/**
 * Selects the learners that a move looks at, as part of a statement that takes three values.
 * Learners who enroll after it was requested have the current version, and keep it.
 */
function candidatesOf({ id, courseId, policy, versionId, correctedIds }: MoveUnderWay) {
  const kind = policy === 'chosen' ? 'chosen' : policy === 'correction' ? 'corrected' : 'others'
  const versionIds = kind === 'corrected' ? correctedIds : [versionId]
  return { kind, from: candidates[kind], values: [id, courseId, versionIds] }
}

/** Begins a move unless it has begun, and counts the learners to look at. */
export async function beginMove(db: Db, move: MoveUnderWay): Promise<void> {
  const { kind, from, values } = candidatesOf(move)
  await runNamed(db, {
    name: `begin_move_of_${kind}`,
    // Uses all three values in each text, so that PostgreSQL knows their types.
    text: `
      update moves set status = 'running', total = (
        select count(*) from ${from} and ($1::uuid, $2::uuid, $3::uuid[]) is not null
      )
      where id = $1 and status = 'waiting'`,
    values,
  })
}

/** Lists ids of the next learners to look at, in order. */
export async function listLearnersToMove(
  db: Db,
  move: MoveUnderWay,
  limit: number,
): Promise<string[]> {
  const { kind, from, values } = candidatesOf(move)
  return listNamed(db, {
    name: `list_learners_of_move_of_${kind}`,
    text: `
      select e.user_id as "userId" from ${from}
        and ($1::uuid, $2::uuid, $3::uuid[]) is not null
        and e.user_id > ${afterId('$4')}
      order by e.user_id limit $5`,
    values: [...values, move.afterUser, limit],
  })
}

export interface MoveStep {
  /** The last learner of this step. */
  userId: string
  moved: number
  skipped: number
  completed: number
}

/**
 * Counts a step, in its transaction. False if another process has made it: the step must not be
 * repeated.
 */
export async function advanceMove(
  db: Db,
  { id, afterUser }: Pick<MoveRow, 'id' | 'afterUser'>,
  { userId, moved, skipped, completed }: MoveStep,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'advance_move',
    text: `
      update moves set after_user = $3, moved = moved + $4, skipped = skipped + $5,
        completed = completed + $6
      where id = $1 and after_user is not distinct from $2 and finished_at is null
      returning id`,
    values: [id, afterUser, userId, moved, skipped, completed],
  })
}

/** Returns the finished move once. Forgets the chosen learners. */
export async function finishMove(
  db: Db,
  { id, afterUser }: Pick<MoveRow, 'id' | 'afterUser'>,
  at: Date,
): Promise<MoveRow | undefined> {
  const [finished] = await db
    .update(moves)
    .set({ status: 'done', finishedAt: at })
    .where(
      and(
        eq(moves.id, id),
        isNull(moves.finishedAt),
        sql`${moves.afterUser} is not distinct from ${afterUser}`,
      ),
    )
    .returning()
  if (finished !== undefined) await db.delete(moveLearners).where(eq(moveLearners.moveId, id))
  return finished
}

/** Whether the learner has reported anything in the course. */
export async function hasBegun(db: Db, { userId, courseId }: EnrollmentKey): Promise<boolean> {
  return anyNamed(db, {
    name: 'has_begun_course',
    text: 'select from lesson_progress where user_id = $1 and course_id = $2 limit 1',
    values: [userId, courseId],
  })
}

/**
 * Gives an enrollment a different version. A trigger resets how many lessons remain. Returns
 * whether it is one in a program.
 */
export function setVersionOfEnrollment(
  db: Db,
  { userId, courseId, versionId }: EnrollmentKey & { versionId: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'set_version_of_enrollment',
    text: `
      with moved as (
        update enrollments set version_id = $3 where user_id = $1 and course_id = $2
      )
      select from courses where id = $2 and kind = 'program'`,
    values: [userId, courseId, versionId],
  })
}

/** A learner of a correction, with the remaining lessons as bits; null if not counted. */
export interface CorrectedLearner {
  userId: string
  /** The version that the learner was on. */
  versionId: string
  remaining: string | null
  requiredLessons: number | null
}

/**
 * Gives the next learners of a correction the new version, until the end of the transaction. Those
 * in a program become due to have its courses opened.
 */
export async function setVersionOfCorrected(
  db: Db,
  move: MoveUnderWay,
  limit: number,
): Promise<CorrectedLearner[]> {
  return runNamed(db, {
    name: 'set_version_of_corrected',
    text: `
      with corrected as (
        select user_id, version_id, remaining_lessons, required_lessons from enrollments
        where course_id = $1 and status = 'active' and version_id = any($2::uuid[])
          and user_id > ${afterId('$3')}
        order by user_id limit $4 for no key update
      ), moved as (
        update enrollments e set version_id = $5, next_opening_at = case
            when (select kind from courses where id = $1) = 'program' then e.enrolled_at
          end
        from corrected
        where e.course_id = $1 and e.user_id = corrected.user_id
        returning e.user_id
      )
      select user_id as "userId", version_id as "versionId", remaining_lessons::text as remaining,
        required_lessons as "requiredLessons"
      from corrected join moved using (user_id) order by user_id`,
    values: [move.courseId, move.correctedIds, move.afterUser, limit, move.versionId],
  })
}

/** Stores remaining lessons with enrollments, where they are known without counting. */
export async function keepRemaining(
  db: Db,
  courseId: string,
  counted: readonly { userId: string; remaining: string; requiredLessons: number }[],
): Promise<void> {
  await runNamed(db, {
    name: 'keep_remaining_lessons',
    text: `
      update enrollments e
      set remaining_lessons = counted.remaining::bit varying, required_lessons = counted.required
      from unnest($2::uuid[], $3::text[], $4::integer[]) as counted (user_id, remaining, required)
      where e.course_id = $1 and e.user_id = counted.user_id`,
    values: [
      courseId,
      counted.map(({ userId }) => userId),
      counted.map(({ remaining }) => remaining),
      counted.map(({ requiredLessons }) => requiredLessons),
    ],
  })
}

/** Lists ids of the versions that active learners of the course are on. */
export async function listVersionsOfLearners(
  db: Db,
  courseId: string,
): Promise<{ versionId: string; number: number }[]> {
  return runNamed(db, {
    name: 'list_versions_of_learners',
    text: `
      select v.id as "versionId", v.number from course_versions v
      where v.course_id = $1 and exists (
        select from enrollments e
        where e.course_id = $1 and e.version_id = v.id and e.status = 'active')
      order by v.number`,
    values: [courseId],
  })
}

/**
 * Finds the id of the version that corrects this one for everyone, if any: nothing that counts has
 * changed up to it. Otherwise its own.
 */
export async function findCorrectedVersion(db: Db, versionId: string): Promise<string> {
  const [corrected] = await runNamed<{ id: string }>(db, {
    name: 'find_corrected_version',
    text: `
      select v.id from course_versions own
      join moves m
        on m.course_id = own.course_id and m.policy = 'correction' and m.to_version > own.number
      join course_versions v on v.course_id = m.course_id and v.number = m.to_version
      where own.id = $1 and not exists (
        select from course_versions between_them
        where course_id = own.course_id and number > own.number and number <= m.to_version
          and kind is distinct from 'minor' and kind is distinct from 'terms')
      order by m.to_version desc limit 1`,
    values: [versionId],
  })
  return corrected?.id ?? versionId
}

/** Returns the places of a version's lessons, by their keys. */
export async function listPlaces(db: Db, versionId: string): Promise<Map<string, number>> {
  const found = await runNamed<{ key: string; position: number }>(db, {
    name: 'list_places',
    text: 'select key, position from lessons where version_id = $1',
    values: [versionId],
  })
  return new Map(found.map(({ key, position }) => [key, position]))
}

/** A learner's version, and whether the course lets learners take its current one. */
export interface OwnVersion {
  versionId: string
  currentVersionId: string
  currentVersion: number
  mayMove: boolean
}

/** Finds the learner's own version; undefined without an active enrollment. */
export async function findOwnVersion(
  db: Db,
  { userId, courseId, now }: EnrollmentKey & { now: Date },
): Promise<OwnVersion | undefined> {
  return findNamed(db, {
    name: 'find_own_version',
    text: `
      select e.version_id as "versionId", v.id as "currentVersionId",
        v.number as "currentVersion", c.learners_may_move as "mayMove"
      from enrollments e
      join courses c on c.id = e.course_id
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      where e.user_id = $1 and e.course_id = $2 and ${isOpen('e', '$3')}`,
    values: [userId, courseId, now],
  })
}
