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
import { writeCsv } from '../../../../lib/csv.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError } from '../../../errors/errors.ts'
import { duesInCourse, inTimeUntil } from '../../learning/progress/learners-days.ts'
import type {
  Gradebook,
  GradebookCsvInput,
  GradebookInput,
  GradebookRow,
  OwnGradeList,
  OwnGradesInput,
} from './schema.ts'
import { maxLessonsInGradebook } from './schema.ts'

/** Converts basis points to percent, with two places. */
export function percentOf(score: number | null): number | null {
  return score === null ? null : score / 100
}

/**
 * Returns the caller's grades in a course, by lesson. A quiz that never shows scores shows none.
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
  const [course, granted, dues, rows] = [
    await findCourseGrade(ctx.db, { ...learning, versionId }),
    await findAccommodation(ctx.db, learning),
    await duesInCourse(ctx, learning),
    await listOwnGrades(ctx.db, {
      ...learning,
      versionId,
      after: startOf(page),
      limit: page.limit + 1,
    }),
  ]
  const isNow = granted !== undefined && (granted.until === null || granted.until > ctx.now())
  return {
    ...toPage(rows, page.limit, ({ id, score, hidden, ...row }) => ({
      ...row,
      lessonId: id,
      percent: hidden ? null : percentOf(score),
      dueAt: inTimeUntil(dues.get(row.key)),
    })),
    // Hides the mean, which would tell the one hidden score among others.
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

/** Returns learners × graded lessons of the current version, both in pages. */
export async function getGradebook(
  { db }: Pick<Deps, 'db'>,
  { courseId, cohortId, fromLesson, ...page }: GradebookInput,
): Promise<Gradebook> {
  const most = maxLessonsInGradebook
  const found = await listGradedLessons(db, { courseId, offset: fromLesson, limit: most + 1 })
  const lessons = found.slice(0, most)
  return {
    ...(await readRows(db, { courseId, cohortId, ...page }, lessons)),
    lessons: lessons.map(({ id, key, title, type, weight }) => ({
      lessonId: id,
      ...{ key, title, type, weight },
    })),
    moreLessons: found.length > lessons.length,
  }
}

type RowsInput = Omit<GradebookInput, 'fromLesson'>

async function readRows(
  db: Deps['db'],
  { courseId, cohortId, ...page }: RowsInput,
  lessons: readonly NamedLesson[],
): Promise<Pick<Gradebook, 'items' | 'nextCursor'>> {
  const rows = await listGradebook(db, {
    courseId,
    cohortId,
    keys: lessons.flatMap(({ key, formerKeys }) => [key, ...formerKeys]),
    after: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, ({ id, name, grade, completedAt, results }) => ({
    learner: { id, name },
    grade: percentOf(grade),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
    results: lessons.map((lesson) => resultOf(lesson, results)),
  }))
}

type NamedLesson = GradedLesson & { formerKeys: string[] }

/** Returns the best result under all keys that the lesson has or had. */
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

/** Cells read at once: fewer learners if there are many lessons. */
const cellsAtOnce = 5_000

/**
 * Reads all graded lessons, with learners in parts that fit into memory, however long either list
 * is.
 */
export async function readWholeGradebook(
  { db }: Pick<Deps, 'db'>,
  { fromLesson, ...of }: GradebookCsvInput,
): Promise<{ lessons: NamedLesson[]; parts: AsyncGenerator<GradebookRow[]> }> {
  const place = { offset: fromLesson, limit: clientLimits.lessons }
  const lessons = await listGradedLessons(db, { courseId: of.courseId, ...place })
  const limit = Math.max(1, Math.floor(cellsAtOnce / Math.max(lessons.length, 50)))
  async function* readParts() {
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await readRows(db, { ...of, limit, cursor }, lessons)
      yield items
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return { lessons, parts: readParts() }
}

/** Writes the gradebook, a line for each learner, with the percent of each lesson. */
export async function* writeGradebookCsv(
  ctx: Pick<Deps, 'db'>,
  input: GradebookCsvInput,
): AsyncGenerator<string> {
  const { lessons, parts } = await readWholeGradebook(ctx, input)
  const columns = lessons.map(({ key }, index) => [
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
    parts,
  )
}
