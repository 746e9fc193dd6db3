import { z } from 'zod'
import { maxFilesOfSubmission, RubricCriterion } from '../../../../content/lessons/assignment.ts'
import { gradedTypes } from '../../../../content/lessons/lesson-type-names.ts'
import { maxQuestionsOfAttempt } from '../../../../content/lessons/quiz.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  line,
  listOf,
  named,
  namedInput,
  pageInput,
  rawText,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { announcedFile } from '../../courses/uploads/schema.ts'
import { Attempt, AttemptResult, AttemptStatus, Reviewed } from '../attempts/schema.ts'

const exampleSubmission = '019a9c45-5d9f-7e2a-9b63-5d7e9f0a1b09'
const lessonId = field(IdInPath, 'The lesson', exampleIds.lesson)
const courseId = field(IdInPath, 'The course', exampleIds.course)
const submissionId = field(IdInPath, 'What was handed in', exampleSubmission)
const maxTextLength = 50_000

const FileName = line(200)
  .refine((name) => !/[/\\]/u.test(name), 'must be the name of a file, without a folder')
  .meta({
    pattern: '^[^/\\\\]*\\S[^/\\\\]*$',
    description: 'Name of the file',
    examples: ['my-knot.png'],
  })

export const StartSubmissionUploadInput = namedInput(
  'StartSubmissionUploadInput',
  'A file to hand in',
  { lessonId, name: FileName, ...announcedFile },
)
export type StartSubmissionUploadInput = z.infer<typeof StartSubmissionUploadInput>

export const SubmissionUploadInput = z.strictObject({
  lessonId,
  uploadId: field(IdInPath, 'The upload', exampleIds.lesson),
})
export type SubmissionUploadInput = z.infer<typeof SubmissionUploadInput>

export const SubmitInput = namedInput('SubmitInput', 'What you hand in', {
  lessonId,
  text: field(
    text(maxTextLength).nullable().default(null),
    'Your text, in Markdown; null for none',
    'I tied it as shown.',
  ),
  uploadIds: field(
    z
      .array(Id)
      .max(maxFilesOfSubmission)
      .refine((ids) => new Set(ids).size === ids.length, 'name a file twice')
      .default([]),
    'Your files: finished uploads of the lesson, in order',
    [exampleIds.lesson],
  ),
})
export type SubmitInput = z.infer<typeof SubmitInput>

export const SubmissionInput = z.strictObject({ submissionId })
export type SubmissionInput = z.infer<typeof SubmissionInput>

export const SubmissionFile = named('SubmissionFile', 'A file that was handed in', {
  name: field(z.string(), 'Name of the file', 'my-knot.png'),
  type: field(z.string(), 'Media type, decided by its bytes', 'image/png'),
  size: field(z.int(), 'In bytes', 48_213),
  url: field(
    z.string(),
    'Its address, for some minutes',
    'https://lyceum.example.com/media/9f86d081…/my-knot.png?until=1764000000&signature=…',
  ),
})

const shared = {
  id: field(Id, 'What was handed in', exampleSubmission),
  lessonId: field(Id, 'The lesson as it was then', exampleIds.lesson),
  courseId: field(Id, 'Its course', exampleIds.course),
  number: field(z.int(), 'Counts the tries of a learner at the lesson, from 1', 1),
  status: AttemptStatus,
  submittedAt: Instant.describe('When it was handed in'),
  isLate: z.boolean().describe('Whether that was after it was due'),
}

export const Submission = named('Submission', 'What a learner handed in', {
  ...shared,
  text: field(z.string().nullable(), 'The text, in Markdown; null for none', 'I tied it.'),
  files: z.array(SubmissionFile).describe('In the order in which they were handed in'),
  result: AttemptResult.nullable().describe('null until it is graded'),
  criteria: field(
    z.array(z.int()).nullable(),
    'Points of each criterion of the rubric; null without one, and until it is graded',
    [3, 2],
  ),
  comment: field(
    z.string().nullable(),
    'Why it was returned, or what its grader says; null for nothing',
    'Well done.',
  ),
})
export type Submission = z.infer<typeof Submission>

const learner = z
  .object({
    id: field(Id, 'The learner', exampleIds.user),
    name: field(z.string(), 'Name of the learner', 'Ada Lovelace'),
  })
  .describe('Whose it is')

export const WaitingSubmission = named('WaitingSubmission', 'What a person grades', {
  ...shared,
  learner,
  lessonKey: field(z.string(), 'Key of the lesson', 'tie-one'),
  lessonTitle: field(z.string(), 'Its title', 'Tie one'),
  courseTitle: field(z.string(), 'Title of the course', 'Knots'),
  type: z.enum(gradedTypes).describe('quiz: an attempt that asks for a text'),
  claimedBy: field(
    z.string().nullable(),
    'Name of whoever grades it now; null: nobody',
    'Greta Grader',
  ),
  claimedUntil: Instant.nullable().describe('Until when nobody else grades it; null: nobody does'),
  isClaimedByYou: z.boolean().describe('Whether that is you'),
})
export type WaitingSubmission = z.infer<typeof WaitingSubmission>

export const WaitingSubmissionList = listOf(WaitingSubmission, 'The oldest first')
export type WaitingSubmissionList = z.infer<typeof WaitingSubmissionList>

export const ListSubmissionsInput = z.strictObject({
  courseId,
  status: AttemptStatus.exclude(['open']).default('waiting').describe('Those to list'),
  lessonKey: field(rawText(200).optional(), 'Only of the lesson with this key', 'tie-one'),
  ...sortedPageInput,
})
export type ListSubmissionsInput = z.infer<typeof ListSubmissionsInput>

export const GradingQueueInput = z.strictObject({
  courseId: field(Id.optional(), 'Only of this course', exampleIds.course),
  lessonKey: ListSubmissionsInput.shape.lessonKey,
  cohortId: field(Id.optional(), 'Only of members of this cohort', exampleIds.cohort),
  ...sortedPageInput,
})
export type GradingQueueInput = z.infer<typeof GradingQueueInput>

export const mostComments = 100
export const GradingComment = named('GradingComment', 'A comment that you keep for later use', {
  id: field(Id, 'The comment', exampleSubmission),
  text: field(z.string(), 'The comment', 'Show how you got there.'),
})
export type GradingComment = z.infer<typeof GradingComment>
export const GradingCommentList = listOf(GradingComment, 'Your comments, the oldest first')
export type GradingCommentList = z.infer<typeof GradingCommentList>
export const ListCommentsInput = z.strictObject(pageInput)
export type ListCommentsInput = z.infer<typeof ListCommentsInput>
export const AddCommentInput = namedInput('AddCommentInput', 'A comment to keep', {
  text: field(text(2_000), 'The comment', 'Show how you got there.'),
})
export type AddCommentInput = z.infer<typeof AddCommentInput>
export const RemoveCommentInput = z.strictObject({
  commentId: field(IdInPath, 'The comment', exampleSubmission),
})
export type RemoveCommentInput = z.infer<typeof RemoveCommentInput>
export const RemovedComment = GradingComment.pick({ id: true }).meta({
  id: 'RemovedComment',
  description: 'The comment that is no more',
})

export const CourseSubmissionInput = z.strictObject({ courseId, submissionId })
export type CourseSubmissionInput = z.infer<typeof CourseSubmissionInput>

const position = z
  .int()
  .min(0)
  .max(maxQuestionsOfAttempt - 1)

/** A submission, with what graders need to know, and learners do not. */
export const SubmissionToGrade = Submission.extend({
  ...WaitingSubmission.shape,
  version: field(z.int(), 'A version of the course that has the lesson as it was tried', 3),
  gradings: field(z.int(), 'How often it was graded: `replaces` of the next grading', 0),
  gradedBy: field(
    z.string().nullable(),
    'Name of the person who graded it last; null: nobody',
    'Greta Grader',
  ),
  gradedAt: Instant.nullable().describe('When it was graded last; null: not yet'),
  maxPoints: field(z.int(), 'The most points', 10),
  passPercent: field(z.int(), 'The share of the points that passes, in percent', 60),
  rubric: z
    .array(RubricCriterion)
    .describe('Of an assignment: what is graded one by one; empty: points as a whole'),
  questions: z
    .array(
      named('QuestionToGrade', 'A question of an attempt to grade', {
        position: field(z.int(), 'Place of the question in the attempt, from 0', 0),
        title: field(z.string(), 'The question', 'Why does it hold?'),
        points: field(z.int(), 'Its most points', 5),
        given: field(z.number().nullable(), 'Its points so far; null: it waits for you', null),
        answer: field(z.string().nullable(), 'The text; null: there is none', 'Friction.'),
        guidance: field(z.string().nullable(), 'What to look for; null for none', 'Friction.'),
      }),
    )
    .describe('The questions of a quiz that a person grades; empty for an assignment'),
  quiz: z
    .object({
      questions: Attempt.shape.questions,
      answers: Attempt.shape.answers,
      review: z.array(Reviewed).describe('What is right, and the points so far'),
    })
    .nullable()
    .describe('The whole attempt at a quiz; null for an assignment'),
}).meta({ id: 'SubmissionToGrade', description: 'What was handed in, for whoever grades it' })
export type SubmissionToGrade = z.infer<typeof SubmissionToGrade>

const comment = (description: string) =>
  field(text(10_000).nullable().default(null), description, 'Well done.')

export const GradeInput = namedInput('GradeInput', 'How it is graded', {
  courseId,
  submissionId,
  points: field(
    z.int().min(0).max(10_000).optional(),
    'Of an assignment without a rubric: its points',
    80,
  ),
  criteria: field(
    z.array(z.int().min(0).max(9)).max(20).optional(),
    'With a rubric: for each criterion the index of the level, from 0',
    [1, 0],
  ),
  answers: field(
    z
      .array(z.strictObject({ position, points: z.int().min(0).max(1000) }))
      .max(maxQuestionsOfAttempt)
      .optional(),
    'Of a quiz: points for each answer that a person grades',
    [{ position: 0, points: 4 }],
  ),
  comment: comment('To the learner; null for nothing'),
  replaces: field(
    z.int().min(0).max(1_000_000).default(0),
    'Its `gradings` as you read them: 0, unless you grade again what was graded',
    0,
  ),
})
export type GradeInput = z.infer<typeof GradeInput>

export const ReturnInput = namedInput('ReturnInput', 'Why it is returned', {
  courseId,
  submissionId,
  comment: field(text(10_000), 'To the learner: what is missing', 'The end is too short.'),
})
export type ReturnInput = z.infer<typeof ReturnInput>

export const CanceledSubmissionUpload = named(
  'CanceledSubmissionUpload',
  'The upload that is no more',
  { id: field(Id, 'The upload', exampleIds.lesson) },
)
