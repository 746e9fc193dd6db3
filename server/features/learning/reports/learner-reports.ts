import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type LearnerOfCourse,
  type LearnerPlace,
  type LearnerSort,
  listLearners,
} from '../../../../db/queries/learning/enrollments/learners.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { dueDay } from '../../../lib/fields/days.ts'
import { lastDayBefore, overAt } from '../../../lib/lists/periods.ts'
import { isInstant, isText, type Place, toSortedPage } from '../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../lib/schema.ts'
import { wordsToSpell } from '../../../lib/typed-text/typed-text.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { coursePercent } from '../../courses/courses/course-state.ts'
import { listCoursesOf, toCourseCertificate } from '../enrollments/list-my-courses.ts'
import type { MyCourseList } from '../enrollments/schema.ts'
import type { ReportDeps } from './course-reports.ts'
import { cohortInScope } from './in-scope.ts'
import type {
  LearnerReport,
  LearnerReportList,
  ReportLearnerInput,
  ReportLearnersInput,
  ReportStuckInput,
} from './schema.ts'

export const dayMilliseconds = 24 * 3_600_000

/**
 * The learners of a course, or of a cohort in it, as far as they are of the scope.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportLearners(
  ctx: ReportDeps,
  { sort = 'account', ...input }: ReportLearnersInput,
  scope?: LearnerScope,
): Promise<LearnerReportList> {
  return listPage(ctx, { ...input, sort }, scope)
}

/**
 * Learners who began a course and have reported nothing for some days, the quietest first.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportStuck(
  ctx: ReportDeps,
  { days, ...input }: ReportStuckInput,
  scope?: LearnerScope,
): Promise<LearnerReportList> {
  const quietSince = new Date(ctx.now().getTime() - days * dayMilliseconds)
  return listPage(ctx, { ...input, days, sort: 'quiet', quietSince }, scope)
}

type Listed = Omit<ReportLearnersInput, 'sort'> & {
  sort: LearnerSort
  quietSince?: Date
  days?: number
}

/** Whom the days of it find out is said by no index: those are looked for among so many. */
const lookedAtForDays = 500

async function listPage(
  ctx: ReportDeps,
  { limit, cursor, quietSince, ...filter }: Listed,
  scope: LearnerScope | undefined,
): Promise<LearnerReportList> {
  const { courseId, sort, status, cohort, overdue, q } = filter
  await requireCourse(ctx, courseId)
  const cohortIds =
    cohort === undefined
      ? (scope ?? null)
      : [(await cohortInScope(ctx, { courseId, chosen: cohort }, scope)).id]
  const list = { ...filter, scope: scope?.join() }
  const place = requirePlace(cursor, list, sort === 'account' ? isText : isInstant)
  const { rows, lookedUpTo } = await listLearners(ctx.replicas.recent(), {
    ...{ courseId, sort, status, cohortIds, quietSince, now: ctx.now() },
    words: q === undefined ? [] : wordsToSpell(q),
    after: place && { at: sort === 'account' ? null : new Date(place.value), userId: place.id },
    limit: overdue === undefined ? limit + 1 : Math.max(lookedAtForDays, limit + 1),
  })
  const isFull = overdue !== undefined && lookedUpTo === null && rows.length >= lookedAtForDays
  const last = lookedUpTo ?? (isFull ? placeOf(rows.at(-1), sort) : undefined)
  const asked = (row: LearnerOfCourse) =>
    overdue === undefined || dueDayOf(ctx, row).overdue === overdue
  return toSortedPage(rows.filter(asked), {
    limit,
    list,
    place: (row) => toPlace(placeOf(row, sort)),
    item: (row) => toLearnerReport(ctx, row),
    end: last && toPlace(last),
  })
}

function placeOf(row: LearnerOfCourse | undefined, sort: LearnerSort): LearnerPlace {
  const at = { account: null, newest: row?.enrolledAt, quiet: row?.lastActivityAt }[sort]
  return { at: at ?? null, userId: row?.id ?? '' }
}

function toPlace({ at, userId }: LearnerPlace): Place {
  return { value: at?.toISOString() ?? '', id: userId }
}

/**
 * All courses of a learner, as the learner sees them.
 *
 * @throws UserNotFound
 */
export async function reportLearner(
  ctx: ReportDeps,
  { userId, ...page }: ReportLearnerInput,
): Promise<MyCourseList> {
  if ((await findUser(ctx.db, userId)) === undefined) throw new AppError('UserNotFound')
  return listCoursesOf({ ...ctx, db: ctx.replicas.recent() }, { userId, ...page })
}

async function requireCourse({ db }: ReportDeps, id: string): Promise<void> {
  if ((await findCourse(db, { id })) === undefined) throw new AppError('CourseNotFound')
}

export function toLearnerReport(
  ctx: Pick<ReportDeps, 'config' | 'now'>,
  { id, remaining, certificate, next, cohort, ...row }: LearnerOfCourse,
): LearnerReport {
  const { due: _, extendedTo: __, cohortBegunAt: ___, timeZone: ____, ...learner } = row
  const { requiredLessons } = learner
  return {
    ...withIsoDates(learner),
    endsOn: lastDayBefore(learner.endsAt, ctx.config.timeZone),
    userId: id,
    percent: coursePercent(learner, { requiredLessons, remaining }),
    completedLessons: requiredLessons - remaining,
    next: next && { lessonKey: next.key, title: next.title },
    cohort,
    ...dueDayOf(ctx, row),
    certificate: certificate && toCourseCertificate(ctx, certificate),
  }
}

type WithDue = Pick<
  LearnerOfCourse,
  'due' | 'extendedTo' | 'enrolledAt' | 'cohortBegunAt' | 'timeZone' | 'completedAt'
>

/** When the course is due for them. */
function dueDayOf(
  { config, now }: Pick<ReportDeps, 'config' | 'now'>,
  { due, completedAt, ...learner }: WithDue,
): { dueOn: string | null; overdue: boolean } {
  if (due === null) return { dueOn: null, overdue: false }
  const timeZone = learner.timeZone ?? config.timeZone
  const dueOn = dueDay(due, { ...learner, timeZone })
  return { dueOn, overdue: completedAt === null && overAt(dueOn, timeZone) <= now() }
}
