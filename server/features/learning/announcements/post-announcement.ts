import {
  type AnnouncementRow,
  deleteAnnouncement as deleteRow,
  findAnnouncement,
  insertAnnouncement,
} from '../../../../db/queries/learning/announcements.ts'
import { hasCohortCourse, lockCohort } from '../../../../db/queries/learning/cohorts.ts'
import { newId } from '../../../../lib/ids.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import { recordEvent } from '../../../security/audit.ts'
import { isWithin } from '../../../security/budgets.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import type { Announcement, AnnouncementInput, PostAnnouncementInput } from './schema.ts'

type TeacherContext = UserContext & { learners: LearnerScope }

const dayMilliseconds = 86_400_000

/**
 * Tells learners of a course something, and has it mailed unless the course has mailed today.
 * @throws InvalidFields, CohortNotFound, Forbidden
 */
export async function postAnnouncement(
  ctx: TeacherContext,
  { courseId, text, audience, cohort: chosen, days }: PostAnnouncementInput,
): Promise<Announcement> {
  requireOneAudience({ audience, cohort: chosen, days })
  if (cohortsOf(ctx.learners) !== null && chosen === undefined)
    throw new AppError('Forbidden', { message: 'Name a cohort of yours: you teach its members.' })
  return inTransaction(ctx, async (ctx) => {
    const cohort = chosen === undefined ? undefined : await lockCohortOf(ctx, courseId, chosen)
    const now = ctx.now()
    const id = newId()
    const today = dayOf(now, 'UTC')
    // The constraint sees only existing announcements; the limit also counts deleted ones.
    const mayMail = await isWithin(ctx.limits.within(ctx.db), [
      ['announcementMailsPerCourse', `${courseId} ${today}`],
    ])
    const { mailedOn } = await insertAnnouncement(ctx.db, {
      ...{ id, courseId, text, audience },
      cohortId: cohort?.id ?? null,
      quietSince: days === undefined ? null : new Date(now.getTime() - days * dayMilliseconds),
      createdBy: ctx.user.id,
      createdAt: now,
      mailedOn: mayMail ? today : null,
      waitsUntil: null,
      editedAt: null,
    })
    const details = { announcementId: id, audience, byMail: mailedOn !== null }
    await recordHistory(ctx, 'announcement-posted', { courseId, details })
    await recordEvent(ctx, 'announcement-posted', { details: { courseId, ...details } })
    await enqueueTelling(ctx, { announcementId: id })
    const row = await findAnnouncement(ctx.db, { id })
    if (row === undefined) throw new Error('The announcement was not written.')
    return toAnnouncement(row)
  })
}

function requireOneAudience(
  given: Pick<PostAnnouncementInput, 'audience' | 'cohort' | 'days'>,
): void {
  const goesWith = { cohort: 'cohort', days: 'stuck' } as const
  for (const path of ['cohort', 'days'] as const)
    if ((given.audience === goesWith[path]) !== (given[path] !== undefined)) {
      const message = `goes with the audience \`${goesWith[path]}\`, and with no other`
      throw new AppError('InvalidFields', { issues: [{ path, message }] })
    }
}

/** Locks the cohort. One of another course or teacher counts as nonexistent. */
async function lockCohortOf(ctx: TeacherContext, courseId: string, idOrName: string) {
  const { id } = await requireChosenCohort(ctx, idOrName)
  const cohort = await lockCohort(ctx.db, id, 'share')
  const isTheirs = cohortsOf(ctx.learners)?.includes(id) ?? true
  if (
    cohort === undefined ||
    !isTheirs ||
    !(await hasCohortCourse(ctx.db, { cohortId: id, courseId }))
  )
    throw new AppError('CohortNotFound')
  return cohort
}

export async function enqueueTelling(
  ctx: Deps,
  payload: JobPayloads['mail-announcement'],
): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'mail-announcement', payload)
  ctx.afterCommit(() => ctx.jobs.wake('mail-announcement'))
}

/**
 * Deletes an announcement. Mails already sent stay sent; the rest are not sent.
 * @throws AnnouncementNotFound
 */
export async function deleteAnnouncement(
  ctx: TeacherContext,
  { courseId, announcementId }: AnnouncementInput,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    if (
      !(await deleteRow(ctx.db, {
        id: announcementId,
        courseId,
        cohortIds: cohortsOf(ctx.learners),
      }))
    )
      throw new AppError('AnnouncementNotFound')
    await recordHistory(ctx, 'announcement-deleted', { courseId, details: { announcementId } })
    await recordEvent(ctx, 'announcement-deleted', { details: { courseId, announcementId } })
    return { id: announcementId }
  })
}

export function toAnnouncement(row: AnnouncementRow): Announcement {
  const { id, text, author, createdAt, audience, cohort, quietSince, mailedOn } = row
  return {
    ...{ id, text, author, audience, cohort },
    postedAt: createdAt.toISOString(),
    quietSince: quietSince?.toISOString() ?? null,
    byMail: mailedOn !== null || audience === 'chosen',
  }
}
