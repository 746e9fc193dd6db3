import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import {
  findMissingRequirements,
  type MissingRequirement,
} from '../../../../db/queries/courses/courses/requirements.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'

/**
 * Lists courses and programs that must be completed before these, and are not. Reads nothing if
 * nothing is required.
 */
export async function missingFor(
  { db }: Pick<Deps, 'db'>,
  userId: string | undefined,
  courses: readonly Pick<CourseRow, 'id' | 'requires'>[],
): Promise<MissingRequirement[]> {
  const requiring = courses.filter(({ requires }) => requires.length > 0)
  if (requiring.length === 0) return []
  const courseIds = requiring.map(({ id }) => id)
  return findMissingRequirements(db, { userId: userId ?? null, courseIds })
}

/** Names what to complete first; undefined if nothing is missing. */
export function refusalOfMissing(
  missing: readonly MissingRequirement[],
  pathOf: (courseId: string) => string,
): AppError | undefined {
  if (missing.length === 0) return undefined
  const byCourse = [...Map.groupBy(missing, ({ courseId }) => courseId)]
  const issues: Issue[] = byCourse.map(([courseId, needed]) => {
    const titles = needed.map(({ title }) => `"${title}"`).join(', ')
    return { path: pathOf(courseId), message: `first complete ${titles}` }
  })
  const courses = byCourse.map(([courseId, needed]) => ({
    courseId,
    requires: needed.map(({ id, slug, title }) => ({ id, slug, title })),
  }))
  return new AppError('PrerequisiteMissing', { issues, facts: { courses } })
}
