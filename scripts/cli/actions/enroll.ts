import type { CourseRow } from '../../../db/queries/courses/courses/courses.ts'
import { endLearnerEnrollment } from '../../../server/features/learning/enrollments/end-learner-enrollment.ts'
import {
  type EnrollOutcome,
  enrollLearner,
} from '../../../server/features/learning/enrollments/enroll-learner.ts'
import { readEmail, readEndOrNone } from '../arguments.ts'
import { type CommandResult, printable } from '../output.ts'
import { withDeps } from '../with-deps.ts'

interface EnrollOptions {
  ends?: string
  cohort?: string
  invite?: true
  timeZone?: string
}

const states = {
  enrolled: 'is now enrolled in',
  changed: 'has another end date in',
  unchanged: 'is already enrolled in',
  invited: 'has no verified account, and is invited to',
} satisfies Record<EnrollOutcome, string>

export async function enroll(
  email: string,
  idOrSlug: string,
  { ends, cohort, invite, timeZone }: EnrollOptions = {},
): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const endsAt = ends === undefined ? undefined : readEndOrNone(ends, '--ends', timeZone)
  const { course, outcome } = await withDeps((deps) =>
    enrollLearner(deps, { email: userEmail, idOrSlug, endsAt, cohort, invites: invite === true }),
  )
  return resultOf({
    userEmail,
    course,
    changed: outcome !== 'unchanged',
    state: states[outcome],
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
