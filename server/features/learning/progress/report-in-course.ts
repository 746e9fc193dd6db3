import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import {
  type EnrollmentRow,
  findEnrollment,
  type LockedEnrollment,
  lockEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  findLastCompletion,
  recountLessons,
} from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import {
  listReportableLessons,
  mergeLateProgress,
  type ReportableLesson,
} from '../../../../db/queries/learning/progress/late-progress.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { countsOf, isUnderWay, toCourseState } from '../../courses/courses/course-state.ts'
import { openedByDay } from '../../courses/lessons/locks.ts'
import { describeCertificate } from '../certificates/describe-certificate.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { completeIfDone } from '../completion/completion.ts'
import {
  addEvent,
  type LessonProgress,
  type PlacedEvent,
  progressOf,
  toLateProgress,
} from './add-event.ts'
import { type LocksInBatch, locksInBatch } from './locks-in-batch.ts'
import { type Clock, completionAt, placeInTime } from './place-in-time.ts'
import { refusalBy } from './refusal-by.ts'
import type { ProgressEvent, ProgressEventResult, ReportedCourse } from './schema.ts'
import { toEarned } from './update-progress.ts'

export interface CourseReport {
  results: Map<ProgressEvent, ProgressEventResult>
  /** Undefined if every event is refused. */
  course?: ReportedCourse
}

/** Records the events of one course, in the caller's transaction. */
export async function reportInCourse(
  ctx: UserContext,
  learning: EnrollmentKey,
  events: readonly ProgressEvent[],
  clock: Clock,
): Promise<CourseReport> {
  const now = clock.receivedAt
  const enrollment = await lockEnrollment(ctx.db, learning)
  if (!isOpenTo(enrollment, now)) {
    const reason = refusalBy(new AppError('NotEnrolled'))
    return { results: new Map(events.map((event) => [event, refused(event, reason)])) }
  }
  if (enrollment.requiredLessons === null) await recountLessons(ctx.db, learning)

  const { results, lessons } = await addEvents(ctx, enrollment, { events, clock })
  const changed = lessons.filter(({ isChanged }) => isChanged)
  if (changed.length > 0) {
    const latest = Math.max(...changed.map(({ updatedAt }) => updatedAt?.getTime() ?? 0))
    const late = changed.map(toLateProgress)
    await mergeLateProgress(ctx.db, { ...learning, lessons: late, at: new Date(latest) })
  }
  const accepted = events.filter((event) => results.get(event)?.outcome !== 'refused')
  if (accepted.length === 0) return { results }
  const completes = accepted.some(({ completed, percent }) => completed === true || percent === 100)
  return { results, course: await courseAfter(ctx, learning, { clock, completes }) }
}

interface Events {
  events: readonly ProgressEvent[]
  clock: Clock
}

/** Adds events in the order in which they happened: what completes one lesson opens the next. */
async function addEvents(
  ctx: UserContext,
  enrollment: LockedEnrollment,
  { events, clock }: Events,
) {
  const found = await listReportableLessons(ctx.db, enrollment, {
    lessonIds: [...new Set(events.map(({ lessonId }) => lessonId))],
    now: clock.receivedAt,
  })
  const locks = await locksInBatch(ctx, enrollment, found)
  // Merges by key, because ids of several versions may mean one lesson.
  const byKey = new Map(found.map((lesson) => [lesson.key, progressOf(lesson)]))
  const lessons = new Map(found.map(({ askedId, key }) => [askedId, byKey.get(key)]))
  const opened = new Map(found.map((lesson) => [lesson.key, openedAt(lesson, ctx)]))
  const placed = events.map((event): [ProgressEvent, PlacedEvent] => [
    event,
    { ...event, at: placeInTime(event.at, clock, enrollment) },
  ])
  const results = new Map<ProgressEvent, ProgressEventResult>()
  for (const [event, one] of placed.sort(([, one], [, other]) => inTime(one, other)))
    results.set(
      event,
      resultOf(one, lessons.get(event.lessonId), { enrollment, locks, opened, clock }),
    )
  return { results, lessons: [...byKey.values()] }
}

function inTime(one: PlacedEvent, other: PlacedEvent): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1)
}

/** Returns when its day opened the lesson; 0 for a day to come, which something else preceded. */
function openedAt({ dayFacts }: ReportableLesson, ctx: Deps): number {
  const day = dayFacts === null ? 0 : openedByDay(dayFacts, ctx)
  return day > ctx.now().getTime() ? 0 : day
}

interface Rules {
  enrollment: EnrollmentRow
  locks: LocksInBatch
  /** Instants by the keys of the lessons. */
  opened: ReadonlyMap<string, number>
  clock: Clock
}

function resultOf(
  event: PlacedEvent,
  kept: LessonProgress | undefined,
  { enrollment, locks, opened, clock }: Rules,
): ProgressEventResult {
  try {
    if (kept === undefined) throw new AppError('LessonNotFound')
    const clearedAt = [enrollment.progressClearedAt, kept.lesson.reopenedAt]
    if (clearedAt.some((cleared) => cleared !== null && event.at < cleared))
      return { id: event.id, outcome: 'stale' }
    const reasons = locks.of(kept.lesson)
    if (reasons.length > 0) throw new AppError('LessonLocked', { facts: { locks: reasons } })
    const at = new Date(Math.max(event.at.getTime(), opened.get(kept.lesson.key) ?? 0))
    const outcome = addEvent(kept, { ...event, at }, clock)
    locks.opened(kept.lesson, kept.completedAt !== null)
    return { id: event.id, outcome }
  } catch (error) {
    if (error instanceof AppError) return refused(event, refusalBy(error))
    throw error
  }
}

function refused(
  { id }: Pick<ProgressEvent, 'id'>,
  reason: NonNullable<ProgressEventResult['reason']>,
): ProgressEventResult {
  return { id, outcome: 'refused', reason }
}

/** Completes the course as of the last lesson it needed, if none is left; returns its state. */
async function courseAfter(
  ctx: UserContext,
  learning: EnrollmentKey,
  { clock, completes }: { clock: Clock; completes: boolean },
): Promise<ReportedCourse> {
  const enrollment = await findEnrollment(ctx.db, learning)
  if (enrollment === undefined) throw new Error('An enrollment that is locked is gone.')
  const counts = await countsOf(ctx, enrollment)
  if (isUnderWay(enrollment) && counts.remaining === 0) {
    const last = await findLastCompletion(ctx.db, learning)
    const at = completionAt(last ?? clock.receivedAt, clock)
    const completion = await completeIfDone(ctx, learning, at)
    if (completion !== undefined) {
      const { completedAt, certificate } = completion
      const state = toCourseState({ ...learning, completedAt, renewingSince: null }, counts)
      return withCertificate(ctx, state, certificate)
    }
  }
  const state = toCourseState(enrollment, counts)
  const { completedAt } = enrollment
  if (!completes || completedAt === null || isUnderWay(enrollment)) return state
  return withCertificate(ctx, state, await issueCertificate(ctx, { ...enrollment, completedAt }))
}

async function withCertificate(
  ctx: UserContext,
  state: ReportedCourse,
  certificate: CertificateRow | undefined,
): Promise<ReportedCourse> {
  if (certificate === undefined) return state
  return { ...state, certificate: toEarned(await describeCertificate(ctx, certificate)) }
}
