import {
  findAccommodation,
  findCourseGrade,
  findGradesOf,
  type GradedLesson,
  type LessonTried,
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
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { duesInCourse, duesOfLearners, inTimeUntil } from '../../learning/progress/learners-days.ts'
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
  ctx: BookDeps,
  { courseId, cohortId, fromLesson, ...page }: GradebookInput,
): Promise<Gradebook> {
  const most = maxLessonsInGradebook
  const found = await listGradedLessons(ctx.db, { courseId, offset: fromLesson, limit: most + 1 })
  const lessons = found.slice(0, most)
  return {
    ...(await readRows(ctx, { courseId, cohortId, ...page }, lessons)),
    lessons: lessons.map(({ id, key, title, type, weight }) => ({
      lessonId: id,
      ...{ key, title, type, weight },
    })),
    moreLessons: found.length > lessons.length,
  }
}

/** `learners`: whose grades are shown. */
type BookDeps = Pick<Deps, 'db' | 'now' | 'config' | 'versionDays'> & { learners: LearnerScope }

type RowsInput = Omit<GradebookInput, 'fromLesson'>

async function readRows(
  ctx: BookDeps,
  { courseId, cohortId, ...page }: RowsInput,
  lessons: readonly NamedLesson[],
): Promise<Pick<Gradebook, 'items' | 'nextCursor'>> {
  const rows = await listGradebook(ctx.db, {
    courseId,
    cohortId,
    cohortIds: cohortsOf(ctx.learners, cohortId),
    keys: lessons.flatMap(({ key, formerKeys }) => [key, ...formerKeys]),
    after: startOf(page),
    limit: page.limit + 1,
  })
  const of = { courseId, userIds: rows.map(({ id }) => id) }
  const now = ctx.now()
  const dues = [...(await duesOfLearners(ctx, of))].flatMap(([userId, due]) =>
    [...due].map(([key, { at }]) => ({ userId, key, at })),
  )
  const overdue = dues
    .filter(({ at }) => at <= now)
    .map(({ userId, key }) => [userId, key] as const)
  const grades = await findGradesOf(ctx.db, { ...of, overdue })
  return toPage(rows, page.limit, ({ id, name, completedAt, ...row }) => {
    const keys = new Set(overdue.flatMap(([userId, key]) => (userId === id ? key : [])))
    const { grade = null, soFar = null } = grades.get(id) ?? {}
    return {
      learner: { id, name },
      grade: percentOf(grade),
      soFar: percentOf(soFar),
      completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
      results: lessons.map((lesson) => resultOf(lesson, row, keys)),
    }
  })
}

type NamedLesson = GradedLesson & { formerKeys: string[] }

/** Returns the best result under all keys that the lesson has or had. */
function resultOf(
  { key, formerKeys }: NamedLesson,
  { results, excused }: { results: Record<string, LessonTried>; excused: string[] },
  overdue: ReadonlySet<string>,
): GradebookRow['results'][number] {
  const keys = [key, ...formerKeys]
  const tried = keys.flatMap((one) => results[one] ?? [])
  const passed = tried.some((one) => one.passed)
  const isExcused = !passed && keys.some((one) => excused.includes(one))
  const isOverdue = tried.length === 0 && !isExcused && keys.some((one) => overdue.has(one))
  if (tried.length === 0 && !isExcused && !isOverdue) return null
  const scores = tried.flatMap(({ score }) => score ?? [])
  return {
    percent: scores.length === 0 ? null : percentOf(Math.max(...scores)),
    passed,
    waiting: tried.some(({ waiting }) => waiting),
    attempts: tried.reduce((sum, { attempts }) => sum + attempts, 0),
    excused: isExcused,
    isOverdue,
    // Ids sort by time.
    submissionId:
      tried
        .flatMap(({ id }) => id ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

/** Cells read at once: fewer learners if there are many lessons. */
const cellsAtOnce = 5_000

/**
 * Reads all graded lessons, with learners in parts that fit into memory, however long either list
 * is.
 */
export async function readWholeGradebook(
  ctx: BookDeps,
  { fromLesson, ...of }: GradebookCsvInput,
): Promise<{ lessons: NamedLesson[]; parts: AsyncGenerator<GradebookRow[]> }> {
  const place = { offset: fromLesson, limit: clientLimits.lessons }
  const lessons = await listGradedLessons(ctx.db, { courseId: of.courseId, ...place })
  const limit = Math.max(1, Math.floor(cellsAtOnce / Math.max(lessons.length, 50)))
  async function* readParts() {
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await readRows(ctx, { ...of, limit, cursor }, lessons)
      yield items
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return { lessons, parts: readParts() }
}

/** Writes the gradebook, a line for each learner, with the percent of each lesson. */
export async function* writeGradebookCsv(
  ctx: BookDeps,
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
      so_far_percent: ({ soFar }) => soFar,
      completed_at: ({ completedAt }) => completedAt,
      ...Object.fromEntries(columns),
      user_id: ({ learner }) => learner.id,
    },
    parts,
  )
}
