import { listCoursesOfLessons } from '../../../../db/queries/learning/progress/late-progress.ts'
import { insertWatchedOpenings } from '../../../../db/queries/learning/progress/watching.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError, type ErrorName } from '../../../errors/errors.ts'
import { type Clock, clockOf } from './place-in-time.ts'
import { refusalBy } from './refusal-by.ts'
import { type CourseReport, reportInCourse } from './report-in-course.ts'
import type {
  ProgressEvent,
  ProgressEventResult,
  ReportBatchInput,
  ReportedBatch,
} from './schema.ts'

/**
 * Records earlier progress, event by event, and returns what became of each. Each course has a
 * transaction of its own, which locks the same rows in the same order as a single report.
 */
export async function reportBatch(
  ctx: UserContext,
  { sentAt, events }: ReportBatchInput,
): Promise<ReportedBatch> {
  const userId = ctx.user.id
  const clock = clockOf(sentAt, ctx.now())
  const lessonIds = [...new Set(events.map(({ lessonId }) => lessonId))]
  const known = await listCoursesOfLessons(ctx.db, { userId, lessonIds, now: clock.receivedAt })
  const placeOf = new Map(known.map((place) => [place.lessonId, place]))
  const byCourse = new Map<string, ProgressEvent[]>()
  const results = new Map<ProgressEvent, ProgressEventResult>()

  for (const event of events) {
    const place = placeOf.get(event.lessonId)
    if (place?.isEnrolled) {
      const together = byCourse.get(place.courseId) ?? []
      byCourse.set(place.courseId, together)
      together.push(event)
    } else results.set(event, refuse(event, place?.isSold ? 'NotEnrolled' : 'LessonNotFound'))
  }

  await startClocks(ctx, [...byCourse.values()].flat(), clock.receivedAt)
  const reports = await reportByCourse(ctx, byCourse, clock)
  for (const report of reports)
    for (const [event, result] of report.results) results.set(event, result)
  return {
    events: events.flatMap((event) => results.get(event) ?? []),
    courses: reports.flatMap(({ course }) => course ?? []),
  }
}

/**
 * Reports course by course, and defers what the commits set off, such as printing, which would slow
 * down the courses that come after.
 */
async function reportByCourse(
  ctx: UserContext,
  byCourse: ReadonlyMap<string, ProgressEvent[]>,
  clock: Clock,
): Promise<CourseReport[]> {
  const userId = ctx.user.id
  const setOff: (() => void)[] = []
  const deferring = { ...ctx, afterCommit: (action: () => void) => void setOff.push(action) }
  const reports: CourseReport[] = []
  try {
    for (const [courseId, events] of [...byCourse].sort(byKey)) {
      const report = (ctx: UserContext) => reportInCourse(ctx, { userId, courseId }, events, clock)
      reports.push(await inTransaction(deferring, report, userId))
    }
  } finally {
    for (const action of setOff) ctx.afterCommit(action)
  }
  return reports
}

/**
 * Starts them before the transactions, as a single report does: they stay when events are refused.
 */
async function startClocks(ctx: UserContext, events: ProgressEvent[], at: Date): Promise<void> {
  const watched = events.filter((event) => event.watched !== undefined)
  const lessonIds = [...new Set(watched.map(({ lessonId }) => lessonId))]
  if (lessonIds.length > 0)
    await insertWatchedOpenings(ctx.db, { userId: ctx.user.id, lessonIds, at })
}

function refuse({ id }: ProgressEvent, name: Extract<ErrorName, 'NotEnrolled' | 'LessonNotFound'>) {
  return { id, outcome: 'refused' as const, reason: refusalBy(new AppError(name)) }
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
