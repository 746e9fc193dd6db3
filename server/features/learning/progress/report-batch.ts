import { listCoursesOfLessons } from '../../../../db/queries/learning/progress/late-progress.ts'
import { insertWatchedOpenings } from '../../../../db/queries/learning/progress/watching.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError, type ErrorName } from '../../../errors/errors.ts'
import { clockOf } from './place-in-time.ts'
import { refusalBy } from './refusal-by.ts'
import { reportInCourse } from './report-in-course.ts'
import type {
  ProgressEvent,
  ProgressEventResult,
  ReportBatchInput,
  ReportedBatch,
  ReportedCourse,
} from './schema.ts'

/**
 * Records progress that was made before, event by event, and answers what became of each. Each
 * course has a transaction of its own: what is locked, and in which order, is as for single reports.
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
  const courses: ReportedCourse[] = []

  for (const event of events) {
    const place = placeOf.get(event.lessonId)
    if (place?.isEnrolled) {
      const together = byCourse.get(place.courseId) ?? []
      byCourse.set(place.courseId, together)
      together.push(event)
    } else results.set(event, refuse(event, place?.isSold ? 'NotEnrolled' : 'LessonNotFound'))
  }

  await startClocks(ctx, [...byCourse.values()].flat(), clock.receivedAt)
  for (const [courseId, reported] of [...byCourse].sort(byKey)) {
    const learning: EnrollmentKey = { userId, courseId }
    const report = await inTransaction(
      ctx,
      (ctx) => reportInCourse(ctx, learning, reported, clock),
      userId,
    )
    for (const [event, result] of report.results) results.set(event, result)
    if (report.course !== undefined) courses.push(report.course)
  }
  return { events: events.flatMap((event) => results.get(event) ?? []), courses }
}

/** Before the transactions, as for a single report: the clocks stay when events are refused. */
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
