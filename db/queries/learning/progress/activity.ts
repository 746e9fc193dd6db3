import { createBatchLoader } from '../../../postgres/batch-loader.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'

/** Stamps to the minute, which suffices: most reports then do not write the enrollment `e`. */
export const isActivityDue = (at: string) => `
  (e.last_activity_at is null or e.last_activity_at < ${at}::timestamptz - interval '1 minute')`

// Kept out of the report's statement, which would take a tenth longer for something due once a
// minute. Skips a locked enrollment: whoever completes a lesson writes the activity as well.
const recordActivity = `
  update enrollments e set last_activity_at = $4
  from (
    select e.user_id, e.course_id
    from (select * from unnest($1::uuid[], $2::uuid[]) limit $3) as active (user_id, course_id)
    join enrollments e on e.user_id = active.user_id and e.course_id = active.course_id
    where ${isActivityDue('$4')} for no key update of e skip locked
  ) as due
  where e.user_id = due.user_id and e.course_id = due.course_id`

const recordActivities = createBatchLoader<undefined>(async (db, keys) => {
  const active = keys.map((key) => key.split(' '))
  const [users, courses] = [0, 1].map((part) => active.map((parts) => parts[part]))
  const values = [users, courses, keys.length, active[0]?.[2]]
  await runNamed(db, { name: 'record_activity', text: recordActivity, values })
  return new Map<string, undefined>()
})

/** Records activity, to the minute, unless somebody has locked the enrollment. */
export async function recordActivityOf(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<void> {
  await recordActivities(db, `${userId} ${courseId} ${at.toISOString()}`)
}
