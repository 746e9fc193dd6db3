import type { Deps } from '../../../server/context.ts'
import {
  readWholeGradebook,
  writeGradebookCsv,
} from '../../../server/features/assessment/grades/read-grades.ts'
import type { GradebookRow } from '../../../server/features/assessment/grades/schema.ts'
import {
  reportCohort,
  reportCourse,
  reportCourses,
} from '../../../server/features/learning/reports/course-reports.ts'
import {
  reportLearners,
  reportStuck,
} from '../../../server/features/learning/reports/learner-reports.ts'
import type {
  CourseReport,
  LearnerReport,
} from '../../../server/features/learning/reports/schema.ts'
import {
  writeCohortCsv,
  writeCoursesCsv,
  writeLearnersCsv,
  writeStuckCsv,
} from '../../../server/features/learning/reports/write-csv.ts'
import { requireChosenCohort } from '../../../server/features/platform/admin/chosen-cohort.ts'
import { requireChosenCourse } from '../../../server/features/platform/admin/chosen-course.ts'
import { type CommandResult, writeAll } from '../output.ts'
import { allPages, type Columns, listOf, tableOf } from '../results.ts'

const learnersAtOnce = 1_000
const coursesAtOnce = 20

/** Undefined where the report is written already: as CSV, which may be long. */
export async function reportLearning(
  deps: Deps,
  { course, cohort, csv }: { course?: string; cohort?: string; csv?: true },
): Promise<CommandResult | undefined> {
  const cohortId = cohort === undefined ? undefined : (await requireChosenCohort(deps, cohort)).id
  if (course === undefined) return reportOnCourses(deps, { cohortId, csv })

  const choice = { courseId: await idOf(deps, course), cohort: cohortId }
  if (csv) return writeAll(writeLearnersCsv(deps, choice, 'school'))
  const [counts, items] = await Promise.all([
    reportCourse(deps, choice, 'school'),
    allPages((cursor) =>
      reportLearners(deps, { ...choice, limit: learnersAtOnce, cursor }, 'school'),
    ),
  ])
  const { text } = listOf(items, { columns: learnerColumns, none: 'Nobody is enrolled.' })
  return {
    json: { course: counts, items },
    text: `${tableOf([counts], courseColumns)}\n${text}`,
  }
}

export async function reportStuckLearners(
  deps: Deps,
  { course, days, csv }: { course: string; days: number; csv?: true },
): Promise<CommandResult | undefined> {
  const choice = { courseId: await idOf(deps, course), days }
  if (csv) return writeAll(writeStuckCsv(deps, choice))
  const items = await allPages((cursor) =>
    reportStuck(deps, { ...choice, limit: learnersAtOnce, cursor }, 'school'),
  )
  return listOf(items, { columns: learnerColumns, none: 'Nobody is stuck in this course.' })
}

/** Reports all graded lessons, in the API's form. */
export async function reportGradebook(
  deps: Deps,
  { course, cohort, csv }: { course: string; cohort?: string; csv?: true },
): Promise<CommandResult | undefined> {
  const cohortId = cohort === undefined ? undefined : (await requireChosenCohort(deps, cohort)).id
  const choice = { courseId: await idOf(deps, course), cohortId, fromLesson: 0 }
  if (csv) return writeAll(writeGradebookCsv({ ...deps, learners: 'school' }, choice))
  const { lessons, parts } = await readWholeGradebook({ ...deps, learners: 'school' }, choice)
  const items: GradebookRow[] = []
  for await (const rows of parts) items.push(...rows)
  const columns: Columns<GradebookRow> = [
    ['NAME', ({ learner }) => learner.name],
    'grade',
    ...lessons.map(
      ({ key }, index) => [key, (row: GradebookRow) => row.results[index]?.percent] as const,
    ),
  ]
  const { text } = listOf(items, { columns, none: 'Nobody is enrolled.' })
  const shown = lessons.map(({ id: lessonId, key, title, type, weight }) => ({
    ...{ lessonId, key, title, type, weight },
  }))
  return { json: { lessons: shown, items }, text }
}

async function reportOnCourses(
  deps: Deps,
  { cohortId, csv }: { cohortId: string | undefined; csv: true | undefined },
): Promise<CommandResult | undefined> {
  if (csv)
    return writeAll(
      cohortId === undefined ? writeCoursesCsv(deps, {}) : writeCohortCsv(deps, { cohortId }),
    )
  const items = await allPages((cursor) => {
    const page = { limit: coursesAtOnce, cursor }
    return cohortId === undefined
      ? reportCourses(deps, page)
      : reportCohort(deps, { cohortId, ...page })
  })
  return listOf(items, { columns: courseColumns, none: 'There are no published courses.' })
}

async function idOf(deps: Deps, idOrSlug: string): Promise<string> {
  return (await requireChosenCourse(deps, idOrSlug)).id
}

const courseColumns: Columns<CourseReport> = [
  'slug',
  'enrolled',
  'open',
  'started',
  'completed',
  'completionPercent',
  'certificates',
  'medianDays',
]

const learnerColumns: Columns<LearnerReport> = [
  'email',
  'name',
  'status',
  'percent',
  ['LESSONS', ({ completedLessons, requiredLessons }) => `${completedLessons}/${requiredLessons}`],
  'lastActivityAt',
  'completedAt',
]
