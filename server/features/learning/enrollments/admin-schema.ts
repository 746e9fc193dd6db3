import { z } from 'zod'
import {
  accessStates,
  enrollmentSources,
  waySources,
} from '../../../../db/schema/learning/enrollments.ts'
import { bound, Day, startOrEnd, withPeriod } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { ChosenCohort, ChosenCourse, ChosenUser } from '../../platform/admin/choice-schema.ts'

export const enrollOutcomes = ['enrolled', 'changed', 'unchanged', 'invited'] as const

const userId = field(IdInPath, 'Id of the user', exampleIds.user)
const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

const AdminStatus = field(
  z.enum(accessStates),
  'active: the user has access. left: the user left, and can return. ended: by a refund, by ' +
    'administrators, or because the end has come',
  'active',
)

const Source = z.enum(enrollmentSources).meta({
  description: 'transaction: bought, or taken for free. administrator: given by an administrator',
  examples: ['administrator'],
})

const AccessWay = named('AccessWay', 'A way into a course: access is open as long as one is', {
  source: z.enum(waySources).meta({
    description: 'Who gives it: a purchase, the school, a cohort, an invitation or a program',
    examples: ['cohort'],
  }),
  id: Id.nullable().meta({
    description: 'Id of the cohort or the program; null for the others',
    examples: [exampleIds.cohort],
  }),
  name: field(z.string().nullable(), 'Its name; null for the others', 'Autumn 2026'),
  endsAt: Instant.nullable().describe('When this way ends; null for never'),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
})

export const AdminEnrollment = named('AdminEnrollment', 'An enrollment as administrators see it', {
  userId: field(Id, 'Id of the user', exampleIds.user),
  email: field(z.string(), 'Email of the user', 'ada@example.com'),
  name: field(z.string(), 'Name of the user', 'Ada Lovelace'),
  courseId: field(Id, 'Id of the course', exampleIds.course),
  courseSlug: field(z.string(), 'Slug of the course', 'building-a-course-player'),
  courseTitle: z.string().meta({
    description: 'Title of the version that the user takes',
    examples: ['Building a course player'],
  }),
  courseVersion: field(z.int(), 'Number of the version that the user takes', 1),
  status: AdminStatus,
  source: Source,
  enrolledAt: Instant.describe('When the enrollment began'),
  endsAt: Instant.nullable().describe(
    'When the access ends or ended, the latest of its ways; null for never',
  ),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
  ways: z
    .array(AccessWay)
    .describe('The ways by which access is open, those that last longest first; at most 20'),
  cohortId: Id.nullable().meta({
    description: 'The cohort whose days count for it; null for none',
    examples: [exampleIds.cohort],
  }),
  completedAt: Instant.nullable().describe('When the user completed the course; null if not'),
  lastActivityAt: Instant.nullable().describe(
    'The last report of progress, to the minute; null if there is none',
  ),
  leftAt: Instant.nullable().describe('When the user left the course; null unless they have'),
})
export type AdminEnrollment = z.infer<typeof AdminEnrollment>

export const AdminEnrollmentList = listOf(
  AdminEnrollment,
  'Enrollments, those of the newest accounts first',
)
export type AdminEnrollmentList = z.infer<typeof AdminEnrollmentList>

export const ListAdminEnrollmentsInput = withPeriod({
  course: ChosenCourse.optional().meta({ description: 'Only this course: its id or slug' }),
  user: ChosenUser.optional().meta({ description: 'Only this user: their email or id' }),
  cohort: ChosenCohort.optional().meta({
    description: 'Only those of the members of this cohort: its id or name',
  }),
  status: AdminStatus.optional().meta({ description: 'Only this status' }),
  source: Source.optional().meta({ description: 'Only those given this way' }),
  completed: field(z.boolean().optional(), 'Only completed ones, or those that are not', true),
  endsBefore: bound.optional().meta({
    description:
      "Only those that end, or ended, before this instant, or this day in the school's time zone",
    examples: ['2026-12-31'],
  }),
  ...sortedPageInput,
})
export type ListAdminEnrollmentsInput = z.infer<typeof ListAdminEnrollmentsInput>

export const EnrollmentInput = z.strictObject({ userId, courseId })
export type EnrollmentInput = z.infer<typeof EnrollmentInput>

export const EndsAt = startOrEnd.nullable().meta({
  description:
    "When the access ends, an instant or its last day in the school's time zone; null for never",
  examples: ['2027-06-30'],
})

/** A reason, for the record. */
export const waive = field(
  text(500),
  "Why the course's requirements are waived",
  'Has the certificate of another school',
)

export const SetEnrollmentEndInput = namedInput('SetEnrollmentEndInput', 'When the access ends', {
  userId,
  courseId,
  endsAt: EndsAt,
})
export type SetEnrollmentEndInput = z.infer<typeof SetEnrollmentEndInput>
