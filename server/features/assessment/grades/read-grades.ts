import {
  findAccommodation,
  findCourseGrade,
  type GradedLesson,
  type LessonGrade,
  listGradebook,
  listGradedLessons,
  listOwnGrades,
} from '../../../../db/queries/assessment/grades/grades.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { writeCsv } from '../../../lib/csv.ts'
import { startOf, toPage } from '../../../lib/lists/pagination.ts'
import type {
  Gradebook,
  GradebookCsvInput,
  GradebookInput,
  GradebookRow,
  OwnGradeList,
  OwnGradesInput,
} from './schema.ts'
import { maxLessonsInGradebook } from './schema.ts'

const dayMilliseconds = 86_400_000

/** Basis points as percent, with two places. */
export function percentOf(score: number | null): number | null {
  return score === null ? null : score / 100
}

/**
 * The caller's grades in a course, lesson by lesson. A quiz that never shows a score shows none here.
 * @throws CourseNotFound, NotEnrolled
 */
export async function getOwnGrades(
  ctx: UserContext,
  { courseId, ...page }: OwnGradesInput,
): Promise<OwnGradeList> {
  const learning = { userId: ctx.user.id, courseId }
  const enrollment = await findEnrollment(ctx.db, learning)
  if (!isOpenTo(enrollment, ctx.now())) {
    const published = await findCourse(ctx.db, { id: courseId })
    throw new AppError(published?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
  }
  const { versionId } = enrollment
  const [course, granted, rows] = [
    await findCourseGrade(ctx.db, { ...learning, versionId }),
    await findAccommodation(ctx.db, learning),
    await listOwnGrades(ctx.db, {
      ...learning,
      versionId,
      after: startOf(page),
      limit: page.limit + 1,
    }),
  ]
  const isNow = granted !== undefined && (granted.until === null || granted.until > ctx.now())
  return {
    ...toPage(rows, page.limit, ({ id, score, hidden, dueAt, ...row }) => ({
      ...row,
      lessonId: id,
      percent: hidden ? null : percentOf(score),
      dueAt: dueFor(dueAt, isNow ? granted.extraDays : 0),
    })),
    // Of one hidden score among others the mean would tell it.
    grade: course.hidden ? null : percentOf(course.grade),
    accommodation: isNow
      ? {
          timePercent: granted.timePercent,
          extraAttempts: granted.extraAttempts,
          extraDays: granted.extraDays,
          reason: granted.reason,
          until: granted.until?.toISOString() ?? null,
        }
      : null,
  }
}

function dueFor(dueAt: string | null, extraDays: number): string | null {
  if (dueAt === null) return null
  return new Date(Date.parse(dueAt) + extraDays * dayMilliseconds).toISOString()
}

/** Learners × graded lessons of the current version: both in pages. */
export async function getGradebook(
  { db }: Pick<Deps, 'db'>,
  { courseId, cohortId, fromLesson, ...page }: GradebookInput,
): Promise<Gradebook> {
  const found = await listGradedLessons(db, {
    courseId,
    offset: fromLesson,
    limit: maxLessonsInGradebook + 1,
  })
  const lessons = found.slice(0, maxLessonsInGradebook)
  const rows = await listGradebook(db, {
    courseId,
    cohortId,
    keys: lessons.flatMap(({ key, formerKeys }) => [key, ...formerKeys]),
    after: startOf(page),
    limit: page.limit + 1,
  })
  return {
    ...toPage(rows, page.limit, ({ id, name, grade, completedAt, results }) => ({
      learner: { id, name },
      grade: percentOf(grade),
      completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
      results: lessons.map((lesson) => resultOf(lesson, results)),
    })),
    lessons: lessons.map(({ id, key, title, type, weight }) => ({
      lessonId: id,
      ...{ key, title, type, weight },
    })),
    moreLessons: found.length > lessons.length,
  }
}

/** Under all keys that the lesson has or had, the best counts. */
function resultOf(
  { key, formerKeys }: GradedLesson & { formerKeys: string[] },
  results: Record<string, LessonGrade>,
): GradebookRow['results'][number] {
  const tried = [key, ...formerKeys].flatMap((one) => results[one] ?? [])
  if (tried.length === 0) return null
  const scores = tried.flatMap(({ score }) => score ?? [])
  return {
    percent: scores.length === 0 ? null : percentOf(Math.max(...scores)),
    passed: tried.some(({ passed }) => passed),
    waiting: tried.some(({ waiting }) => waiting),
    attempts: tried.reduce((sum, { attempts }) => sum + attempts, 0),
  }
}

const rowsAtOnce = 100

/** The gradebook, a line for each learner, with the percent of each lesson. */
export async function* writeGradebookCsv(
  ctx: Pick<Deps, 'db'>,
  input: GradebookCsvInput,
): AsyncGenerator<string> {
  const first = await getGradebook(ctx, { ...input, limit: rowsAtOnce })
  const columns = first.lessons.map(({ key }, index) => [
    `lesson ${key}`,
    ({ results }: GradebookRow) => results[index]?.percent ?? null,
  ])
  yield* writeCsv<GradebookRow>(
    {
      name: ({ learner }) => learner.name,
      grade_percent: ({ grade }) => grade,
      completed_at: ({ completedAt }) => completedAt,
      ...Object.fromEntries(columns),
      user_id: ({ learner }) => learner.id,
    },
    pages(ctx, input, first),
  )
}

async function* pages(
  ctx: Pick<Deps, 'db'>,
  input: GradebookCsvInput,
  first: Gradebook,
): AsyncGenerator<GradebookRow[]> {
  yield first.items
  let cursor = first.nextCursor
  while (cursor !== null) {
    const { items, nextCursor } = await getGradebook(ctx, { ...input, limit: rowsAtOnce, cursor })
    yield items
    cursor = nextCursor
  }
}
