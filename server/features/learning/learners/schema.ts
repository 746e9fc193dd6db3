import { z } from 'zod'
import { Locks } from '../../../../content/days/lock.ts'
import { attemptStatuses } from '../../../../db/schema/assessment/attempts.ts'
import { startOrEnd } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  pageInput,
  pageOf,
  text,
} from '../../../../lib/schema.ts'
import { CoursePercent } from '../../courses/courses/schema.ts'
import { ChosenLessonKey, LessonKey, LessonTitle } from '../../courses/lessons/schema.ts'
import { ChosenUser } from '../../platform/admin/choice-schema.ts'
import { EnrolledAsAdmin } from '../enrollments/admin-schema.ts'
import { Extension } from '../extensions/schema.ts'
import { LearnerReport } from '../reports/schema.ts'

/** Of each lesson, the newest. */
export const maxAttemptsShown = 10
export const maxExtensionsShown = 100

export const CourseLearner = LearnerReport.extend({
  email: field(z.string().nullable(), 'Email; null unless the school shows it to teachers', null),
}).meta({ id: 'CourseLearner', description: 'A learner of a course that you teach' })
export type CourseLearner = z.infer<typeof CourseLearner>

export const CourseLearnerList = listOf(CourseLearner, 'Learners of a course that you teach')

const userId = field(IdInPath, 'The account', exampleIds.user)
const courseId = field(IdInPath, 'The course', exampleIds.course)

export const ShowLearnerInput = z.strictObject({ courseId, userId, ...pageInput })
export type ShowLearnerInput = z.infer<typeof ShowLearnerInput>

const LearnersAttempt = z
  .object({
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
  .meta({ id: 'LearnersAttempt', description: 'An attempt of a learner, without its answers' })

const LearnersLesson = z
  .object({
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
  .meta({ id: 'LearnersLesson', description: 'How a learner does in a lesson' })

export const CourseLearnerPage = CourseLearner.extend({
  extensions: z
    .array(Extension)
    .describe(`The learner's extensions, at most ${maxExtensionsShown}`),
  ...pageOf(LearnersLesson).shape,
}).meta({
  id: 'CourseLearnerPage',
  description: 'A learner of a course, with the lessons of their version in order',
})
export type CourseLearnerPage = z.infer<typeof CourseLearnerPage>

export const TeacherEnrollInput = z
  .strictObject({
    courseId,
    user: ChosenUser.describe('Email or id of the person. An email without an account is invited'),
    endsAt: startOrEnd
      .nullable()
      .optional()
      .meta({
        description:
          "When the access ends, an instant or its last day in the school's time zone; null for " +
          'never. Absent: as it is',
        examples: ['2027-06-30'],
      }),
  })
  .meta({ id: 'TeacherEnrollInput', description: 'A person to enroll in the course' })
export type TeacherEnrollInput = z.infer<typeof TeacherEnrollInput>

/** Says no more of the person than the teacher did. */
export const EnrolledByTeacher = EnrolledAsAdmin.pick({ outcome: true })
  .extend({
    userId: Id.nullable().meta({
      description: 'The account; null for somebody who is invited',
      examples: [exampleIds.user],
    }),
  })
  .meta({ id: 'EnrolledByTeacher', description: 'The outcome of enrolling somebody' })
export type EnrolledByTeacher = z.infer<typeof EnrolledByTeacher>

export const LearnerInput = z.strictObject({ courseId, userId })
export type LearnerInput = z.infer<typeof LearnerInput>

export const EndedByTeacher = z
  .object({
    userId: field(Id, 'The account', exampleIds.user),
    courseId: field(Id, 'The course', exampleIds.course),
    ended: z
      .boolean()
      .describe('Whether access ended: not where there was none, or a program gives the course'),
  })
  .meta({ id: 'EndedByTeacher', description: 'An enrollment that has ended' })
export type EndedByTeacher = z.infer<typeof EndedByTeacher>

export const MarkLessonInput = LearnerInput.extend({
  key: field(ChosenLessonKey, 'Key of the lesson in the version of the learner', 'tie-one'),
  done: z.boolean().describe('true marks it as done; false opens it again'),
  reason: field(text(500), 'Why: the learner is told', 'You showed it to me in class'),
}).meta({ id: 'MarkLessonInput', description: 'A lesson to mark for one learner, and why' })
export type MarkLessonInput = z.infer<typeof MarkLessonInput>

export const MarkedLesson = EndedByTeacher.omit({ ended: true })
  .extend({
    lessonKey: LessonKey,
    done: z.boolean().describe('Whether it is done now'),
    changed: z.boolean().describe('Whether that is new'),
    percent: CoursePercent,
    courseCompletedAt: Instant.nullable().describe('When the course was completed; never taken'),
  })
  .meta({ id: 'MarkedLesson', description: 'A lesson marked for one learner' })
export type MarkedLesson = z.infer<typeof MarkedLesson>
