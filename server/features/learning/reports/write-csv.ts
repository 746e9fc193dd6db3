import { type Columns, writeCsv } from '../../../../lib/csv.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import type { MyCourse } from '../enrollments/schema.ts'
import { type ReportDeps, reportCohort, reportCourses } from './course-reports.ts'
import { reportLearner, reportLearners, reportStuck, seesEmails } from './learner-reports.ts'
import type * as schema from './schema.ts'

/** Rows read at once: fewer courses, because each is counted. */
const rowsAtOnce = { courses: 20, learners: 1_000, myCourses: 100 }

const courseColumns: Columns<schema.CourseReport> = {
  course: ({ slug }) => slug,
  title: ({ title }) => title,
  enrolled: ({ enrolled }) => enrolled,
  open: ({ open }) => open,
  started: ({ started }) => started,
  completed: ({ completed }) => completed,
  completion_percent: ({ completionPercent }) => completionPercent,
  certificates: ({ certificates }) => certificates,
  median_days: ({ medianDays }) => medianDays,
  course_id: ({ courseId }) => courseId,
}

const classColumns: Columns<schema.LearnerReport> = {
  name: ({ name }) => name,
  status: ({ status }) => status,
  percent: ({ percent }) => percent,
  completed_lessons: ({ completedLessons }) => completedLessons,
  required_lessons: ({ requiredLessons }) => requiredLessons,
  version: ({ version }) => version,
  enrolled_at: ({ enrolledAt }) => enrolledAt,
  ends_at: ({ endsAt }) => endsAt,
  ends_on: ({ endsOn }) => endsOn,
  last_activity_at: ({ lastActivityAt }) => lastActivityAt,
  completed_at: ({ completedAt }) => completedAt,
  next_lesson: ({ next }) => next?.lessonKey ?? null,
  cohort: ({ cohort }) => cohort?.name ?? null,
  due_on: ({ dueOn }) => dueOn,
  overdue: ({ overdue }) => overdue,
  certificate: ({ certificate }) => certificate?.verificationCode ?? null,
  valid_until: ({ certificate }) => certificate?.validUntil ?? null,
  last_day: ({ certificate }) => certificate?.lastDay ?? null,
  user_id: ({ userId }) => userId,
}

const learnerColumns: Columns<schema.LearnerReport> = {
  email: ({ email }) => email,
  ...classColumns,
}

const ownCourseColumns: Columns<MyCourse> = {
  course: ({ slug }) => slug,
  title: ({ title }) => title,
  status: ({ status }) => status,
  percent: ({ percent }) => percent,
  version: ({ version }) => version,
  enrolled_at: ({ enrolledAt }) => enrolledAt,
  last_activity_at: ({ lastActivityAt }) => lastActivityAt,
  completed_at: ({ completedAt }) => completedAt,
  certificate: ({ certificate }) => certificate?.verificationCode ?? null,
  valid_until: ({ certificate }) => certificate?.validUntil ?? null,
  last_day: ({ certificate }) => certificate?.lastDay ?? null,
  course_id: ({ courseId }) => courseId,
}

export function writeCoursesCsv(ctx: ReportDeps, input: schema.CoursesCsvInput) {
  return writePages(courseColumns, (cursor) =>
    reportCourses(ctx, { ...input, limit: rowsAtOnce.courses, cursor }),
  )
}

export function writeCohortCsv(ctx: ReportDeps, input: schema.CohortCsvInput) {
  return writePages(courseColumns, (cursor) =>
    reportCohort(ctx, { ...input, limit: rowsAtOnce.courses, cursor }),
  )
}

/** Writes the learners, without a column of emails for callers who may not see them. */
export function writeLearnersCsv(
  ctx: ReportDeps,
  input: schema.LearnersCsvInput,
  scope: LearnerScope,
) {
  const columns = seesEmails(ctx, scope) ? learnerColumns : classColumns
  return writePages<schema.LearnerReport>(columns, (cursor) =>
    reportLearners(ctx, { ...input, limit: rowsAtOnce.learners, cursor }, scope),
  )
}

export function writeStuckCsv(ctx: ReportDeps, input: schema.StuckCsvInput) {
  return writePages(learnerColumns, (cursor) =>
    reportStuck(ctx, { ...input, limit: rowsAtOnce.learners, cursor }, 'school'),
  )
}

export function writeLearnerCsv(ctx: ReportDeps, input: schema.LearnerCsvInput) {
  return writePages(ownCourseColumns, (cursor) =>
    reportLearner(ctx, { ...input, limit: rowsAtOnce.myCourses, cursor }),
  )
}

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

function writePages<Item>(
  columns: Columns<Item>,
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<string> {
  return writeCsv(columns, pages(read))
}

async function* pages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await read(cursor)
    yield items
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
