import { insertAnnouncement } from '../../../../db/queries/learning/announcements.ts'
import {
  type BulkEnrollmentRow,
  findBulkEnrollment,
  listInputRows,
  type NewInputRow,
} from '../../../../db/queries/learning/bulk-enrollments.ts'
import type { ActSubject } from '../../../../db/queries/learning/enrollments/foretell-acts.ts'
import { newId } from '../../../../lib/ids.ts'
import { endMeant } from '../../../../lib/lists/periods.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { requireFuture } from '../enrollments/enroll-learner.ts'
import type {
  ActInCourse,
  ActInCourseInput,
  ActOnLearnersInput,
  ActOnMany,
  ActOnManyInput,
  ActResult,
  GivenInput,
} from './acts-schema.ts'
import { storeBulk } from './create-bulk-enrollment.ts'
import { enqueueBulk } from './enroll-in-bulk.ts'
import { type ForetoldAct, foretellAct } from './foretell-act.ts'
import { toBulkEnrollment } from './read-bulk-enrollments.ts'

const rowsShown = 100
/** A message is an announcement in each course. */
const coursesToldAtOnce = 20

/** Acts for the school, on enrollments of any courses or on invitations. */
export function actOnMany(
  ctx: UserContext,
  { act, enrollments = [], invitations = [], dryRun, ...given }: ActOnManyInput,
): Promise<ActOnMany> {
  const of = [
    ...enrollments.map(({ userId, courseId }) => ({ subjectId: userId, courseId })),
    ...invitations.map((subjectId) => ({ subjectId, courseId: null })),
  ]
  return begin(ctx, { act, of, given, dryRun, courseId: null, scope: 'school' })
}

/** Acts on learners of a course, for its staff. */
export function actOnLearners(
  ctx: UserContext,
  { act, courseId, userIds, dryRun, ...given }: ActOnLearnersInput,
  scope: LearnerScope,
): Promise<ActOnMany> {
  const of = userIds.map((subjectId) => ({ subjectId, courseId }))
  return begin(ctx, { act, of, given, dryRun, courseId, scope })
}

interface Asked extends Pick<BulkEnrollmentRow, 'act' | 'courseId'> {
  of: ActSubject[]
  given: GivenInput
  dryRun: boolean
  scope: LearnerScope
}

/** Says what it would do; unless that is all, begins it, and a job goes on. */
function begin(ctx: UserContext, { dryRun, ...asked }: Asked): Promise<ActOnMany> {
  const { act, given, courseId, scope } = asked
  requireFuture(ctx, endMeant(given.endsAt, ctx.config.timeZone))
  const of = [...new Map(asked.of.map((one) => [`${one.subjectId} ${one.courseId}`, one])).values()]
  const effect = async (ctx: UserContext) => {
    const { rows, mails } = await foretellAct(ctx, { act, of, given, scope })
    if (dryRun) return toAct(rows, { id: null, mails, scope })
    const announcements = act === 'message' ? await announce(ctx, { of, text: given.text }) : {}
    const stored = rows.map((row) => ({ ...row, outcome: null, error: null, message: null }))
    const bulk = await storeBulk(ctx, stored, { act, courseId, given: { ...given, announcements } })
    await enqueueBulk(ctx, bulk.id)
    return toAct(rows, { id: bulk.id, mails, scope })
  }
  return performOnce(ctx, { input: { ...asked, dryRun }, effect })
}

/** Posts the message in each course, without recipients: each row adds its own. */
async function announce(
  ctx: UserContext,
  { of, text = '' }: { of: readonly ActSubject[]; text: string | undefined },
): Promise<Record<string, string>> {
  const courseIds = [...new Set(of.flatMap(({ courseId }) => courseId ?? []))]
  if (courseIds.length > coursesToldAtOnce) {
    const message = `are of more than ${coursesToldAtOnce} courses: tell those of fewer at once`
    throw new AppError('InvalidFields', { issues: [{ path: 'enrollments', message }] })
  }
  const announcements: Record<string, string> = {}
  for (const courseId of courseIds) {
    const id = newId()
    await insertAnnouncement(ctx.db, {
      ...{ id, courseId, text, audience: 'chosen', createdBy: ctx.user.id, createdAt: ctx.now() },
      ...{ cohortId: null, quietSince: null, mailedOn: null, waitsUntil: null, editedAt: null },
    })
    const details = { announcementId: id, audience: 'chosen', byMail: true } as const
    await recordHistory(ctx, 'announcement-posted', { courseId, details })
    await recordEvent(ctx, 'announcement-posted', { details: { courseId, ...details } })
    announcements[courseId] = id
  }
  return announcements
}

function toAct(
  rows: readonly ForetoldAct[],
  { id, mails, scope }: { id: string | null; mails: number; scope: LearnerScope },
): ActOnMany {
  const having = (outcome: ForetoldAct['outcome']) => rows.filter((row) => row.outcome === outcome)
  const [changed, unchanged, failed] = [having('changed'), having('unchanged'), having('failed')]
  return {
    ...{ id, mails, total: rows.length },
    ...{ changed: changed.length, unchanged: unchanged.length, failed: failed.length },
    rows: [...failed, ...changed, ...unchanged].slice(0, rowsShown).map(resultFor(scope)),
  }
}

/** Shows emails to the school alone. */
function resultFor(scope: LearnerScope) {
  return (row: NewInputRow): ActResult => {
    const { row: place, email, name, course, outcome, error, message } = row
    return {
      ...{ row: place, email: scope === 'school' ? email : null },
      ...{ name, course, outcome, error, message },
    }
  }
}

/** Shows how far an act in a course is to whoever asked for it. */
export async function showActInCourse(
  ctx: UserContext,
  { courseId, bulkEnrollmentId }: ActInCourseInput,
  scope: LearnerScope,
): Promise<ActInCourse> {
  const bulk = await findBulkEnrollment(ctx.db, bulkEnrollmentId)
  if (bulk?.courseId !== courseId.toLowerCase() || bulk.requestedBy !== ctx.user.id)
    throw new AppError('BulkEnrollmentNotFound')
  const page = { bulkId: bulk.id, after: 0, outcome: 'failed', limit: rowsShown } as const
  const rows = await listInputRows(ctx.db, page)
  return { ...toBulkEnrollment(bulk), rows: rows.map(resultFor(scope)) }
}
