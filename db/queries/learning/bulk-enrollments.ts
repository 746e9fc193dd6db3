import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { isBefore, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import { bulkEnrollmentRows, bulkEnrollments } from '../../schema/learning/bulk-enrollments.ts'
import { selectList } from '../../select-list.ts'

export type BulkEnrollmentRow = typeof bulkEnrollments.$inferSelect
export type InputRow = typeof bulkEnrollmentRows.$inferSelect
export type NewInputRow = Omit<InputRow, 'bulkId'>
export type RowOutcome = NonNullable<InputRow['outcome']>

export const rowOutcomes = bulkEnrollmentRows.outcome.enumValues

/** Keeps others from beginning a bulk enrollment until the end of the transaction. */
export async function lockBeginning(db: Db): Promise<void> {
  await runNamed(db, {
    name: 'lock_beginning_of_bulk_enrollments',
    text: "select pg_advisory_xact_lock(hashtextextended('bulk_enrollments', 0))",
    values: [],
  })
}

/** Lists ids of those that are not done. */
export async function listRunning(db: Db): Promise<string[]> {
  const running = await db
    .select({ id: bulkEnrollments.id })
    .from(bulkEnrollments)
    .where(eq(bulkEnrollments.status, 'running'))
  return running.map(({ id }) => id)
}

/** Counts those of the school that are not done, or those of the staff of one course. */
export async function countRunning(db: Db, courseId: string | null): Promise<number> {
  const isTheirs =
    courseId === null ? isNull(bulkEnrollments.courseId) : eq(bulkEnrollments.courseId, courseId)
  return db.$count(bulkEnrollments, and(eq(bulkEnrollments.status, 'running'), isTheirs))
}

export async function insertBulkEnrollment(
  db: Db,
  bulk: Pick<
    BulkEnrollmentRow,
    | 'id'
    | 'total'
    | 'requestedBy'
    | 'requestedByKey'
    | 'requestedByOperator'
    | 'waive'
    | 'createdAt'
  > &
    Partial<Pick<BulkEnrollmentRow, 'act' | 'given' | 'courseId'>>,
): Promise<BulkEnrollmentRow> {
  const [inserted] = await db
    .insert(bulkEnrollments)
    .values({ ...bulk, status: 'running' })
    .returning()
  if (inserted === undefined) throw new Error('A bulk enrollment was not inserted.')
  return inserted
}

export async function insertInputRows(
  db: Db,
  bulkId: string,
  rows: readonly NewInputRow[],
): Promise<void> {
  await runNamed(db, {
    name: 'insert_bulk_enrollment_rows',
    text: `
      insert into bulk_enrollment_rows
        (bulk_id, row, line, email, name, course, cohort, ends_at, outcome, error, message,
          subject_id, course_id)
      select $1, * from unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[],
        $7::text[], $8::timestamptz[], $9::text[], $10::text[], $11::text[], $12::uuid[],
        $13::uuid[])`,
    values: [
      bulkId,
      rows.map(({ row }) => row),
      rows.map(({ line }) => line),
      rows.map(({ email }) => email),
      rows.map(({ name }) => name),
      rows.map(({ course }) => course),
      rows.map(({ cohort }) => cohort),
      rows.map(({ endsAt }) => endsAt),
      rows.map(({ outcome }) => outcome),
      rows.map(({ error }) => error),
      rows.map(({ message }) => message),
      rows.map(({ subjectId }) => subjectId),
      rows.map(({ courseId }) => courseId),
    ],
  })
}

export async function findBulkEnrollment(
  db: Db,
  id: string,
): Promise<BulkEnrollmentRow | undefined> {
  const [bulk] = await db.select().from(bulkEnrollments).where(eq(bulkEnrollments.id, id))
  return bulk
}

/** Lists those older than `before`, newest first. */
export async function listBulkEnrollments(
  db: Db,
  { before, limit }: PageBefore,
): Promise<BulkEnrollmentRow[]> {
  return db
    .select()
    .from(bulkEnrollments)
    .where(isBefore(bulkEnrollments.id, before))
    .orderBy(desc(bulkEnrollments.id))
    .limit(limit)
}

/** Lists rows after the given one, in the order of the input. */
export async function listInputRows(
  db: Db,
  {
    bulkId,
    after,
    outcome,
    limit,
  }: { bulkId: string; after: number; outcome: RowOutcome | undefined; limit: number },
): Promise<InputRow[]> {
  return db
    .select()
    .from(bulkEnrollmentRows)
    .where(
      and(
        eq(bulkEnrollmentRows.bulkId, bulkId),
        gt(bulkEnrollmentRows.row, after),
        outcome === undefined ? undefined : eq(bulkEnrollmentRows.outcome, outcome),
      ),
    )
    .orderBy(asc(bulkEnrollmentRows.row))
    .limit(limit)
}

const counters = rowOutcomes.map((name) => `${name} = ${name} + ($3 = '${name}')::integer`)

/**
 * Counts the next row with its outcome, in its transaction. False if another process has counted
 * it: the row must not be processed then.
 */
export async function settleRow(
  db: Db,
  {
    bulkId,
    row,
    outcome,
    error,
    message,
  }: Pick<InputRow, 'bulkId' | 'row' | 'error' | 'message'> & { outcome: RowOutcome },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'settle_bulk_enrollment_row',
    text: `
      with counted as (
        update bulk_enrollments set done = $2, ${counters.join(', ')}
        where id = $1 and done = $2 - 1 and status = 'running'
        returning id
      )
      update bulk_enrollment_rows rows set outcome = $3, error = $4, message = $5
      from counted where rows.bulk_id = counted.id and rows.row = $2
      returning rows.row`,
    values: [bulkId, row, outcome, error, message],
  })
}

/** Counts all unprocessed rows as failed; does nothing if it is done. */
export async function failOtherRows(
  db: Db,
  { bulkId, error, message }: { bulkId: string; error: string; message: string },
): Promise<void> {
  await runNamed(db, {
    name: 'fail_other_bulk_enrollment_rows',
    text: `
      with counted as (
        update bulk_enrollments set done = total, failed = failed + total - done
        where id = $1 and status = 'running'
        returning id
      )
      update bulk_enrollment_rows rows set outcome = 'failed', error = $2, message = $3
      from counted where rows.bulk_id = counted.id and rows.outcome is null`,
    values: [bulkId, error, message],
  })
}

const columns = selectList(getTableColumns(bulkEnrollments))

/** Returns the finished bulk enrollment once. */
export async function finishBulkEnrollment(
  db: Db,
  { id, at }: { id: string; at: Date },
): Promise<BulkEnrollmentRow | undefined> {
  return findNamed(db, {
    name: 'finish_bulk_enrollment',
    text: `
      update bulk_enrollments set status = 'done', ended_at = $2
      where id = $1 and done = total and status = 'running'
      returning ${columns}`,
    values: [id, at],
  })
}

/** Deletes those that are done, rows first: one of them may have ten thousand. */
export async function deleteBulkEnrollmentsBefore(db: Db, before: Date): Promise<void> {
  const isOld = and(lt(bulkEnrollments.createdAt, before), eq(bulkEnrollments.status, 'done'))
  const old = db.select({ id: bulkEnrollments.id }).from(bulkEnrollments).where(isOld)
  await deleteInBatches(db, bulkEnrollmentRows, inArray(bulkEnrollmentRows.bulkId, old))
  await deleteInBatches(
    db,
    bulkEnrollments,
    and(
      isOld,
      sql`not exists (
        select from ${bulkEnrollmentRows}
        where ${bulkEnrollmentRows.bulkId} = ${bulkEnrollments.id})`,
    ),
  )
}
