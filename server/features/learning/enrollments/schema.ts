import { z } from 'zod'
import { Locks } from '../../../../content/days/lock.ts'
import { gradedTypes } from '../../../../content/lessons/lesson-type-names.ts'
import { certificateStatuses } from '../../../../db/schema/learning/certificates.ts'
import { learnerStatuses } from '../../../../db/schema/learning/enrollments.ts'
import { Day } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  pageInput,
} from '../../../../lib/schema.ts'
import { CoursePercent, CourseSummary, NewerVersion } from '../../courses/courses/schema.ts'
import { LessonSummary } from '../../courses/lessons/schema.ts'
import { LearnersAnnouncement } from '../announcements/schema.ts'
import { Certificate } from '../certificates/schema.ts'
import { exampleCursor, readCursor } from './cursor.ts'

const CourseStatus = field(
  z.enum(learnerStatuses),
  'active: to be completed. completed: completed, and still open to you. left: you left it and ' +
    'can return. ended: by a refund, by the school, or because its end date has come',
  'active',
)

/** The certificate, shown beside its course. */
export const CourseCertificate = Certificate.pick({
  certificateUrl: true,
  verificationCode: true,
  validUntil: true,
  lastDay: true,
  expired: true,
}).extend({
  status: z.enum(certificateStatuses).exclude(['superseded']).describe('Whether it was revoked'),
})
const NextDue = named('NextDue', 'What is due on a day', {
  lessonKey: field(z.string().nullable(), 'Key of the lesson; null: the course', 'overhand'),
  title: field(z.string(), 'Title of the lesson or the course', 'The overhand knot'),
  on: field(Day, 'Until the end of this day, in your time zone', '2026-11-21'),
  isOverdue: z.boolean().describe('Whether that is over'),
})

export const MyCourse = named('MyCourse', 'A course you are or were enrolled in', {
  courseId: field(Id, 'The course', exampleIds.course),
  slug: CourseSummary.shape.slug,
  kind: CourseSummary.shape.kind,
  title: field(z.string(), 'Title in your version', 'Building a course player'),
  version: field(z.number().int(), 'Number of the version you take', 1),
  cover: CourseSummary.shape.cover,
  status: CourseStatus,
  percent: CoursePercent,
  enrolledAt: Instant.describe('When the enrollment began'),
  completedAt: Instant.nullable().describe(
    'When the last required lesson was completed; null until then',
  ),
  renewingSince: Instant.nullable().describe(
    'Since when the course is taken again to renew its certificate: `percent` is that of this ' +
      'time; null otherwise',
  ),
  lastActivityAt: Instant.nullable().describe(
    'Your last report of progress, to the minute; null before the first one',
  ),
  leftAt: Instant.nullable().describe('When you left the course; null unless you have'),
  endsAt: Instant.nullable().describe('When your access ends or ended; null for never'),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
  buyable: z
    .boolean()
    .describe('Whether your access ends, and you can buy the course: then you keep it'),
  nextLesson: LessonSummary.pick({ id: true, key: true, title: true })
    .extend({ locks: Locks.optional() })
    .nullable()
    .describe(
      'What to do next: the first lesson that you still have to complete and that is open, or ' +
        'what opens it. It is locked only if nothing is open yet. Null if none is left, or if what ' +
        'is left waits for a grade',
    ),
  waiting: field(z.int(), 'How much that you handed in waits for a grade', 0),
  certificate: CourseCertificate.nullable().describe('Your certificate; null until there is one'),
  newerVersion: NewerVersion.nullable().describe(
    'The current version if yours is older; null otherwise',
  ),
  announcement: LearnersAnnouncement.omit({ author: true })
    .nullable()
    .describe('The newest announcement that is for you; null if there is none'),
  due: NextDue.nullable().describe(
    'What you have to do next by a day, or should have done; null if there is nothing',
  ),
})
export type MyCourse = z.infer<typeof MyCourse>

export const MyCourseList = listOf(MyCourse, 'Your courses, newest activity first')
export type MyCourseList = z.infer<typeof MyCourseList>

export const ListMyCoursesInput = z.strictObject({
  limit: pageInput.limit,
  cursor: field(
    z
      .string()
      .max(12_000)
      .refine((cursor) => readCursor(cursor) !== undefined, 'is not a nextCursor of this list')
      .optional(),
    'Where the page starts: `nextCursor` of the previous page',
    exampleCursor,
  ),
  status: CourseStatus.optional().meta({
    description: 'Only courses with this status; `active` has completed ones that you renew, too',
  }),
})
export type ListMyCoursesInput = z.infer<typeof ListMyCoursesInput>

export const MyCourseInput = z.strictObject({
  courseId: field(IdInPath, 'The course', exampleIds.course),
})
export type MyCourseInput = z.infer<typeof MyCourseInput>

export const Resume = named('Resume', 'Where you go on', {
  course: MyCourse.nullable().describe(
    'The course that you used last, of those that have something to do; null if none has',
  ),
  lesson: LessonSummary.pick({ id: true, key: true, title: true })
    .nullable()
    .describe('The lesson that you began last and have not completed, else the next one'),
  positionSeconds: field(z.int(), 'Where you stopped in its video', 95),
})
export type Resume = z.infer<typeof Resume>

const Waiting = named('Waiting', 'What you handed in, until it is graded', {
  id: field(Id, 'The attempt', exampleIds.event),
  courseId: field(Id, 'The course', exampleIds.course),
  slug: CourseSummary.shape.slug,
  courseTitle: field(z.string(), 'Title of the course', 'Building a course player'),
  lessonKey: field(z.string(), 'Key of the lesson', 'final-quiz'),
  title: field(z.string(), 'Title of the lesson', 'Final quiz'),
  type: z.enum(gradedTypes).describe('Type of the lesson'),
  submittedAt: Instant.describe('When you handed it in'),
})
export const WaitingList = listOf(Waiting, 'What waits for a grade, newest first')
export type WaitingList = z.infer<typeof WaitingList>

export const ListWaitingInput = z.strictObject(pageInput)
export type ListWaitingInput = z.infer<typeof ListWaitingInput>

export const CourseSize = named('CourseSize', 'Bytes of the files of a course, each counted once', {
  bytes: field(z.int(), 'Of all but videos and sounds', 4_200_000),
  videoBytes: field(z.int(), 'Of videos and sounds', 180_000_000),
})
export type CourseSize = z.infer<typeof CourseSize>

export const RenewCourseInput = namedInput(
  'RenewCourseInput',
  'Whether to renew, or to see what that clears',
  {
    courseId: field(IdInPath, 'The course', exampleIds.course),
    dryRun: z.boolean().default(false).describe('true shows what is cleared, and changes nothing'),
  },
)
export type RenewCourseInput = z.infer<typeof RenewCourseInput>

export const CourseRenewal = named('CourseRenewal', 'A course that is taken again', {
  courseId: field(Id, 'The course', exampleIds.course),
  version: field(z.int(), 'Number of the version that you take then', 4),
  lessons: field(z.int(), 'Lessons whose progress and attempts are cleared', 12),
  validUntil: Instant.nullable().describe(
    'Until when the certificate that you have is valid; null: for ever, and the course is ' +
      'renewed as part of a program',
  ),
  renewingSince: Instant.nullable().describe(
    'Since when you take the course again; null with `dryRun`, before that',
  ),
})
export type CourseRenewal = z.infer<typeof CourseRenewal>
