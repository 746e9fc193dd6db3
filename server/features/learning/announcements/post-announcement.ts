import {
  type AnnouncementRow,
  deleteAnnouncement as deleteRow,
  editAnnouncement as editRow,
  findAnnouncement,
  insertAnnouncement,
} from '../../../../db/queries/learning/announcements.ts'
import { hasCohortCourse, lockCohort } from '../../../../db/queries/learning/cohorts.ts'
import { newIdAt } from '../../../../lib/ids.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import { recordEvent } from '../../../security/audit.ts'
import { isWithin } from '../../../security/budgets.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import type {
  Announcement,
  AnnouncementInput,
  EditAnnouncementInput,
  PostAnnouncementInput,
} from './schema.ts'

type TeacherContext = UserContext & { learners: LearnerScope }

const dayMilliseconds = 86_400_000
const mostDaysAhead = 366

/**
 * Tells learners of a course something, and has it mailed unless the course has mailed today.
 * @throws InvalidFields, CohortNotFound, Forbidden
 */
export async function postAnnouncement(
  ctx: TeacherContext,
  { courseId, text, audience, cohort: chosen, days, at }: PostAnnouncementInput,
): Promise<Announcement> {
  requireOneAudience({ audience, cohort: chosen, days })
  const waitsUntil = waitMeant(ctx.now(), at)
  if (cohortsOf(ctx.learners) !== null && chosen === undefined)
    throw new AppError('Forbidden', { message: 'Name a cohort of yours: you teach its members.' })
  return inTransaction(ctx, async (ctx) => {
    const cohort = chosen === undefined ? undefined : await lockCohortOf(ctx, courseId, chosen)
    const outAt = waitsUntil ?? ctx.now()
    // Orders those that wait by when they go out.
    const id = newIdAt(outAt)
    const mailDay = waitsUntil === null ? await mailDayOf(ctx, courseId) : null
    const { mailedOn } = await insertAnnouncement(ctx.db, {
      ...{ id, courseId, text, audience },
      cohortId: cohort?.id ?? null,
      quietSince: days === undefined ? null : new Date(outAt.getTime() - days * dayMilliseconds),
      createdBy: ctx.user.id,
      createdAt: outAt,
      mailedOn: mailDay,
      waitsUntil,
      editedAt: null,
    })
    const details = { announcementId: id, audience, byMail: mailedOn !== null }
    await recordHistory(ctx, 'announcement-posted', { courseId, details })
    await recordEvent(ctx, 'announcement-posted', { details: { courseId, ...details } })
    if (waitsUntil === null) await enqueueTelling(ctx, { announcementId: id })
    return showAnnouncement(ctx, id)
  })
}

/**
 * Changes what an announcement says. Mails that are not sent yet say it so.
 * @throws AnnouncementNotFound
 */
export async function editAnnouncement(
  ctx: TeacherContext,
  { courseId, announcementId: id, text }: EditAnnouncementInput,
): Promise<Announcement> {
  return inTransaction(ctx, async (ctx) => {
    const cohortIds = cohortsOf(ctx.learners)
    const edited = await editRow(ctx.db, { id, courseId, cohortIds, text, at: ctx.now() })
    if (edited === undefined) throw new AppError('AnnouncementNotFound')
    await recordHistory(ctx, 'announcement-edited', { courseId, details: { announcementId: id } })
    await recordEvent(ctx, 'announcement-edited', { details: { courseId, announcementId: id } })
    return showAnnouncement(ctx, id)
  })
}

/** Returns until when it waits; null for an instant that has come. */
function waitMeant(now: Date, at: string | undefined): Date | null {
  if (at === undefined || new Date(at) <= now) return null
  const waitsUntil = new Date(at)
  if (waitsUntil.getTime() - now.getTime() <= mostDaysAhead * dayMilliseconds) return waitsUntil
  const message = 'is more than a year ahead'
  throw new AppError('InvalidFields', { issues: [{ path: 'at', message }] })
}

/** Returns the day on which it is mailed; null if the course has mailed another. */
export async function mailDayOf(ctx: Deps, courseId: string): Promise<string | null> {
  const today = dayOf(ctx.now(), 'UTC')
  // The constraint sees only existing announcements; the limit also counts deleted ones.
  const mayMail = await isWithin(ctx.limits.within(ctx.db), [
    ['announcementMailsPerCourse', `${courseId} ${today}`],
  ])
  return mayMail ? today : null
}

async function showAnnouncement(ctx: Deps, id: string): Promise<Announcement> {
  const row = await findAnnouncement(ctx.db, { id })
  if (row === undefined) throw new Error('The announcement was not written.')
  return toAnnouncement(row)
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
  const { id, text, author, createdAt, editedAt, audience, cohort, quietSince } = row
  return {
    ...{ id, text, author, audience, cohort },
    postedAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    goesOutAt: row.waitsUntil?.toISOString() ?? null,
    quietSince: quietSince?.toISOString() ?? null,
    byMail: row.mailedOn !== null || audience === 'chosen',
  }
}
