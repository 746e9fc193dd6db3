import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { measureCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../../server/context.ts'
import { createCourse as createEmptyCourse } from '../../../../server/features/authoring/courses/create-course.ts'
import { deleteCourse } from '../../../../server/features/authoring/courses/delete-course.ts'
import {
  getAuthoredCourse,
  listAuthoredCourses,
} from '../../../../server/features/authoring/courses/get-authored-course.ts'
import type {
  AuthoredCourse,
  ListAuthoredCoursesInput,
  NewCourseInput,
} from '../../../../server/features/authoring/courses/schema.ts'
import { listMembers } from '../../../../server/features/authoring/members/list-members.ts'
import { listVersionsOfCourse } from '../../../../server/features/authoring/versions/list-versions.ts'
import {
  archiveCourse,
  unarchiveCourse,
} from '../../../../server/features/courses/courses/archive-course.ts'
import { requirePrintable } from '../../../../server/features/platform/branding/course-branding.ts'
import { ConflictError } from '../../command-errors.ts'
import { type CommandResult, said } from '../../output.ts'
import { detailsOf } from '../../results.ts'

export async function createCourse(deps: Deps, input: NewCourseInput): Promise<AuthoredCourse> {
  await requirePrintable(deps, input)
  const { id: courseId } = await createEmptyCourse(deps, input)
  return getAuthoredCourse(asAdministrator(deps), { courseId })
}

export async function remove(deps: Deps, { id, slug }: AuthoredCourseRow): Promise<CommandResult> {
  const deleted = await deleteCourse(deps, { courseId: id })
  return said(deleted, `${slug} is deleted, and its slug is free.`)
}

export function archive(deps: Deps, course: AuthoredCourseRow): Promise<CommandResult> {
  return changeStatus(deps, course, { change: archiveCourse, state: 'archived' })
}

export function unarchive(deps: Deps, course: AuthoredCourseRow): Promise<CommandResult> {
  return changeStatus(deps, course, { change: unarchiveCourse, state: 'in the catalogue' })
}

async function changeStatus(
  deps: Deps,
  { id: courseId, slug, version }: AuthoredCourseRow,
  { change, state }: { change: typeof archiveCourse; state: string },
): Promise<CommandResult> {
  if (version === null) throw new ConflictError(`${slug} was never published.`)
  const { isNew } = await change(deps, courseId)
  const course = await getAuthoredCourse(asAdministrator(deps), { courseId })
  const sentence = `${slug} (${course.title}) ${isNew ? 'is now' : 'was already'} ${state}.`
  return said({ ...course, changed: isNew }, sentence)
}

export function listCourses(deps: Deps, page: ListAuthoredCoursesInput) {
  return listAuthoredCourses(asAdministrator(deps), page)
}

/** Shows a course with its newest versions. */
export async function showCourse(
  deps: Deps,
  { id: courseId }: AuthoredCourseRow,
): Promise<CommandResult> {
  const ctx = asAdministrator(deps)
  // The operator may do everything.
  const { abilities: _, ...course } = await getAuthoredCourse(ctx, { courseId })
  const shown = {
    ...course,
    files: (await measureCourseFiles(deps.db, courseId)).files,
    members: (await listMembers(ctx, { courseId, limit: 100 })).items,
    versions: (await listVersionsOfCourse(deps, { courseId, limit: 20 })).items,
  }
  return detailsOf(shown, {
    members: [['EMAIL', ({ user }) => user.email], 'role'],
    versions: ['number', 'kind', 'publishedAt', 'lessons', 'learners', 'note'],
  })
}

/** Acts as an administrator: the command line's users may see whatever those see. */
function asAdministrator({ db }: Deps) {
  const id = '00000000-0000-0000-0000-000000000000'
  const user = { id, email: '', name: '', role: 'admin' } as const
  return { db, user, caller: { user, sessionId: '' } }
}
