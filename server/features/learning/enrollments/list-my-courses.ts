import { listBuyableAmong } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  type CurrentCertificate,
  findLearnersEnrollment,
  type LearnersEnrollment,
  listLearnersEnrollments,
} from '../../../../db/queries/learning/enrollments/my-courses.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import { toDate, withIsoDates } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { coursePercent } from '../../courses/courses/course-state.ts'
import { urlOfCover } from '../../courses/courses/summary.ts'
import { locksOf } from '../../courses/lessons/locks.ts'
import { formatCode } from '../certificates/code/code.ts'
import { pdfUrlOf } from '../certificates/code/urls.ts'
import { validityOf } from '../certificates/validity/validity.ts'
import { type NextDue, nextDueOf } from '../progress/next-due.ts'
import { nextLessonOf } from '../progress/next-lesson.ts'
import { endOf, readCursor, toCursor } from './cursor.ts'
import type { ListMyCoursesInput, MyCourse, MyCourseInput, MyCourseList } from './schema.ts'

type ReadContext = Pick<UserContext, 'db' | 'now' | 'config' | 'versionDays' | 'mediaUrls'>

/**
 * Lists every course the user is or was enrolled in, newest activity first; each once, whatever the
 * user works on while paging.
 */
export function listMyCourses(ctx: UserContext, input: ListMyCoursesInput): Promise<MyCourseList> {
  return listCoursesOf(ctx, { userId: ctx.user.id, ...input })
}

/** @throws NotEnrolled */
export async function getMyCourse(
  ctx: UserContext,
  { courseId }: MyCourseInput,
): Promise<MyCourse> {
  const { id: userId } = ctx.user
  const row = await findLearnersEnrollment(ctx.db, { userId, courseId, now: ctx.now() })
  const [mine] = row === undefined ? [] : await toMyCourses(ctx, userId, [row])
  if (mine === undefined) throw new AppError('NotEnrolled')
  return mine
}

export async function listCoursesOf(
  ctx: ReadContext,
  { userId, limit, cursor, status }: ListMyCoursesInput & { userId: string },
): Promise<MyCourseList> {
  const without = (cursor === undefined ? undefined : readCursor(cursor)) ?? []
  const rows = await listLearnersEnrollments(ctx.db, {
    userId,
    status,
    without,
    limit: limit + 1,
    now: ctx.now(),
  })
  const shown = rows.slice(0, limit)
  const seen = [...without, ...shown.map(({ courseId }) => endOf(courseId))]
  return {
    items: await toMyCourses(ctx, userId, shown),
    nextCursor: rows.length > limit ? toCursor(seen) : null,
  }
}

export async function toMyCourses(
  ctx: ReadContext,
  userId: string,
  rows: readonly LearnersEnrollment[],
): Promise<MyCourse[]> {
  const dues = await nextDueOf(ctx, userId, rows)
  const ending = rows.filter(({ endsAt }) => endsAt !== null).map(({ courseId }) => courseId)
  const among = { userId, courseIds: ending, now: ctx.now() }
  const buyable = ending.length === 0 ? [] : await listBuyableAmong(ctx.db, among)
  return Promise.all(
    rows.map(async (row) => ({
      ...(await toMyCourse(ctx, { ...row, userId, due: dues.get(row.courseId) ?? null })),
      buyable: buyable.includes(row.courseId),
    })),
  )
}

async function toMyCourse(
  ctx: ReadContext,
  {
    userId,
    versionId: _,
    requiredLessons,
    remaining,
    nextLesson,
    certificate,
    cover,
    announcement,
    ...enrollment
  }: LearnersEnrollment & { userId: string; due: NextDue | null },
): Promise<Omit<MyCourse, 'buyable'>> {
  const learning = { userId, courseId: enrollment.courseId }
  return {
    ...withIsoDates(enrollment),
    cover: urlOfCover(ctx, cover),
    endsOn: lastDayBefore(enrollment.endsAt, ctx.config.timeZone),
    nextLesson: nextLesson && (await nextOf(ctx, learning, nextLesson)),
    percent: coursePercent(enrollment, { requiredLessons, remaining }),
    announcement: announcement && {
      ...announcement,
      postedAt: new Date(announcement.postedAt).toISOString(),
      editedAt: announcement.editedAt && new Date(announcement.editedAt).toISOString(),
    },
    certificate: certificate && toCourseCertificate(ctx, certificate),
  }
}

/** Returns the certificate to show beside its course. */
export function toCourseCertificate(
  ctx: Pick<UserContext, 'config' | 'now'>,
  { code, status, validUntil, lastDay }: CurrentCertificate,
): NonNullable<MyCourse['certificate']> {
  return {
    certificateUrl: pdfUrlOf(ctx, { code }),
    verificationCode: formatCode(code),
    status,
    ...validityOf(ctx, { validUntil: toDate(validUntil), lastDay }),
  }
}

/** Returns the first lesson left, which mostly can be done; only otherwise is more read. */
async function nextOf(
  ctx: ReadContext,
  learning: EnrollmentKey,
  { lockFacts, waits, ...first }: NonNullable<LearnersEnrollment['nextLesson']>,
): Promise<MyCourse['nextLesson']> {
  if (!waits && locksOf(lockFacts, ctx).length === 0) return first
  const found = await nextLessonOf(ctx, learning)
  if (found === null) return null
  const { locks, ...next } = found
  return locks.length > 0 ? found : next
}
