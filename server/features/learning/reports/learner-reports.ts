import { dueDay } from '../../../../content/days/days.ts'
import {
  findLearners,
  type LearnerPlace,
  type LearnerSort,
} from '../../../../db/queries/learning/enrollments/find-learners.ts'
import {
  type DaysOfLearner,
  type LearnerOfCourse,
  listDaysOfLearners,
  showLearners,
} from '../../../../db/queries/learning/enrollments/learners.ts'
import { findIdsByWords } from '../../../../db/queries/people/users/find-users.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { lastDayBefore, overAt } from '../../../../lib/lists/periods.ts'
import { isInstant, isText, type Place, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { wordsToSpell } from '../../../../lib/typed-text/typed-text.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { coursePercent } from '../../courses/courses/course-state.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'
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
 * Reports the learners of a course, or of a cohort in it, as far as the scope has them.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportLearners(
  ctx: ReportDeps,
  { sort = 'account', ...input }: ReportLearnersInput,
  scope: LearnerScope,
): Promise<LearnerReportList> {
  return listPage(ctx, { ...input, sort }, scope)
}

/**
 * Reports learners who began a course and have been silent for some days, the quietest first.
 *
 * @throws CourseNotFound
 * @throws CohortNotFound
 */
export async function reportStuck(
  ctx: ReportDeps,
  { days, ...input }: ReportStuckInput,
  scope: LearnerScope,
): Promise<LearnerReportList> {
  const quietSince = new Date(ctx.now().getTime() - days * dayMilliseconds)
  return listPage(ctx, { ...input, days, sort: 'quiet', quietSince }, scope)
}

type Listed = Omit<ReportLearnersInput, 'sort'> & {
  sort: LearnerSort
  quietSince?: Date
  days?: number
}

/** How many learners are searched for a match of their days, which no index knows. */
const lookedAtForDays = 300

/** Names shared by more accounts are searched page by page. */
const namedAtMost = 500

async function listPage(
  ctx: ReportDeps,
  { limit, cursor, quietSince, ...filter }: Listed,
  scope: LearnerScope,
): Promise<LearnerReportList> {
  const { courseId, sort, status, cohort, overdue, q } = filter
  await requireAnyCourse(ctx, courseId)
  const cohortIds =
    cohort === undefined
      ? cohortsOf(scope)
      : [(await cohortInScope(ctx, { courseId, chosen: cohort }, scope)).id]
  const list = { ...filter, scope: cohortsOf(scope)?.join() }
  const place = requirePlace(cursor, list, sort === 'account' ? isText : isInstant)
  const db = ctx.replicas.recent()
  const words = q === undefined ? [] : wordsToSpell(q)
  const { places, lookedUpTo } = await findLearners(db, {
    ...{ courseId, sort, status, cohortIds, words, quietSince, now: ctx.now() },
    named: await findIdsByWords(db, words, namedAtMost),
    isIncomplete: overdue === true,
    after: place && { at: sort === 'account' ? null : new Date(place.value), userId: place.id },
    limit: overdue === undefined ? limit + 1 : Math.max(lookedAtForDays, limit + 1),
  })
  const isFull = overdue !== undefined && lookedUpTo === null && places.length >= lookedAtForDays
  const asked = await askedByDays({ ...ctx, db }, { courseId, overdue, places })
  // Pages by places: somebody erased before being shown ends no list.
  const last = asked[limit] ?? lookedUpTo ?? (isFull ? places.at(-1) : undefined)
  const userIds = asked.slice(0, limit + 1).map(({ userId }) => userId)
  const rows = await showLearners(db, { courseId, userIds, cohortIds, now: ctx.now() })
  return toSortedPage(rows, {
    limit,
    list,
    place: (row) => toPlace(placeOf(row, sort)),
    item: (row) => toLearnerReport(ctx, row, scope),
    end: last && toPlace(last),
  })
}

/** Keeps those whom the filter asks for, reading only what shows whether they are overdue. */
async function askedByDays(
  ctx: Pick<ReportDeps, 'db' | 'config' | 'now'>,
  { courseId, overdue, places }: Pick<Listed, 'courseId' | 'overdue'> & { places: LearnerPlace[] },
): Promise<LearnerPlace[]> {
  if (overdue === undefined) return places
  const userIds = places.map(({ userId }) => userId)
  const days = await listDaysOfLearners(ctx.db, { courseId, userIds })
  const isOverdue = new Map(days.map((row) => [row.id, dueDayOf(ctx, row).overdue]))
  return places.filter(({ userId }) => isOverdue.get(userId) === overdue)
}

function placeOf(row: LearnerOfCourse, sort: LearnerSort): LearnerPlace {
  const at = { account: null, newest: row.enrolledAt, quiet: row.lastActivityAt }[sort]
  return { at, userId: row.id }
}

function toPlace({ at, userId }: LearnerPlace): Place {
  return { value: at?.toISOString() ?? '', id: userId }
}

/**
 * Reports all courses of a learner, as the learner sees them.
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

/** Whether the caller sees emails: members of the course do only if the school allows it. */
export function seesEmails({ config }: Pick<ReportDeps, 'config'>, scope: LearnerScope): boolean {
  return scope === 'school' || config.teachersSeeEmails
}

export function toLearnerReport(
  ctx: Pick<ReportDeps, 'config' | 'now'>,
  { id, remaining, certificate, next, cohort, ...row }: LearnerOfCourse,
  scope: LearnerScope,
): LearnerReport {
  const { due: _, extendedTo: __, cohortBegunAt: ___, timeZone: ____, ...learner } = row
  const { requiredLessons } = learner
  return {
    ...withIsoDates(learner),
    endsOn: lastDayBefore(learner.endsAt, ctx.config.timeZone),
    userId: id,
    email: seesEmails(ctx, scope) ? row.email : null,
    percent: coursePercent(learner, { requiredLessons, remaining }),
    completedLessons: requiredLessons - remaining,
    next: next && { lessonKey: next.key, title: next.title },
    cohort,
    ...dueDayOf(ctx, row),
    certificate: certificate && toCourseCertificate(ctx, certificate),
  }
}

/** Returns the day on which the course is due for them. */
function dueDayOf(
  { config, now }: Pick<ReportDeps, 'config' | 'now'>,
  { due, completedAt, ...learner }: Omit<DaysOfLearner, 'id'>,
): { dueOn: string | null; overdue: boolean } {
  if (due === null) return { dueOn: null, overdue: false }
  const timeZone = learner.timeZone ?? config.timeZone
  const dueOn = dueDay(due, { ...learner, timeZone })
  return { dueOn, overdue: completedAt === null && overAt(dueOn, timeZone) <= now() }
}
