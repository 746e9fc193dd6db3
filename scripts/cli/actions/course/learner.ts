import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../../server/context.ts'
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

async function learningOf(deps: Deps, course: string, email: string): Promise<EnrollmentKey> {
  const { id: userId } = await requirePerson(deps, { email })
  return { userId, courseId: (await requireChosenCourse(deps, course)).id }
}
