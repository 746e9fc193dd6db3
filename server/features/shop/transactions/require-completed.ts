import type { RequiringCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listNotCompleted } from '../../../../db/queries/learning/enrollments/missing-courses.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { maxRequiredInFacts } from '../../../errors/facts.ts'

type Requiring = Pick<RequiringCourse, 'id' | 'requires'>

/**
 * Whoever enrolls has completed what the courses require, once, whenever that was. Reads nothing for
 * courses that require nothing. For a transaction that has locked the user.
 *
 * @throws PrerequisiteMissing
 */
export async function requireCompleted(
  ctx: Pick<Deps, 'db'>,
  userId: string,
  { courses, issuesOf }: { courses: readonly Requiring[]; issuesOf: (ids: string[]) => Issue[] },
): Promise<void> {
  const missing = await listMissing(ctx, userId, courses)
  if (missing.length === 0) return
  const slugs = new Set(missing.map(({ slug }) => slug))
  const courseIds = courses.flatMap(({ id, requires }) =>
    requires?.some((slug) => slugs.has(slug)) ? id : [],
  )
  throw new AppError('PrerequisiteMissing', {
    issues: issuesOf(courseIds),
    facts: { courseIds, courses: missing.slice(0, maxRequiredInFacts) },
  })
}

/** What the user has not completed of what the courses require; of nobody, all of it. */
async function listMissing(
  { db }: Pick<Deps, 'db'>,
  userId: string | undefined,
  courses: readonly Requiring[],
) {
  const slugs = [...new Set(courses.flatMap(({ requires }) => requires ?? []))]
  return slugs.length === 0 ? [] : listNotCompleted(db, { userId, slugs })
}

/**
 * The same where administrators enroll: with a reason, they waive it. Returns what the audit trail
 * says of that.
 *
 * @throws PrerequisiteMissing
 */
export async function requireCompletedOrWaived(
  ctx: Pick<Deps, 'db'>,
  userId: string | undefined,
  { course, waive }: { course: Requiring; waive: string | undefined },
): Promise<{ waived?: string; because?: string }> {
  const missing = await listMissing(ctx, userId, [course])
  if (missing.length === 0) return {}
  const names = missing.map(({ slug }) => slug).join(', ')
  if (waive !== undefined) return { waived: names, because: waive }
  const message = `requires ${names}, not completed yet: send a reason with \`waive\` to enroll anyway`
  throw new AppError('PrerequisiteMissing', {
    issues: [{ path: 'course', message }],
    facts: { courseIds: [course.id], courses: missing.slice(0, maxRequiredInFacts) },
  })
}
