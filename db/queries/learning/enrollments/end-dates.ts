import type { Db } from '../../../postgres/client.ts'
import { listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { isNotPostponed } from '../../platform/postponed.ts'

/** Lists enrollments that should have ended, including those that were left, longest due first. */
export function listDueEnrollments(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<EnrollmentKey[]> {
  return runNamed(db, {
    name: 'list_due_enrollments',
    text: `
      select user_id as "userId", course_id as "courseId" from enrollments
      where (status = 'active' or left_at is not null) and ends_at <= $1
        and ${isNotPostponed('end-enrollment', "user_id || ' ' || course_id", '$1')}
      order by ends_at limit $2`,
    values: [now, limit],
  })
}

/** Lists courses in which the user's enrollment is due to end, even if they have left it. */
export async function listDueAmong(
  db: Db,
  { userId, courseIds, now }: { userId: string; courseIds: string[] | undefined; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_due_among',
    text: `
      select course_id as "courseId" from enrollments
      where user_id = $1 and ($2::uuid[] is null or course_id = any($2)) and ends_at <= $3
        and (status = 'active' or left_at is not null)
      order by course_id`,
    values: [userId, courseIds ?? null, now],
  })
}
