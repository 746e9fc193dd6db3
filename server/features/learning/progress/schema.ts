import { z } from 'zod'
import { Locks } from '../../../../content/days/lock.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  lenientObject,
  named,
  namedInput,
  pageInput,
  pageOf,
  text,
} from '../../../../lib/schema.ts'
import { CoursePercent } from '../../courses/courses/schema.ts'
import { LessonKey, LessonProgress, LessonTitle } from '../../courses/lessons/schema.ts'
import { Certificate } from '../certificates/schema.ts'

const LessonId = field(Id, 'The lesson', exampleIds.lesson)
const CourseId = field(Id, 'The course', exampleIds.course)

const second = z.int().min(0).max(86_400)

/** Fields of every report on a lesson. */
const reportFields = {
  lessonId: LessonId,
  percent: field(
    z.number().int().min(0).max(100).optional(),
    'How much of the lesson is done; a lower value than before is ignored',
    100,
  ),
  completed: z
    .boolean()
    .optional()
    .describe('true completes the lesson, like percent 100; false changes nothing'),
  positionSeconds: field(
    z.number().int().min(0).max(1_000_000).optional(),
    'Where you stopped; the latest report counts',
    240,
  ),
  watched: field(
    z
      .array(
        z.tuple([second, second]).refine(([from, to]) => from < to, 'must end after its start'),
      )
      .max(100)
      .optional(),
    'Watched ranges of a video whose length is known, in whole seconds: each from its first ' +
      'number to before its second. They are added to those reported before; the percent ' +
      'rises with them',
    [[0, 180]],
  ),
}

export const UpdateProgressInput = lenientObject(reportFields).meta({
  id: 'UpdateProgressInput',
  description: 'Your progress in a lesson, to be recorded',
})
export type UpdateProgressInput = z.infer<typeof UpdateProgressInput>

const required = z.boolean().describe('Needed to complete the course')

export const CourseProgress = named('CourseProgress', 'Your progress in a course', {
  courseId: CourseId,
  percent: CoursePercent,
  completedLessons: field(z.number().int(), 'The number of required lessons completed', 3),
  requiredLessons: field(
    z.number().int(),
    'The number of required lessons; in a course without any, of all lessons',
    6,
  ),
  completedAt: Instant.nullable().describe(
    'When the last required lesson was completed; never reset',
  ),
})

/** Short, however long names and titles are: certificates.list has the rest. */
export const EarnedCertificate = Certificate.pick({
  certificateUrl: true,
  pictureUrl: true,
  verificationCode: true,
  verificationUrl: true,
  status: true,
  nameIsGuess: true,
  completedOn: true,
  validUntil: true,
  lastDay: true,
  expired: true,
  issuedAt: true,
  pdf: true,
}).meta({ id: 'EarnedCertificate', description: 'The certificate of a completed course, in short' })
export type EarnedCertificate = z.infer<typeof EarnedCertificate>

export const UpdatedProgress = named('UpdatedProgress', 'Your progress after the update', {
  lesson: LessonProgress.extend({ lessonId: LessonId, required }).describe(
    'The lesson in your version of the course',
  ),
  course: CourseProgress,
  next: z
    .object({ lessonId: LessonId, title: LessonTitle })
    .nullable()
    .describe(
      'The next lesson still needed to complete the course: after this one, or else from the ' +
        'beginning; null when no other is left',
    ),
  certificate: EarnedCertificate.optional().describe(
    'Present when this report completes the course and, for retries, when it reports a ' +
      'completed lesson of a completed course; absent while your name cannot be printed',
  ),
})
export type UpdatedProgress = z.infer<typeof UpdatedProgress>

/** The most events of a batch: for a course of 500 lessons, or a day without connection. */
const maxEvents = 500

export const ProgressEvent = namedInput(
  'ProgressEvent',
  'Progress that you made, perhaps while offline',
  {
    id: field(
      Id,
      'A UUID that you gave it when it happened: of two positions of one instant, the one with ' +
        'the higher id is the latest',
      exampleIds.event,
    ),
    at: Instant.describe(
      'When it happened, by the same clock as `sentAt`. Before you enrolled, or before the day ' +
        'that opens the lesson, it counts as of then; after now, as of now',
    ),
    ...reportFields,
  },
)
export type ProgressEvent = z.infer<typeof ProgressEvent>

export const ReportBatchInput = namedInput('ReportBatchInput', 'Progress to be recorded late', {
  sentAt: Instant.describe(
    'Your clock as you send this: the difference from ours is added to each `at`',
  ),
  events: z
    .array(ProgressEvent)
    .min(1)
    .max(maxEvents)
    .describe(`What happened, in any order, ${maxEvents} events at most`),
})
export type ReportBatchInput = z.infer<typeof ReportBatchInput>

const seconds = z.int().optional()

/** Facts of LessonLocked, NotWatched and WatchedTooFast, in short. */
const RefusalFacts = named('ProgressRefusalFacts', 'Facts of the error, where it has any', {
  locks: Locks.optional(),
  watchedSeconds: field(seconds, 'NotWatched: seconds that you watched', 89),
  neededSeconds: field(seconds, 'NotWatched: seconds to watch', 90),
  allowedSeconds: field(seconds, 'WatchedTooFast: seconds that can have been watched', 210),
})

export const ProgressRefusal = named('ProgressRefusal', 'Why an event does not count', {
  error: field(z.string(), 'Name of the error, as a report alone would get it', 'LessonLocked'),
  message: field(z.string(), 'How to correct it', 'This lesson is locked.'),
  facts: RefusalFacts.optional(),
})
export type ProgressRefusal = z.infer<typeof ProgressRefusal>

const eventOutcomes = ['applied', 'already', 'stale', 'refused'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

export const ProgressEventResult = named('ProgressEventResult', 'What became of an event', {
  id: field(Id, 'The event', exampleIds.event),
  outcome: field(
    z.enum(eventOutcomes),
    'applied: it changed your progress; already: all that it says was known; stale: a later ' +
      'position is known, or progress was cleared since; refused: it does not count, see ' +
      '`reason`, and send it again after LessonLocked alone: it can count later',
    'applied',
  ),
  reason: ProgressRefusal.optional(),
})
export type ProgressEventResult = z.infer<typeof ProgressEventResult>

export const ReportedCourse = CourseProgress.extend({
  certificate: EarnedCertificate.optional().describe(
    'Present when the events complete the course and, for retries, when one of them reports a ' +
      'completed lesson of a completed course; absent while your name cannot be printed',
  ),
}).meta({ id: 'ReportedCourse', description: 'Your progress in a course after a batch' })
export type ReportedCourse = z.infer<typeof ReportedCourse>

export const ReportedBatch = named('ReportedBatch', 'What became of a batch', {
  events: z.array(ProgressEventResult).describe('The events in the order of the input'),
  courses: z
    .array(ReportedCourse)
    .describe('The courses of all events that were not refused, once each'),
})
export type ReportedBatch = z.infer<typeof ReportedBatch>

export const LessonState = LessonProgress.extend({
  lessonId: LessonId,
  key: LessonKey,
  title: LessonTitle,
  required,
  locks: Locks.optional(),
}).meta({ id: 'LessonState', description: 'A lesson with your progress' })
export type LessonState = z.infer<typeof LessonState>

export const CourseProgressPage = CourseProgress.extend(pageOf(LessonState).shape).meta({
  id: 'CourseProgressPage',
  description: 'Your progress in a course, with lessons of your version in order',
})
export type CourseProgressPage = z.infer<typeof CourseProgressPage>

export const GetProgressInput = z.strictObject({
  courseId: field(IdInPath, 'The course', exampleIds.course),
  missing: field(
    z.boolean().default(false),
    'true: only the lessons still needed to complete the course',
    true,
  ),
  ...pageInput,
})
export type GetProgressInput = z.infer<typeof GetProgressInput>

export const ResetProgressInput = namedInput(
  'ResetProgressInput',
  'Whose progress to reset, and why',
  {
    userId: field(IdInPath, 'Id of the user', exampleIds.user),
    courseId: field(IdInPath, 'The course', exampleIds.course),
    reason: field(text(500), 'Why: the learner is told', 'You asked to begin again'),
    dryRun: z
      .boolean()
      .default(false)
      .describe('true answers what would be reset, and resets nothing'),
  },
)
export type ResetProgressInput = z.infer<typeof ResetProgressInput>

export const ProgressReset = named('ProgressReset', 'What a reset of progress does', {
  lessons: field(z.int(), 'Lessons in which anything was reported', 12),
  percentBefore: field(z.int(), 'Percentage of the course before', 75),
  percent: field(z.int(), 'Percentage afterwards', 0),
  staysCompleted: z.boolean().describe('Whether the course is completed, and stays so'),
})
export type ProgressReset = z.infer<typeof ProgressReset>
