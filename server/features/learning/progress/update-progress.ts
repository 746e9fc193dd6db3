import { randomUUID } from 'node:crypto'
import { type LessonType, lessonTypes } from '../../../../content/lessons/lesson-type-names.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { lockEnrollmentOfLesson } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  type LessonCounts,
  recountLessons,
} from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { reportPartly } from '../../../../db/queries/learning/progress/partial-reports.ts'
import {
  findPlaceInCourse,
  mergeProgress,
  type PlaceInCourse,
  type ReportedProgress,
  reportCompletedLesson,
} from '../../../../db/queries/learning/progress/progress.ts'
import {
  readRanges,
  secondsIn,
  writeRanges,
} from '../../../../db/queries/learning/progress/second-ranges.ts'
import {
  insertWatchedOpenings,
  reportWatched,
} from '../../../../db/queries/learning/progress/watching.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { isUnderWay, toCourseState } from '../../courses/courses/course-state.ts'
import { locksOf } from '../../courses/lessons/locks.ts'
import { openLesson } from '../../courses/lessons/open-lesson.ts'
import { describeCertificate } from '../certificates/describe-certificate.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { completeIfDone } from '../completion/completion.ts'
import { nextLessonOf } from './next-lesson.ts'
import { percentWatched } from './percent-watched.ts'
import { EarnedCertificate, type UpdatedProgress, type UpdateProgressInput } from './schema.ts'

interface Report {
  lessonId: string
  percent: number
  positionSeconds: number | undefined
  /** Ranges of seconds of a video, as PostgreSQL writes them. */
  watched: string | undefined
}

type CountedPlace = PlaceInCourse & LessonCounts

export async function updateProgress(
  ctx: UserContext,
  { lessonId, percent = 0, completed, positionSeconds, watched }: UpdateProgressInput,
): Promise<UpdatedProgress> {
  const report: Report = {
    lessonId,
    percent: completed === true ? 100 : percent,
    positionSeconds,
    watched: watched && writeRanges(watched),
  }
  return (await reportLesson(ctx, report)) ?? reportAndComplete(ctx, report)
}

/**
 * Fast path for the reports that players send every few seconds, none of which completes the
 * course: one statement. Returns undefined when the full path has to decide.
 */
async function reportLesson(
  ctx: UserContext,
  report: Report,
): Promise<UpdatedProgress | undefined> {
  const own = { ...report, userId: ctx.user.id, at: ctx.now(), id: randomUUID() }
  const { percent, watched } = report
  if (watched !== undefined && percent === 100) return undefined
  const reported = await (watched !== undefined
    ? reportWatched(ctx.db, { ...own, watched })
    : percent === 100
      ? reportCompletedLesson(ctx.db, own)
      : reportPartly(ctx.db, own))
  if (reported === undefined || !isCounted(reported)) return undefined
  if (reported.remaining === 0 && isUnderWay(courseOf(reported))) return undefined
  const updated = answer(reported, reported)
  return percent === 100 ? withNext(ctx, updated, reported) : updated
}

/**
 * Looks for the next lesson again: completing this one may have opened another than the one behind
 * it.
 */
async function withNext(
  ctx: UserContext,
  updated: UpdatedProgress,
  { isRuled }: PlaceInCourse,
): Promise<UpdatedProgress> {
  const { course, next } = updated
  if (!isRuled || next === null) return updated
  const first = await nextLessonOf(ctx, { userId: ctx.user.id, courseId: course.courseId })
  return { ...updated, next: first && { lessonId: first.id, title: first.title } }
}

async function reportAndComplete(ctx: UserContext, report: Report): Promise<UpdatedProgress> {
  const { lessonId, positionSeconds, watched } = report
  const id = randomUUID()
  // Runs before the transaction: a refused report still leaves a clock for the next one.
  if (watched !== undefined)
    await insertWatchedOpenings(ctx.db, {
      userId: ctx.user.id,
      lessonIds: [lessonId],
      at: ctx.now(),
    })

  return inTransaction(ctx, async (ctx) => {
    // Makes two last lessons reported at once see each other, or neither would complete the course.
    const enrollment = await lockEnrollmentOfLesson(ctx.db, {
      userId: ctx.user.id,
      lessonId,
      now: ctx.now(),
    })
    if (enrollment === undefined) return refuse(ctx, lessonId)
    const { courseId, lessonKey, lessonType, requiredLessons, lockFacts } = enrollment
    const locks = locksOf(lockFacts, ctx)
    if (locks.length > 0) throw new AppError('LessonLocked', { facts: { locks } })
    if (report.percent === 100) requireReportable(lessonType)
    const learning = { userId: ctx.user.id, courseId }
    const percent = await percentWatched(ctx, { ...learning, lessonKey }, report)
    if (requiredLessons === null) await recountLessons(ctx.db, learning)
    const merged = await mergeProgress(ctx.db, {
      ...learning,
      lessonKey,
      percent,
      position: positionSeconds === undefined ? undefined : { seconds: positionSeconds, id },
      watched: watched ?? null,
      at: ctx.now(),
    })

    const place = await findPlaceInCourse(ctx.db, { ...learning, lessonKey })
    if (place === undefined || !isCounted(place)) throw new AppError('LessonNotFound')
    const { completedAt } = enrollment
    if (completedAt === null || isUnderWay(enrollment)) {
      const completion = await completeIfDone(ctx, learning)
      if (completion === undefined) {
        const updated = answer(merged, place)
        return percent === 100 ? withNext(ctx, updated, place) : updated
      }
      const completed = answer(merged, {
        ...place,
        courseCompletedAt: completion.completedAt,
        courseRenewingSince: null,
      })
      return withCertificate(ctx, completed, completion.certificate)
    }
    if (percent !== 100) return answer(merged, place)
    const certificate = await issueCertificate(ctx, { ...enrollment, completedAt })
    return withCertificate(ctx, answer(merged, place), certificate)
  })
}

async function withCertificate(
  ctx: UserContext,
  updated: UpdatedProgress,
  certificate: CertificateRow | undefined,
): Promise<UpdatedProgress> {
  if (certificate === undefined) return updated
  return { ...updated, certificate: toEarned(await describeCertificate(ctx, certificate)) }
}

/** @throws NeedsPass, NeedsCourse for a lesson that a report does not complete */
export function requireReportable(type: LessonType): void {
  const { completesBy } = lessonTypes[type]
  if (completesBy === 'pass') throw new AppError('NeedsPass')
  if (completesBy === 'course') throw new AppError('NeedsCourse')
}

/** Refuses, telling those who are not enrolled no more than the lesson itself does. */
async function refuse(ctx: UserContext, lessonId: string): Promise<never> {
  await openLesson(ctx, lessonId)
  throw new AppError('NotEnrolled')
}

function isCounted<Place extends PlaceInCourse>(place: Place): place is Place & LessonCounts {
  return place.requiredLessons !== null && place.remaining !== null
}

function answer(
  {
    courseId,
    percent,
    positionSeconds,
    completedAt,
    watched,
  }: Pick<ReportedProgress, 'courseId' | 'percent' | 'positionSeconds' | 'completedAt' | 'watched'>,
  place: CountedPlace,
): UpdatedProgress {
  const { lessonId, required, nextLessonId, nextTitle } = place
  return {
    lesson: {
      lessonId,
      required,
      percent,
      positionSeconds,
      completedAt: completedAt?.toISOString() ?? null,
      ...(watched !== null && { watchedSeconds: secondsIn(readRanges(watched)) }),
    },
    course: toCourseState({ courseId, ...courseOf(place) }, place),
    next:
      nextLessonId === null || nextTitle === null
        ? null
        : { lessonId: nextLessonId, title: nextTitle },
  }
}

function courseOf({ courseCompletedAt, courseRenewingSince }: PlaceInCourse) {
  return { completedAt: courseCompletedAt, renewingSince: courseRenewingSince }
}

/** Returns what a player shows of it; certificates.list has the rest. */
export function toEarned(certificate: EarnedCertificate): EarnedCertificate {
  return EarnedCertificate.parse(certificate)
}
