import { letOut, listDueAnnouncements } from '../../../../db/queries/learning/announcements.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { enqueueTelling, mailDayOf } from './post-announcement.ts'

const announcementsAtOnce = 100

/** The job, each minute: tells the announcements whose time has come. */
export async function sendDueAnnouncements(ctx: Deps): Promise<void> {
  const now = ctx.now()
  await forEachDue(ctx, {
    task: 'send-announcement',
    list: () => listDueAnnouncements(ctx.db, { now, limit: announcementsAtOnce }),
    limit: announcementsAtOnce,
    idOf: ({ id }) => id,
    work: ({ id, courseId }) =>
      inTransaction(ctx, async (ctx) => {
        // Waits here for another process, or another announcement of the course and day.
        const mailedOn = await mailDayOf(ctx, courseId)
        if (await letOut(ctx.db, { id, mailedOn, now })) {
          await enqueueTelling(ctx, { announcementId: id })
          return
        }
        // Gives the mail of the day back, as another process has decided about it.
        if (mailedOn !== null)
          await ctx.limits
            .within(ctx.db)
            .giveBack('announcementMailsPerCourse', `${courseId} ${mailedOn}`)
      }),
  })
}
