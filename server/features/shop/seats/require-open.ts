import { listClosedAmong } from '../../../../db/queries/shop/seats.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'

/**
 * Refuses courses that take no learners now, for learners' own ways in; administrators enroll at
 * any time.
 * @throws EnrollmentNotOpen
 */
export async function requireOpenEnrollment(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { courseIds, issuesOf }: { courseIds: string[]; issuesOf: (ids: string[]) => Issue[] },
): Promise<void> {
  const closed = await listClosedAmong(db, { courseIds, now: now() })
  const [first] = closed
  if (first === undefined) return
  const ids = closed.map(({ courseId }) => courseId)
  const hasClosed = first.closesAt !== null && first.closesAt <= now()
  throw new AppError('EnrollmentNotOpen', {
    issues: issuesOf(ids),
    facts: {
      courseIds: ids,
      opensAt: hasClosed ? null : (first.opensAt?.toISOString() ?? null),
      closedAt: hasClosed ? (first.closesAt?.toISOString() ?? null) : null,
    },
  })
}
