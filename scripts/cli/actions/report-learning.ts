import type { Deps } from '../../../server/context.ts'
import { requireChosenCohort } from '../../../server/features/base/admin/chosen-cohort.ts'
import { requireChosenCourse } from '../../../server/features/base/admin/chosen-course.ts'
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
import { allPages } from '../all-pages.ts'
import { readWholeNumber } from '../arguments.ts'
import { UsageError } from '../command-errors.ts'
import { type CommandResult, write } from '../output.ts'
import { type Columns, listOf, tableOf } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface Format {
  csv?: true
  json?: true
}

const learnersAtOnce = 1_000
const coursesAtOnce = 20
const noPeriod = { timeZone: 'UTC' }

/** Undefined where the report is written already: as CSV, which may be long. */
export async function reportLearning({
  course,
  cohort,
  ...format
}: Format & { course?: string; cohort?: string }): Promise<CommandResult | undefined> {
  refuseTwoFormats(format)
  return withDeps(async (deps) => {
    const cohortId = cohort === undefined ? undefined : (await requireChosenCohort(deps, cohort)).id
    if (course === undefined) return reportOnCourses(deps, { ...format, cohortId })

    const choice = { courseId: await idOf(deps, course), cohort: cohortId }
    if (format.csv) return writeAll(writeLearnersCsv(deps, choice))
    const [counts, items] = await Promise.all([
      reportCourse(deps, { ...choice, ...noPeriod }),
      allPages((cursor) => reportLearners(deps, { ...choice, limit: learnersAtOnce, cursor })),
    ])
    const { text } = listOf(items, { columns: learnerColumns, none: 'Nobody is enrolled.' })
    return {
      json: { course: counts, items },
      text: `${tableOf([counts], courseColumns)}\n${text}`,
    }
  })
}

export async function reportStuckLearners({
  course,
  days,
  ...format
}: Format & { course: string; days: string }): Promise<CommandResult | undefined> {
  refuseTwoFormats(format)
  const choice = { days: readWholeNumber(days, '--days') }
  return withDeps(async (deps) => {
    const courseId = await idOf(deps, course)
    if (format.csv) return writeAll(writeStuckCsv(deps, { courseId, ...choice }))
    const items = await allPages((cursor) =>
      reportStuck(deps, { courseId, ...choice, limit: learnersAtOnce, cursor }),
    )
    return listOf(items, { columns: learnerColumns, none: 'Nobody is stuck in this course.' })
  })
}

async function reportOnCourses(
  deps: Deps,
  { cohortId, csv }: Format & { cohortId: string | undefined },
): Promise<CommandResult | undefined> {
  if (csv)
    return writeAll(
      cohortId === undefined
        ? writeCoursesCsv(deps, noPeriod)
        : writeCohortCsv(deps, { cohortId, ...noPeriod }),
    )
  const items = await allPages((cursor) => {
    const page = { ...noPeriod, limit: coursesAtOnce, cursor }
    return cohortId === undefined
      ? reportCourses(deps, page)
      : reportCohort(deps, { cohortId, ...page })
  })
  return listOf(items, { columns: courseColumns, none: 'There are no published courses.' })
}

async function idOf(deps: Deps, idOrSlug: string): Promise<string> {
  return (await requireChosenCourse(deps, idOrSlug)).id
}

function refuseTwoFormats({ csv, json }: Format): void {
  if (csv && json) throw new UsageError('error: use either --csv or --json')
}

async function writeAll(parts: AsyncIterable<string>): Promise<undefined> {
  for await (const part of parts) await write(part)
}

const courseColumns: Columns<CourseReport> = {
  COURSE: 'slug',
  ENROLLED: 'enrolled',
  OPEN: 'open',
  STARTED: 'started',
  COMPLETED: 'completed',
  '%': 'completionPercent',
  CERTIFICATES: 'certificates',
  DAYS: 'medianDays',
}

const learnerColumns: Columns<LearnerReport> = {
  EMAIL: 'email',
  NAME: 'name',
  STATUS: 'status',
  '%': 'percent',
  LESSONS: ({ completedLessons, requiredLessons }) => `${completedLessons}/${requiredLessons}`,
  'LAST ACTIVITY': 'lastActivityAt',
  COMPLETED: 'completedAt',
}
