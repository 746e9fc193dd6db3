import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../../server/context.ts'
import {
  extendDue,
  revokeExtension,
} from '../../../../server/features/learning/extensions/extend-due.ts'
import { markLesson } from '../../../../server/features/learning/learners/mark-lesson.ts'
import { requireChosenCourse } from '../../../../server/features/platform/admin/chosen-course.ts'
import { requirePerson } from '../../../../server/features/platform/admin/chosen-user.ts'
import { type CommandResult, said } from '../../output.ts'

export async function markForLearner(
  deps: Deps,
  course: string,
  email: string,
  key: string,
  { reason, open }: { reason: string; open?: true },
): Promise<CommandResult> {
  const learning = await learningOf(deps, course, email)
  const marked = await markLesson(deps, { ...learning, key, reason, done: open !== true })
  const state = `${marked.changed ? 'is now' : 'was already'} ${marked.done ? 'done' : 'open'}`
  const outcome =
    marked.done || marked.courseCompletedAt === null
      ? `${marked.percent} %`
      : 'the course stays completed'
  return said(marked, `${key} ${state} for ${email}: ${outcome}.`)
}

export async function extendForLearner(
  deps: Deps,
  course: string,
  email: string,
  dueOn: string,
  { reason, lesson: lessonKey }: { reason: string; lesson?: string },
): Promise<CommandResult> {
  const learning = await learningOf(deps, course, email)
  const extension = await extendDue(deps, { ...learning, lessonKey, dueOn, reason })
  return said(extension, `${email} has until ${dueOn} for ${lessonKey ?? course}.`)
}

export async function unextendForLearner(
  deps: Deps,
  course: string,
  email: string,
  { lesson: lessonKey }: { lesson?: string },
): Promise<CommandResult> {
  const learning = await learningOf(deps, course, email)
  const revoked = await revokeExtension(deps, { ...learning, lessonKey })
  const state = revoked.revoked ? 'has no extension any more' : 'had no extension'
  return said(revoked, `${email} ${state} for ${lessonKey ?? course}.`)
}

async function learningOf(deps: Deps, course: string, email: string): Promise<EnrollmentKey> {
  const { id: userId } = await requirePerson(deps, { email })
  return { userId, courseId: (await requireChosenCourse(deps, course)).id }
}
