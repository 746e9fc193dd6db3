import type { Db } from '../../client.ts'
import { findNamed, runNamed } from '../../named-statement.ts'
import type { gradings } from '../../schema/assessment/grades.ts'

export type GradingRow = typeof gradings.$inferSelect

export type NewGrading = Omit<GradingRow, 'number'>

/**
 * Adds a grading of an attempt that is locked, and gives the attempt its points: the last grading
 * counts. What is graded before it was submitted is submitted with it.
 */
export async function insertGrading(db: Db, grading: NewGrading): Promise<void> {
  const { attemptId, at, cause, graderId, itemPoints, points, maxPoints, score, passed, comment } =
    grading
  await runNamed(db, {
    name: 'insert_grading',
    text: `
      with written as (
        insert into gradings (attempt_id, number, at, cause, grader_id, item_points, points,
          max_points, score, passed, comment)
        select $1, 1 + coalesce(max(number), 0), $2, $3, $4, $5::int[], $6, $7, $8, $9, $10
        from gradings where attempt_id = $1
      )
      update attempts set status = 'graded', submitted_at = coalesce(submitted_at, $2),
        points = $6, max_points = $7, score = $8, passed = $9,
        claimed_by = null, claimed_until = null
      where id = $1`,
    values: [
      ...[attemptId, at, cause, graderId, itemPoints, points, maxPoints, score, passed],
      comment,
    ],
  })
}

/** The last grading of an attempt; undefined before the first. */
export async function findLastGrading(db: Db, attemptId: string): Promise<GradingRow | undefined> {
  return findNamed(db, {
    name: 'find_last_grading',
    text: `
      select attempt_id as "attemptId", number, at, cause, grader_id as "graderId",
        item_points as "itemPoints", points, max_points as "maxPoints", score, passed, comment
      from gradings where attempt_id = $1 order by number desc limit 1`,
    values: [attemptId],
  })
}
