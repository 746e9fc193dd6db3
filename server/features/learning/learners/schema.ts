import { z } from 'zod'
import { Locks } from '../../../../content/days/lock.ts'
import { attemptStatuses } from '../../../../db/schema/assessment/attempts.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  named,
  namedInput,
  pageInput,
  pageOf,
  text,
} from '../../../../lib/schema.ts'
import { CoursePercent } from '../../courses/courses/schema.ts'
import { ChosenLessonKey, LessonKey, LessonTitle } from '../../courses/lessons/schema.ts'
import { ChosenCohort, ChosenUser } from '../../platform/admin/choice-schema.ts'
import { AdminEnrollment, EndsAt, enrollOutcomes, waive } from '../enrollments/admin-schema.ts'
import { Extension } from '../extensions/schema.ts'
import { LearnerReport } from '../reports/schema.ts'

/** Attempts shown of each lesson, the newest. */
export const maxAttemptsShown = 10
export const maxExtensionsShown = 100

const userId = field(IdInPath, 'The account', exampleIds.user)
const courseId = field(IdInPath, 'The course', exampleIds.course)

export const ShowLearnerInput = z.strictObject({ courseId, userId, ...pageInput })
export type ShowLearnerInput = z.infer<typeof ShowLearnerInput>

const LearnersAttempt = named('LearnersAttempt', 'An attempt of a learner, without its answers', {
  id: field(Id, 'The attempt', '019a9c44-3b7e-7d1f-8a52-4c6d8e9f0a08'),
  number: field(z.int(), 'Counts the attempts of the learner at the lesson, from 1', 1),
  status: z
    .enum(attemptStatuses)
    .describe('open: it runs. waiting: for a person to grade it. returned: for another try'),
  startedAt: Instant.describe('When it started'),
  submittedAt: Instant.nullable().describe('When it ended; null while it is open'),
  passed: field(z.boolean().nullable(), 'Whether it passed; null until it is graded', true),
  percent: field(z.number().nullable(), 'Its share of the points; null until graded', 80),
})

const LearnersLesson = named('LearnersLesson', 'How a learner does in a lesson', {
  lessonKey: LessonKey,
  title: LessonTitle,
  required: z.boolean().describe('Needed to complete the course'),
  percent: field(z.int(), 'How much of it is done', 100),
  completedAt: Instant.nullable().describe('When it was completed; null until then'),
  dueOn: field(
    z.iso.date().nullable(),
    'The last day to complete it, extensions included; null for none',
    null,
  ),
  locks: Locks,
  attempts: z.array(LearnersAttempt).describe(`The newest ${maxAttemptsShown}, newest first`),
})

export const CourseLearnerPage = LearnerReport.extend({
  extensions: z
    .array(Extension)
    .describe(`The learner's extensions, at most ${maxExtensionsShown}`),
  ...pageOf(LearnersLesson).shape,
}).meta({
  id: 'CourseLearnerPage',
  description: 'A learner of a course, with the lessons of their version in order',
})
export type CourseLearnerPage = z.infer<typeof CourseLearnerPage>

export const EnrollLearnerInput = namedInput(
  'EnrollLearnerInput',
  'A person to enroll in the course',
  {
    courseId,
    user: ChosenUser.describe(
      'Email or id of the person. An email without a verified account is invited, and the place ' +
        'waits for them',
    ),
    endsAt: EndsAt.optional().describe(
      'When the access ends; null for never. Absent: with the cohort, or as it is already',
    ),
    cohort: ChosenCohort.optional().meta({
      description:
        'Id or name of the cohort that the enrollment comes with. For administrators alone',
    }),
    waive: waive.optional().meta({
      description: "Why the course's requirements are waived. For administrators alone",
    }),
  },
)
export type EnrollLearnerInput = z.infer<typeof EnrollLearnerInput>

const enrollment = AdminEnrollment.nullable()

export const EnrolledLearner = named('EnrolledLearner', 'The outcome of enrolling somebody', {
  outcome: field(
    z.enum(enrollOutcomes),
    'enrolled: access is new. changed: there is one more way, or its end is different. ' +
      'unchanged: all of that was there. invited: the place waits for somebody without a verified account',
    'enrolled',
  ),
  userId: Id.nullable().meta({
    description: 'The account; null for somebody who is invited',
    examples: [exampleIds.user],
  }),
  enrollment: enrollment.describe(
    'As administrators see it; null for others, and for somebody who is invited',
  ),
  invitationId: Id.nullable().meta({
    description:
      'Id of the invitation for administrators; null for others, and for somebody who is enrolled',
    examples: [null],
  }),
})
export type EnrolledLearner = z.infer<typeof EnrolledLearner>

export const LearnerInput = z.strictObject({ courseId, userId })
export type LearnerInput = z.infer<typeof LearnerInput>

export const EndedEnrollment = named('EndedEnrollment', 'An enrollment that has ended', {
  userId: field(Id, 'The account', exampleIds.user),
  courseId: field(Id, 'The course', exampleIds.course),
  ended: z
    .boolean()
    .describe('Whether access ended: not where there was none, or a program gives the course'),
  enrollment: enrollment.describe('As administrators see it; null for others'),
})
export type EndedEnrollment = z.infer<typeof EndedEnrollment>

export const MarkLessonInput = LearnerInput.extend({
  key: field(ChosenLessonKey, 'Key of the lesson in the version of the learner', 'tie-one'),
  done: z.boolean().describe('true marks it as done; false opens it again'),
  reason: field(text(500), 'Why: the learner is told', 'You showed it to me in class'),
}).meta({ id: 'MarkLessonInput', description: 'A lesson to mark for one learner, and why' })
export type MarkLessonInput = z.infer<typeof MarkLessonInput>

export const MarkedLesson = EndedEnrollment.pick({ userId: true, courseId: true })
  .extend({
    lessonKey: LessonKey,
    done: z.boolean().describe('Whether it is done now'),
    changed: z.boolean().describe('Whether that is new'),
    percent: CoursePercent,
    courseCompletedAt: Instant.nullable().describe('When the course was completed; never taken'),
  })
  .meta({ id: 'MarkedLesson', description: 'A lesson marked for one learner' })
export type MarkedLesson = z.infer<typeof MarkedLesson>
