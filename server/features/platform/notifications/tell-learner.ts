import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { ActorDeps } from '../../../context.ts'
import type { CourseNotification } from '../../../texts/types.ts'
import { coursePageOf, notifyUser } from './notify.ts'

type ToldKind = 'lesson-marked' | 'extension-granted' | 'extension-revoked'
type Told<Kind = ToldKind> = Kind extends ToldKind
  ? Omit<Extract<CourseNotification, { kind: Kind }>, 'title' | 'page'> & {
      about: { lessonKey: string | null }
    }
  : never

/** Tells learners what was done to their course, and why. */
export async function tellLearner(
  ctx: ActorDeps,
  { userId, courseId }: EnrollmentKey,
  { about: { lessonKey }, ...told }: Told,
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  const course = await findCourse(ctx.db, { id: courseId })
  if (user === undefined || course === undefined) return
  const page = coursePageOf(ctx, courseId, { lesson: lessonKey })
  await notifyUser(ctx, user, {
    ...{ ...told, title: course.title, page },
    about: { courseId, lessonKey },
  })
}
