import {
  listAnnouncementsFor,
  listAnnouncements as listRows,
} from '../../../../db/queries/learning/announcements.ts'
import { findLearnersEnrollment } from '../../../../db/queries/learning/enrollments/my-courses.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { toAnnouncement } from './post-announcement.ts'
import type {
  AnnouncementList,
  LearnersAnnouncementList,
  ListAnnouncementsInput,
} from './schema.ts'

/** Lists all announcements of a course, or only those to a teacher's cohorts. */
export async function listAnnouncements(
  { db, learners }: Pick<Deps, 'db'> & { learners: LearnerScope },
  { courseId, ...page }: ListAnnouncementsInput,
): Promise<AnnouncementList> {
  const range = { before: startOf(page), limit: page.limit + 1 }
  const rows = await listRows(db, { courseId, cohortIds: cohortsOf(learners), ...range })
  return toPage(rows, page.limit, toAnnouncement)
}

/**
 * Lists the announcements that are for the caller.
 * @throws NotEnrolled
 */
export async function listMyAnnouncements(
  { db, user, now }: UserContext,
  { courseId, ...page }: ListAnnouncementsInput,
): Promise<LearnersAnnouncementList> {
  const learner = { userId: user.id, courseId, now: now() }
  const enrollment = await findLearnersEnrollment(db, learner)
  if (enrollment?.status !== 'active' && enrollment?.status !== 'completed')
    throw new AppError('NotEnrolled')
  const rows = await listAnnouncementsFor(db, {
    ...learner,
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, ({ id, text, author, createdAt, editedAt }) => ({
    ...{ id, text, author },
    postedAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  }))
}
