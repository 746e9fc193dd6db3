import { findCourse } from '../../db/queries/catalogue.ts'
import { AppError } from '../../server/errors.ts'
import { enrollLearner } from '../../server/features/courses/enroll-learner.ts'
import { isId } from '../../server/ids.ts'
import { readEmail } from '../arguments.ts'
import { type Outcome, printable } from '../outcome.ts'
import { withDeps } from '../with-deps.ts'

export async function enroll(email: string, idOrSlug: string): Promise<Outcome> {
  const address = readEmail(email)
  const { course, isNew } = await withDeps(async (deps) => {
    const course = await findCourse(deps.db, isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug })
    if (course === undefined) throw new AppError('CourseNotFound')
    return { course, isNew: await enrollLearner(deps, { email: address, slug: course.slug }) }
  })

  const { id, slug, title, version } = course
  return {
    json: { email: address, course: { id, slug, title, version }, changed: isNew },
    text: `${address} ${isNew ? 'is enrolled in' : 'was enrolled already in'} ${slug} (${printable(title)}).\n`,
  }
}
