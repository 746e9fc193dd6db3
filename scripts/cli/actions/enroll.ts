import { enrollLearner } from '../../../server/features/enrollments/enroll-learner.ts'
import { readEmail } from '../arguments.ts'
import { type Outcome, printable } from '../outcome.ts'
import { withDeps } from '../with-deps.ts'

export async function enroll(email: string, idOrSlug: string): Promise<Outcome> {
  const address = readEmail(email)
  const { course, isNew } = await withDeps((deps) =>
    enrollLearner(deps, { email: address, idOrSlug }),
  )

  const { id, slug, title, version } = course
  return {
    json: { email: address, course: { id, slug, title, version }, changed: isNew },
    text: `${address} ${isNew ? 'is enrolled in' : 'was enrolled already in'} ${slug} (${printable(title)}).\n`,
  }
}
