import { z } from 'zod'
import { learnerStatuses } from '../../../../db/schema/learning/enrollments.ts'
import { Day, withPeriod } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  type PageRequest,
  pageInput,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { CoursePercent, CourseSummary } from '../../courses/courses/schema.ts'
import { LessonKey, LessonTitle } from '../../courses/lessons/schema.ts'
import { ChosenCohort } from '../../platform/admin/choice-schema.ts'
import { namedPeriod, PeriodCursor, periodPages } from '../../platform/admin/split-period.ts'
import { CourseCertificate, ListMyCoursesInput } from '../enrollments/schema.ts'

/** Keeps pages short, because each course of a page is counted. */
const maxCountedCourses = 20

const count = (description: string, example: number) =>
  field(z.number().int(), description, example)

export const LearningCounts = named('LearningCounts', 'How the learners of a course do', {
  enrolled: count('All enrollments, also those that have ended', 120),
  open: count('Those that are open to their learners now, completed or not', 100),
  started: count('Those with at least one report of progress', 96),
  completed: count('Those in which the course was completed, also if they ended later', 48),
  completionPercent: field(
    z.number().min(0).max(100),
    'Share of `completed` in `enrolled`, to one decimal; 0 without enrollments',
    40,
  ),
  certificates: count('Valid certificates of these learners; revoked ones do not count', 47),
  medianDays: field(
    z.number().nullable(),
    'Days from enrollment to completion, to one decimal: half of those who completed the ' +
      'course took at most so long. Null if nobody has completed it',
    21.5,
  ),
})
export type LearningCounts = z.infer<typeof LearningCounts>

export const CourseReport = LearningCounts.extend({
  courseId: field(Id, 'The course', exampleIds.course),
  slug: CourseSummary.shape.slug,
  title: field(z.string(), 'Title of the current version', 'Building a course player'),
}).meta({ id: 'CourseReport', description: 'A course, and how its learners do' })
export type CourseReport = z.infer<typeof CourseReport>

export const CourseReportList = listOf(
  CourseReport,
  'Courses with their counts, the newest course first',
)
export type CourseReportList = z.infer<typeof CourseReportList>

const ReportedCourse = z.strictObject({
  courseId: field(IdInPath, 'The course', exampleIds.course),
})

const cohort = ChosenCohort.optional().meta({
  description: 'Only learners of this cohort: its id or name',
})

const cohortInPath = field(IdInPath, 'The cohort', exampleIds.cohort)

const countedPages = {
  limit: field(
    z.number().int().min(1).max(maxCountedCourses).default(maxCountedCourses),
    'The maximum number of items',
    maxCountedCourses,
  ),
  cursor: pageInput.cursor,
}

export const ReportCoursesInput = withPeriod(countedPages)
export type ReportCoursesInput = z.infer<typeof ReportCoursesInput>

export const CoursesCsvInput = withPeriod({})
export type CoursesCsvInput = z.infer<typeof CoursesCsvInput>

export const CohortCsvInput = withPeriod({ cohortId: cohortInPath })
export type CohortCsvInput = z.infer<typeof CohortCsvInput>

export const ReportCohortInput = withPeriod({ cohortId: cohortInPath, ...countedPages })
export type ReportCohortInput = z.infer<typeof ReportCohortInput>

const ReportedLearners = ReportedCourse.extend({
  version: field(
    z.number().int().min(1).max(2_147_483_647).optional(),
    'Only learners who take this version',
    2,
  ),
  cohort,
})

export const ReportCourseInput = withPeriod(ReportedLearners.shape)
export type ReportCourseInput = z.infer<typeof ReportCourseInput>

/** Pages of a month: where days begin elsewhere, half a day of enrollments is read for each. */
const maxCountedPeriods = 31

export const ReportPeriodsInput = withPeriod({
  ...ReportedLearners.shape,
  ...periodPages,
  limit: field(
    z.number().int().min(1).max(maxCountedPeriods).default(maxCountedPeriods),
    'The maximum number of items',
    maxCountedPeriods,
  ),
})
export type ReportPeriodsInput = z.infer<typeof ReportPeriodsInput>

const { enrolled, started, completed, completionPercent } = LearningCounts.shape

export const LearningPeriod = named(
  'LearningPeriod',
  'How those do until now who began the course in a day or a month',
  {
    ...namedPeriod,
    ...{ enrolled, started, completed, completionPercent },
  },
)

export const LearningPeriodList = named(
  'LearningPeriodList',
  'All days or months of a period, oldest first, also those in which nobody began',
  {
    items: z.array(LearningPeriod).describe('The days or months of this page'),
    nextCursor: PeriodCursor,
  },
)
export type LearningPeriodList = z.infer<typeof LearningPeriodList>

export const ReportStopsInput = ReportedLearners.extend({
  days: field(
    z.number().int().min(0).max(3_650).default(0),
    'Only those who have reported nothing for so many days',
    14,
  ),
  limit: field(
    z.number().int().min(1).max(100).default(20),
    'The maximum number of lessons, those with the most learners',
    20,
  ),
})
export type ReportStopsInput = z.infer<typeof ReportStopsInput>

/** In a large course, counts only those who learned last: the cost of a report stays bounded. */
export const mostLearnersCounted = 10_000

const LessonStop = named('LessonStop', 'A lesson, and for how many learners it is next', {
  lessonKey: LessonKey,
  title: LessonTitle,
  learners: count('For how many of the learners it is next', 14),
})

export const LessonStops = named('LessonStops', 'Where learners are who are on their way', {
  at: Instant.describe('When they were counted'),
  learners: count('How many learners were counted', 48),
  areAll: z
    .boolean()
    .describe(
      'Whether that is everyone who is on the way. Otherwise it is the ' +
        `${mostLearnersCounted.toLocaleString('en')} who learned last`,
    ),
  items: z.array(LessonStop).describe('The lessons that are next for most of them, these first'),
})
export type LessonStops = z.infer<typeof LessonStops>

const LearnerStatus = field(
  z.enum(learnerStatuses),
  'active: to be completed. completed: completed, and still open. left: the learner left the ' +
    'course. ended: by a refund, by its end date or by the school',
  'active',
)

export const LearnerReport = named('LearnerReport', 'A learner of a course', {
  userId: field(Id, 'The account of the learner', exampleIds.user),
  email: field(
    z.string().nullable(),
    'Email; null for members of the course unless the school shows it to teachers',
    'ada@example.com',
  ),
  name: field(z.string(), 'Name', 'Ada Lovelace'),
  version: field(z.number().int(), 'Number of the version that they take', 1),
  status: LearnerStatus,
  percent: CoursePercent,
  completedLessons: count('How many of the required lessons they have completed', 6),
  requiredLessons: count('How many lessons their version requires', 12),
  enrolledAt: Instant.describe('When the enrollment began'),
  endsAt: Instant.nullable().describe('When access ends by itself; null for never'),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
  next: z
    .object({
      lessonKey: field(z.string(), 'Key of the lesson', 'tie-one'),
      title: field(z.string(), 'Its title', 'Tie your first knot'),
    })
    .nullable()
    .describe('Where they stopped: the first lesson that is left; null when none is'),
  cohort: z
    .object({
      id: field(Id, 'The cohort', exampleIds.cohort),
      name: field(z.string(), 'Its name', 'Class of 2026'),
    })
    .nullable()
    .describe('The cohort that the enrollment came with; null for none'),
  dueOn: field(
    z.iso.date().nullable(),
    'The last day, in their time zone, to complete it; null: none',
    '2027-01-31',
  ),
  overdue: z.boolean().describe('Whether it is past `dueOn` and not completed'),
  lastActivityAt: Instant.nullable().describe(
    'The newest report of progress, to the minute; null before the first one',
  ),
  completedAt: Instant.nullable().describe(
    'When the last required lesson was completed for the first time; null until then',
  ),
  renewingSince: Instant.nullable().describe(
    'Since when the course is taken again to renew its certificate: `percent` is that of this ' +
      'time; null otherwise',
  ),
  certificate: CourseCertificate.nullable().describe('Their certificate; null until there is one'),
})
export type LearnerReport = z.infer<typeof LearnerReport>

export const LearnerReportList = listOf(LearnerReport, 'Learners of a course')
export type LearnerReportList = z.infer<typeof LearnerReportList>

export const LearnersCsvInput = ReportedCourse.extend({
  status: LearnerStatus.optional().meta({
    description:
      'Only enrollments with this status. One whose end date has passed counts as ended within a ' +
      'minute',
  }),
  cohort,
  overdue: field(z.boolean().optional(), 'Only those who are overdue, or those who are not', true),
  q: field(
    text(100)
      .refine((q) => q.split(/\s+/).length <= 5, 'has more than five words')
      .optional(),
    'Only names with these words, or parts of words',
    'ada',
  ),
  sort: field(
    z.enum(['account', 'newest']).default('account'),
    'account: by the ids of accounts, the oldest first. newest: the newest enrollments first',
    'newest',
  ),
})
export type LearnersCsvInput = z.input<typeof LearnersCsvInput>

export const ReportLearnersInput = LearnersCsvInput.extend(sortedPageInput)
export type ReportLearnersInput = LearnersCsvInput & PageRequest

export const StuckCsvInput = ReportedCourse.extend({
  cohort,
  days: field(z.number().int().min(1).max(3_650).default(14), 'How many days without progress', 14),
})
export type StuckCsvInput = z.infer<typeof StuckCsvInput>

export const ReportStuckInput = StuckCsvInput.extend({
  ...sortedPageInput,
})
export type ReportStuckInput = z.infer<typeof ReportStuckInput>

const userId = field(IdInPath, 'The account', exampleIds.user)

export const LearnerCsvInput = ListMyCoursesInput.pick({ status: true }).extend({ userId })
export type LearnerCsvInput = z.infer<typeof LearnerCsvInput>

export const ReportLearnerInput = ListMyCoursesInput.extend({ userId }).strict()
export type ReportLearnerInput = z.infer<typeof ReportLearnerInput>

/** Sentences shared by several reports. */
export const aboutPeriod =
  '`from` and `to` are about when the enrollment began: both are inclusive, and a day is one of ' +
  '`timeZone`. '
export const aboutDelay = 'The numbers may be a few seconds old.'
