import { lowestId } from '../../../../db/page.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type AnnouncementRow,
  findAnnouncement,
  listToTell,
} from '../../../../db/queries/learning/announcements.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import { coursePageOf, notify } from '../../platform/notifications/notify.ts'
import { spreadMails } from '../../platform/notifications/spread-mails.ts'
import { enqueueTelling } from './post-announcement.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const learnersAtOnce = 200

/**
 * The job: tells an announcement for some seconds, then enqueues the job that goes on. Killed at any
 * point, it looks at the same learners again, and tells nobody twice. It stops once the announcement
 * is deleted. A learner who cannot be told gets a job of their own.
 */
export async function mailAnnouncement(
  ctx: Deps,
  {
    announcementId,
    after = lowestId,
    place = 0,
    isAlone = false,
  }: JobPayloads['mail-announcement'],
): Promise<void> {
  const deadline = performance.now() + sliceMilliseconds
  const limit = isAlone ? 1 : learnersAtOnce
  const done = { after, place }
  while (performance.now() < deadline) {
    const announcement = await findAnnouncement(ctx.db, { id: announcementId })
    const course = announcement && (await findCourse(ctx.db, { id: announcement.courseId }))
    if (announcement === undefined || course === undefined) return
    const page = { after: done.after, limit, now: ctx.now() }
    const learners = await listToTell(ctx.db, { ...announcement, ...page })
    for (const userId of learners) {
      const learner = { userId, title: course.title, place: done.place }
      await mailTo(ctx, announcement, learner).catch(async (error: unknown) => {
        if (isAlone) throw error
        await enqueueTelling(ctx, { announcementId, ...done, isAlone: true })
      })
      done.after = userId
      done.place += 1
      if (performance.now() >= deadline) break
    }
    if (isAlone) return
    if (learners.length < limit && done.after === (learners.at(-1) ?? done.after)) return
  }
  await enqueueTelling(ctx, { announcementId, ...done })
}

/** Tells it one of those who are chosen, in the transaction of `ctx.db`. */
export async function tellChosen(
  ctx: Deps,
  { announcementId, ...learner }: { announcementId: string; userId: string; isQuiet: boolean },
): Promise<void> {
  const announcement = await findAnnouncement(ctx.db, { id: announcementId })
  const course = announcement && (await findCourse(ctx.db, { id: announcement.courseId }))
  if (announcement && course) await tell(ctx, announcement, { ...learner, title: course.title })
}

async function mailTo(
  ctx: Deps,
  announcement: AnnouncementRow,
  { place, ...learner }: { userId: string; title: string; place: number },
): Promise<void> {
  await inTransaction(spreadMails(ctx, { since: announcement.createdAt, place }), (ctx) =>
    tell(ctx, announcement, { ...learner, isQuiet: announcement.mailedOn === null }),
  )
}

function tell(
  ctx: Deps,
  { id, courseId, text, author }: AnnouncementRow,
  { userId, title, isQuiet }: { userId: string; title: string; isQuiet: boolean },
): Promise<void> {
  const page = coursePageOf(ctx, courseId, { announcement: id })
  const by = author?.name ?? null
  const about = { courseId, subjectId: id, fact: id, isQuiet }
  return notify(ctx, {
    userId,
    notification: { kind: 'announcement', id, title, text, by, page, about },
  })
}
