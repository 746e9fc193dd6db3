import { z } from 'zod'
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
} from '../../../lib/schema.ts'

export const Accommodation = z
  .object({
    timePercent: field(z.int(), 'Of the time that others have, in percent', 150),
    extraAttempts: field(z.int(), 'Attempts more than others have', 1),
    extraDays: field(z.int(), 'Days more than others have until an assignment is due', 7),
  })
  .meta({ id: 'Accommodation', description: 'What you get in a course that others do not' })

const courseId = field(IdInPath, 'The course', exampleIds.course)
const percent = (description: string) => field(z.number().nullable(), description, 87.5)

const lesson = {
  lessonId: field(Id, 'The lesson', exampleIds.lesson),
  key: field(z.string(), 'Its key', 'tie-one'),
  title: field(z.string(), 'Its title', 'Tie one'),
  type: z.enum(['quiz', 'assignment']).describe('What is graded'),
  weight: field(z.int(), 'How much it counts beside others; 0: not at all', 1),
}

const result = {
  percent: percent('Of the best attempt; null before one is graded'),
  passed: z.boolean().describe('Whether any attempt passed'),
  waiting: z.boolean().describe('Whether an attempt waits for a person'),
  attempts: field(z.int(), 'How many attempts there are', 2),
}

export const OwnGrade = z
  .object({
    ...lesson,
    ...result,
    percent: percent(
      'Of your best attempt; null before one is graded, and where the quiz shows no score',
    ),
    dueAt: Instant.nullable().describe('When it is due for you; null: never'),
  })
  .meta({ id: 'OwnGrade', description: 'Your grade of a lesson' })
export type OwnGrade = z.infer<typeof OwnGrade>

export const OwnGradeList = pageOf(OwnGrade)
  .extend({
    grade: percent('Of the course: the mean of your best attempts by their weights; null: none'),
    accommodation: Accommodation.extend({
      reason: field(z.string(), 'Why', 'A broken arm'),
      until: Instant.nullable().describe('Until when; null: as long as the course'),
    })
      .nullable()
      .describe('What you get that others do not; null: nothing'),
  })
  .meta({ id: 'OwnGradeList', description: 'Your grades in a course, in the order of its lessons' })
export type OwnGradeList = z.infer<typeof OwnGradeList>

export const OwnGradesInput = z.strictObject({ courseId, ...pageInput })
export type OwnGradesInput = z.infer<typeof OwnGradesInput>

/** Of the lessons in one answer. */
export const maxLessonsInGradebook = 50

export const GradebookInput = z.strictObject({
  courseId,
  cohortId: field(Id.optional(), 'Only learners who came with the cohort', exampleIds.cohort),
  fromLesson: field(
    z.int().min(0).max(1000).default(0),
    `The first graded lesson to show, from 0: at most ${maxLessonsInGradebook} are shown`,
    0,
  ),
  ...pageInput,
})
export type GradebookInput = z.infer<typeof GradebookInput>

export const GradebookCsvInput = GradebookInput.omit({ limit: true, cursor: true })
export type GradebookCsvInput = z.infer<typeof GradebookCsvInput>

export const GradebookRow = z
  .object({
    learner: z
      .object({
        id: field(Id, 'The learner', exampleIds.user),
        name: field(z.string(), 'Name of the learner', 'Ada Lovelace'),
      })
      .describe('Whose grades they are'),
    grade: percent('Of the course, in the version that the learner takes; null: none'),
    completedAt: Instant.nullable().describe('When the course was completed; null: not yet'),
    results: z
      .array(z.object(result).nullable())
      .describe('One for each of `lessons`; null where nothing was tried'),
  })
  .meta({ id: 'GradebookRow', description: 'The grades of a learner' })
export type GradebookRow = z.infer<typeof GradebookRow>

export const Gradebook = pageOf(GradebookRow)
  .extend({
    lessons: z
      .array(z.object(lesson))
      .describe('Graded lessons of the current version, in its order'),
    moreLessons: z.boolean().describe('Whether there are more after them: see `fromLesson`'),
  })
  .meta({ id: 'Gradebook', description: 'Learners of a course and their grades' })
export type Gradebook = z.infer<typeof Gradebook>

const ofLearner = { courseId, userId: field(IdInPath, 'The learner', exampleIds.user) }

export const GrantInput = z
  .strictObject({
    ...ofLearner,
    timePercent: field(
      z.int().min(100).max(1000).default(100),
      'Of the time that others have for a quiz, in percent',
      150,
    ),
    extraAttempts: field(z.int().min(0).max(100).default(0), 'Attempts more at each lesson', 1),
    extraDays: field(
      z.int().min(0).max(1000).default(0),
      'Days more until an assignment is due',
      7,
    ),
    until: Instant.nullable().default(null).describe('Until when; null: as long as the course'),
    reason: field(text(500), 'Why: the learner sees it', 'A broken arm'),
  })
  .meta({ id: 'GrantAccommodationInput', description: 'What a learner gets that others do not' })
export type GrantInput = z.infer<typeof GrantInput>

export const RevokeInput = z.strictObject(ofLearner)
export type RevokeInput = z.infer<typeof RevokeInput>

export const GrantedAccommodation = z
  .object({
    learner: GradebookRow.shape.learner.describe('Who gets it'),
    ...GrantInput.pick({ until: true, reason: true }).shape,
    ...Accommodation.shape,
    until: Instant.nullable().describe('Until when; null: as long as the course'),
    grantedAt: Instant.describe('When it was granted'),
  })
  .meta({ id: 'GrantedAccommodation', description: 'What a learner gets that others do not' })
export type GrantedAccommodation = z.infer<typeof GrantedAccommodation>

export const GrantedAccommodationList = listOf(
  GrantedAccommodation,
  'What learners of a course get that others do not',
)
export const ListAccommodationsInput = z.strictObject({ courseId, ...pageInput })
export type ListAccommodationsInput = z.infer<typeof ListAccommodationsInput>

export const RevokedAccommodation = z
  .object({ userId: field(Id, 'The learner', exampleIds.user) })
  .meta({ id: 'RevokedAccommodation', description: 'Whose accommodation ended' })
