import { enrollLearner } from '../../../server/features/enrollments/enroll-learner.ts'
import { readEmail } from '../arguments.ts'
import { type CommandResult, printable } from '../output.ts'
import { withDeps } from '../with-deps.ts'

export async function enroll(email: string, idOrSlug: string): Promise<CommandResult> {
  const userEmail = readEmail(email)
  const { course, isNew } = await withDeps((deps) =>
    enrollLearner(deps, { email: userEmail, idOrSlug }),
  )

  const { id, slug, title, version } = course
  const adverb = isNew ? 'now' : 'already'
  return {
    json: { email: userEmail, course: { id, slug, title, version }, changed: isNew },
    text: `${userEmail} is ${adverb} enrolled in ${slug} (${printable(title)}).\n`,
  }
}
