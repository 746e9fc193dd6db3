import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { listNamed, runNamed } from '../../postgres/named-statement.ts'
import { courseSeats } from '../../schema/shop/seats.ts'

export type SeatsRow = typeof courseSeats.$inferSelect

/**
 * Locks the seats of courses, and of those in transactions, in the order of their ids: all that a
 * transaction takes or frees, at once. The one order of locks, against deadlocks: the user
 * (lockPurchasesOf), the cohort (lockCohort), the invitations to an email (lockInvitationsTo),
 * transactions and seats (here), coupons, enrollments, the name (lockNameOf), certificates. Omit
 * what you do not need.
 */
export async function lockSeats(
  db: Db,
  { courseIds, transactionIds = [] }: { courseIds: string[]; transactionIds?: string[] },
): Promise<void> {
  // Takes all advisory locks before any row, like setSeats().
  const locked = await runNamed<{ courseId: string }>(db, {
    name: 'lock_seats_taken',
    text: `
      with locked as materialized (
        select id from transactions where id = any($2::uuid[]) order by id for no key update
      ), ordered as materialized (
        select course_id from (
          select unnest($1::uuid[]) as course_id
          union select course_id from transaction_lines
          where transaction_id in (select id from locked)
        ) as wanted
        order by course_id
      )
      select course_id as "courseId",
        pg_advisory_xact_lock_shared(hashtextextended('seats ' || course_id, 0))
      from ordered`,
    values: [courseIds, transactionIds],
  })
  // Only a second statement sees seats set while the first one waited.
  await runNamed(db, {
    name: 'lock_seats',
    text: `
      select course_id from course_seats where course_id = any($1::uuid[])
      order by course_id for no key update`,
    values: [locked.map(({ courseId }) => courseId)],
  })
}

/**
 * Waits for everybody taking or freeing a seat of the course, and holds them up until the end of
 * the transaction. Call it before taking any other lock.
 */
export async function lockSeatSetting(db: Db, courseId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('seats ' || ${courseId}::uuid, 0))`,
  )
}

/** Lists the courses in which the user has a seat: as a learner, or by an open purchase. */
export async function listCoursesOfSeats(db: Db, userId: string): Promise<string[]> {
  return listNamed(db, {
    name: 'list_courses_of_seats',
    text: `
      select course_id as "courseId" from enrollments where user_id = $1 and status = 'active'
      union select course_id from transaction_lines where user_id = $1 and status = 'open'`,
    values: [userId],
  })
}

export async function findSeats(db: Db, courseId: string): Promise<SeatsRow | undefined> {
  const [seats] = await db.select().from(courseSeats).where(eq(courseSeats.courseId, courseId))
  return seats
}

/** Begins to count, with those who already have a seat. Needs lockSeatSetting(). */
export async function beginSeats(db: Db, courseId: string): Promise<void> {
  await db.insert(courseSeats).values({ courseId })
  await runNamed(db, {
    name: 'seat_those_there',
    text: `
      insert into seat_holders (course_id, holder, kind)
      select course_id, user_id, 'enrollment' from enrollments
      where course_id = $1 and status = 'active' and source <> 'program'
      union all
      select l.course_id, l.user_id, 'purchase' from transaction_lines l
      where l.course_id = $1 and l.status = 'open' and l.user_id is not null
        and not exists (
          select from enrollments e
          where e.user_id = l.user_id and e.course_id = l.course_id and e.status = 'active')
      union all
      select course_id, id, 'invitation' from invitations where course_id = $1`,
    values: [courseId],
  })
}

export async function updateSeats(
  db: Db,
  { courseId, ...change }: Omit<SeatsRow, 'taken'>,
): Promise<SeatsRow | undefined> {
  const [seats] = await db
    .update(courseSeats)
    .set(change)
    .where(eq(courseSeats.courseId, courseId))
    .returning()
  return seats
}

/** Gives everybody a seat from now on. */
export async function deleteSeats(db: Db, courseId: string): Promise<SeatsRow | undefined> {
  const [deleted] = await db
    .delete(courseSeats)
    .where(eq(courseSeats.courseId, courseId))
    .returning()
  return deleted
}

/** Lists which of the courses take no learners now. */
export function listClosedAmong(
  db: Db,
  { courseIds, now }: { courseIds: string[]; now: Date },
): Promise<{ courseId: string; opensAt: Date | null; closesAt: Date | null }[]> {
  return runNamed(db, {
    name: 'list_closed_among',
    text: `
      select course_id as "courseId", opens_at as "opensAt", closes_at as "closesAt"
      from course_seats
      where course_id = any($1::uuid[]) and (opens_at > $2 or closes_at <= $2)`,
    values: [courseIds, now],
  })
}
