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
import { table } from '../table.ts'
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
    return {
      json: { course: counts, items },
      text: `${courseTable([counts])}\n${learnerTable(items)}`,
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
    return {
      json: { items },
      text: items.length === 0 ? 'Nobody is stuck in this course.\n' : learnerTable(items),
    }
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
  return {
    json: { items },
    text: items.length === 0 ? 'There are no published courses.\n' : courseTable(items),
  }
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

function courseTable(items: CourseReport[]): string {
  const heading = [
    'COURSE',
    'ENROLLED',
    'OPEN',
    'STARTED',
    'COMPLETED',
    '%',
    'CERTIFICATES',
    'DAYS',
  ]
  return table(
    heading,
    items.map(({ slug, ...counts }) => [
      slug,
      ...[counts.enrolled, counts.open, counts.started, counts.completed].map(String),
      String(counts.completionPercent),
      String(counts.certificates),
      counts.medianDays === null ? '-' : String(counts.medianDays),
    ]),
  )
}

function learnerTable(items: LearnerReport[]): string {
  if (items.length === 0) return 'Nobody is enrolled.\n'
  const heading = ['EMAIL', 'NAME', 'STATUS', '%', 'LESSONS', 'LAST ACTIVITY', 'COMPLETED']
  return table(
    heading,
    items.map(({ email, name, status, percent, ...learner }) => [
      email,
      name,
      status,
      String(percent),
      `${learner.completedLessons}/${learner.requiredLessons}`,
      learner.lastActivityAt ?? '-',
      learner.completedAt ?? '-',
    ]),
  )
}
