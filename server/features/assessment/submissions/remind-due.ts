import { listDueTomorrow } from '../../../../db/queries/assessment/submissions.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { coursePageOf, notifyUser } from '../../base/notifications/notify.ts'

const learnersAtOnce = 500

/** The job: mails learners what is due within a day, one mail for each of them at most. */
export async function remindDue(ctx: Deps): Promise<void> {
  let after: string | undefined
  for (;;) {
    const due = await listDueTomorrow(ctx.db, { now: ctx.now(), after, limit: learnersAtOnce })
    for (const { userId, courseId, lessonTitle } of due)
      await inTransaction(ctx, async (ctx) => {
        const [user, course] = [
          await findUser(ctx.db, userId),
          await findCourse(ctx.db, { id: courseId }),
        ]
        if (user === undefined || course === undefined) return
        const page = coursePageOf(ctx, courseId)
        const about = { title: course.title, lesson: lessonTitle, page }
        await notifyUser(ctx, user, { kind: 'assignment-due', ...about })
      })
    after = due.at(-1)?.userId
    if (due.length < learnersAtOnce) return
  }
}
