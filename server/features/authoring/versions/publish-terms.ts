import type { CourseTerms } from '../../../../content/course-fields.ts'
import { findTermFaults } from '../../../../content/rules/find-rule-problems.ts'
import {
  courseNamedIn,
  withRequirementsOfCourses,
} from '../../../../content/rules/requirements-of-courses.ts'
import { findNamedCourses } from '../../../../db/queries/authoring/drafts/named-courses.ts'
import {
  type LockedCourse,
  lockCourseToWrite,
} from '../../../../db/queries/courses/courses/courses.ts'
import {
  findFaultyRequirements,
  lockRequirements,
} from '../../../../db/queries/courses/courses/requirements.ts'
import { type HashedLesson, storeBodiesOfVersion } from '../../../../db/queries/courses/lessons.ts'
import { findCourseFile } from '../../../../db/queries/courses/media/course-files.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { coverTypes } from '../../courses/media/cover-types.ts'
import { requirePrintable } from '../../platform/branding/course-branding.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { changeDraftTerms } from '../drafts/change-draft.ts'
import { type ReadVersion, readVersion } from './read-version.ts'
import { hashOf, writeVersion } from './write-version.ts'

/**
 * Publishes a version with other terms and the same lessons, which reaches no learner. An open
 * draft follows. Terms that change nothing are not published. Returns the current version.
 *
 * @throws CourseNotFound, VersionNotFound if nothing is published, InvalidFields
 */
export function publishTerms(
  ctx: ActorDeps,
  { courseId, terms: changes }: { courseId: string; terms: Partial<CourseTerms> },
): Promise<{ version: number }> {
  return inTransaction(ctx, async (ctx) => {
    const course = await lockCourseToWrite(ctx.db, courseId)
    if (course === undefined) throw new AppError('CourseNotFound')
    if (course.currentVersion === null) throw new AppError('VersionNotFound')
    const current = await readVersion(ctx, { courseId, number: course.currentVersion })
    const { sections } = current
    const coverSha256 = await coverOf(ctx, { courseId, current, cover: changes.cover })
    const text = { terms: { ...current.terms, ...changes }, coverSha256, sections }
    if (hashOf(text) === hashOf(current)) return { version: course.currentVersion }

    const lessons = sections.flatMap((section) => section.lessons)
    await requireFollowable(ctx, courseId, { terms: text.terms, lessons })
    if (text.terms.title !== current.terms.title) await requirePrintable(ctx, text.terms)
    requireChoice(course, { terms: text.terms, lessons })
    const version = course.currentVersion + 1
    await storeBodiesOfVersion(ctx.db, { courseId, number: course.currentVersion })
    await writeVersion(ctx, {
      courseId,
      number: version,
      kind: text.terms.choose === current.terms.choose ? 'terms' : 'major',
      note: null,
      text,
      bodies: [],
    })
    const { cover, ...others } = text.terms
    // The draft may name the same cover by a newer path.
    const terms = cover === current.terms.cover ? others : text.terms
    await changeDraftTerms(ctx, { courseId, terms, baseVersion: version })
    await recordHistory(ctx, 'version-published', {
      courseId,
      details: { version, kind: 'terms' },
    })
    return { version }
  })
}

/** @throws InvalidFields for an order, days or requirements that nobody could follow */
async function requireFollowable(
  { db }: ActorDeps,
  courseId: string,
  { terms, lessons }: { terms: CourseTerms; lessons: HashedLesson[] },
): Promise<void> {
  const { requires } = terms
  if (requires.length > 0) await lockRequirements(db)
  const faults =
    requires.length === 0 ? [] : await findFaultyRequirements(db, { courseId, requires })
  const slugs = lessons.flatMap(({ details }) => courseNamedIn(details) ?? [])
  const courses = slugs.length === 0 ? [] : await findNamedCourses(db, slugs)
  const ruled = withRequirementsOfCourses(lessons, courses)
  const issues = findTermFaults(terms, { lessons: ruled, faults })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

/** @throws InvalidFields if learners could not choose so many courses */
function requireChoice(
  { kind }: LockedCourse,
  { terms: { choose }, lessons }: { terms: CourseTerms; lessons: { required: boolean }[] },
): void {
  if (choose === null) return
  const most = lessons.filter(({ required }) => !required).length
  if (kind === 'program' && choose <= most) return
  const message =
    kind === 'program' ? `is more than the ${most} courses to choose from` : 'is for programs only'
  throw new AppError('InvalidFields', { issues: [{ path: 'choose', message }] })
}

/** Returns the cover: as published, unless the course gets a different one. */
async function coverOf(
  { db }: ActorDeps,
  {
    courseId,
    current,
    cover,
  }: { courseId: string; current: ReadVersion; cover: CourseTerms['cover'] | undefined },
): Promise<string | null> {
  if (cover === undefined || cover === current.terms.cover) return current.coverSha256
  if (cover === null) return null
  const file = await findCourseFile(db, { courseId, path: cover })
  if (file !== undefined && coverTypes.has(file.type)) return file.sha256

  const message =
    file === undefined
      ? 'is no file of this course: upload it under this path, or choose a different one'
      : `is ${file.type}: choose a PNG, JPEG or WebP`
  throw new AppError('InvalidFields', { issues: [{ path: 'cover', message }] })
}
