import type { CourseRow } from '../../../db/queries/learning/courses/courses.ts'
import { endLearnerEnrollment } from '../../../server/features/enrollments/end-learner-enrollment.ts'
import { enrollLearner } from '../../../server/features/enrollments/enroll-learner.ts'
import { readEmail } from '../arguments.ts'
import { type CommandResult, printable } from '../output.ts'
import { withDeps } from '../with-deps.ts'

export async function enroll(email: string, idOrSlug: string): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const { course, isNew } = await withDeps((deps) =>
    enrollLearner(deps, { email: userEmail, idOrSlug }),
  )
  return resultOf({
    userEmail,
    course,
    changed: isNew,
    state: isNew ? 'is now enrolled in' : 'is already enrolled in',
  })
}

export async function endEnrollment(email: string, idOrSlug: string): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const { course, isNew } = await withDeps((deps) =>
    endLearnerEnrollment(deps, { email: userEmail, idOrSlug }),
  )
  return resultOf({
    userEmail,
    course,
    changed: isNew,
    state: isNew ? 'is no longer enrolled in' : 'was not enrolled in',
  })
}

interface Change {
  userEmail: string
  course: CourseRow
  changed: boolean
  state: string
}

function resultOf({ userEmail, course, changed, state }: Change): CommandResult {
  const { id, slug, title, version } = course
  return {
    json: { email: userEmail, course: { id, slug, title, version }, changed },
    text: `${userEmail} ${state} ${slug} (${printable(title)}).\n`,
  }
}
