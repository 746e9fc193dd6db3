import { z } from 'zod'
import { regradePolicies } from '../../../../content/course-values.ts'
import { gradedTypes } from '../../../../content/lessons/lesson-type-names.ts'
import { workStatuses } from '../../../../db/columns.ts'
import { certificateEffects, certificateFates } from '../../../../db/schema/assessment/grades.ts'
import { Day, startOrEnd } from '../../../../lib/lists/periods.ts'
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
  pageOf,
  rawText,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'

export const Accommodation = named('Accommodation', 'What you get in a course that others do not', {
  timePercent: field(z.int(), 'Of the time that others have, in percent', 150),
  extraAttempts: field(z.int(), 'Attempts more than others have', 1),
  extraDays: field(z.int(), 'Days more than others have until an assignment is due', 7),
})

const courseId = field(IdInPath, 'The course', exampleIds.course)
const percent = (description: string) => field(z.number().nullable(), description, 87.5)

const lesson = {
  lessonId: field(Id, 'The lesson', exampleIds.lesson),
  key: field(z.string(), 'Its key', 'tie-one'),
  title: field(z.string(), 'Its title', 'Tie one'),
  type: z.enum(gradedTypes).describe('What is graded'),
  weight: field(z.int(), 'How much it counts beside others; 0: not at all', 1),
}

const result = {
  percent: percent('Of the best attempt; null before one is graded'),
  passed: z.boolean().describe('Whether any attempt passed'),
  waiting: z.boolean().describe('Whether an attempt waits for a person'),
  attempts: field(z.int(), 'How many attempts there are', 2),
  excused: z
    .boolean()
    .describe('Whether it does not count in the grade: it does once it is passed'),
}

export const OwnGrade = named('OwnGrade', 'Your grade of a lesson', {
  ...lesson,
  ...result,
  percent: percent(
    'Of your best attempt; null before one is graded, and where the quiz shows no score',
  ),
  dueAt: Instant.nullable().describe('When it is due for you; null: never'),
})
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

/** Lessons in one answer. */
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

export const GradebookCsvInput = GradebookInput.omit({ limit: true, cursor: true }).extend({
  fromLesson: GradebookInput.shape.fromLesson.meta({
    description: 'The first graded lesson to write, from 0',
    examples: [0],
  }),
})
export type GradebookCsvInput = z.infer<typeof GradebookCsvInput>

export const GradebookRow = named('GradebookRow', 'The grades of a learner', {
  learner: z
    .object({
      id: field(Id, 'The learner', exampleIds.user),
      name: field(z.string(), 'Name of the learner', 'Ada Lovelace'),
    })
    .describe('Whose grades they are'),
  grade: percent('Of the course, in the version that the learner takes; null: none'),
  soFar: percent('The same of what is graded or overdue by now; null: nothing yet'),
  completedAt: Instant.nullable().describe('When the course was completed; null: not yet'),
  results: z
    .array(
      z
        .object({
          ...result,
          isOverdue: z.boolean().describe('Whether it was due, and nothing was tried'),
          submissionId: field(
            Id.nullable(),
            'The last attempt: see submissions.getToGrade; null: none was submitted',
            '019a9c45-5d9f-7e2a-9b63-5d7e9f0a1b09',
          ),
        })
        .nullable(),
    )
    .describe('One for each of `lessons`; null where there was nothing to do yet'),
})
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

export const ExcuseInput = namedInput('ExcuseInput', 'Whether a lesson counts', {
  ...ofLearner,
  key: field(rawText(200).min(1), 'Key of the lesson', 'tie-one'),
  excused: z.boolean().describe('true excuses the learner; false lets the lesson count again'),
  reason: field(text(500), 'Why', 'Was ill'),
})
export type ExcuseInput = z.infer<typeof ExcuseInput>
export const Excuse = named('Excuse', 'Whether a lesson counts for a learner', {
  userId: field(Id, 'The learner', exampleIds.user),
  courseId: field(Id, 'The course', exampleIds.course),
  lessonKey: field(z.string(), 'Key of the lesson', 'tie-one'),
  excused: result.excused,
})
export type Excuse = z.infer<typeof Excuse>

export const GrantInput = namedInput(
  'GrantAccommodationInput',
  'What a learner gets that others do not',
  {
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
    until: field(
      startOrEnd.nullable().default(null),
      "Until when, an instant or the last day in the school's time zone; null: as long as the course",
      '2027-06-30',
    ),
    reason: field(text(500), 'Why: the learner sees it', 'A broken arm'),
  },
)
export type GrantInput = z.infer<typeof GrantInput>

export const RevokeInput = z.strictObject(ofLearner)
export type RevokeInput = z.infer<typeof RevokeInput>

export const GrantedAccommodation = named(
  'GrantedAccommodation',
  'What a learner gets that others do not',
  {
    learner: GradebookRow.shape.learner.describe('Who gets it'),
    ...GrantInput.pick({ until: true, reason: true }).shape,
    ...Accommodation.shape,
    until: Instant.nullable().describe('Until when; null: as long as the course'),
    lastDay: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
    grantedAt: Instant.describe('When it was granted'),
  },
)
export type GrantedAccommodation = z.infer<typeof GrantedAccommodation>

export const GrantedAccommodationList = listOf(
  GrantedAccommodation,
  'What learners of a course get that others do not',
)
export const ListAccommodationsInput = z.strictObject({ courseId, ...pageInput })
export type ListAccommodationsInput = z.infer<typeof ListAccommodationsInput>

export const RevokedAccommodation = named('RevokedAccommodation', 'Whose accommodation ended', {
  userId: field(Id, 'The learner', exampleIds.user),
})

const questionKey = field(rawText(200).min(1), 'Key of the question', 'which-knot-holds')
const Policy = z
  .enum(regradePolicies)
  .describe(
    'recompute: by the right answer of `toRevision`; accept-both: by that or by its own, what is ' +
      'better; full-points: for everybody who was asked `toRevision` or an earlier one; drop: it ' +
      'does not count in their attempts',
  )
const ToRevision = field(
  z.int().min(1).max(2_147_483_647),
  'A revision of the question that was published',
  2,
)
const Certificates = z
  .enum(certificateFates)
  .describe('What becomes of certificates whose pass is taken')
const Reason = field(text(500).nullable(), 'Why points may fall; null: they may not', 'A mix-up')

export const RegradeQuestionInput = namedInput(
  'RegradeQuestionInput',
  'A question to grade again',
  {
    courseId,
    key: questionKey,
    toRevision: ToRevision,
    policy: Policy,
    dryRun: z.boolean().default(false).describe('true says what it would do, and changes nothing'),
    allowLower: z
      .boolean()
      .default(false)
      .describe('Whether points and passes may be taken; otherwise whoever would lose keeps them'),
    certificates: Certificates.default('keep'),
    reason: Reason.default(null),
  },
)
export type RegradeQuestionInput = z.infer<typeof RegradeQuestionInput>

const exampleRegrade = '019a9c46-7a1b-7c3d-8e5f-6a7b8c9d0e10'
const regradeId = field(IdInPath, 'The regrade', exampleRegrade)
export const RegradeInput = z.strictObject({ courseId, regradeId })
export type RegradeInput = z.infer<typeof RegradeInput>

const count = (description: string) => field(z.int(), description, 12)

export const Regrade = named('Regrade', 'A question that is graded again', {
  id: field(Id, 'The regrade', exampleRegrade),
  key: field(z.string(), 'Key of the question', 'which-knot-holds'),
  toRevision: field(z.int(), 'The revision', 2),
  policy: Policy,
  dryRun: z.boolean().describe('Whether it changes nothing'),
  allowLower: z.boolean().describe('Whether points may fall'),
  certificates: Certificates,
  reason: Reason,
  status: z.enum(workStatuses).describe('running: its figures are not complete yet'),
  checkedAttempts: count('Attempts that were looked at so far'),
  createdAt: Instant.describe('When it began'),
  finishedAt: Instant.nullable().describe('When it was done; null: not yet'),
  effect: z
    .object({
      learners: count('Learners whom it changes anything for, or who keep what they would lose'),
      scoreRises: count('Whose best attempt rises'),
      scoreFalls: count('Whose best attempt falls'),
      gainsPass: count('Who pass the lesson by it'),
      losesPass: count('Who lose the pass'),
      completes: count('Who complete the course by it'),
      gradeRises: count('Whose grade of the course rises'),
      gradeFalls: count('Whose grade of the course falls'),
      kept: count('Who would lose points, and keep them'),
      certificatesIssued: count('Certificates that are issued'),
      certificatesReplaced: count('Certificates that say a better grade now'),
      certificatesRevoked: count('Certificates that are revoked'),
      certificatesKept: count('Certificates that stay without their pass'),
    })
    .describe('What it changes so far; of a dry run, what it would'),
})
export type Regrade = z.infer<typeof Regrade>

export const ListRegradedInput = z.strictObject({ courseId, regradeId, ...sortedPageInput })
export type ListRegradedInput = z.infer<typeof ListRegradedInput>

export const Regraded = named('Regraded', 'What a regrade changes for a learner', {
  learner: GradebookRow.shape.learner.describe('Whom it changes something for'),
  lessonKey: field(z.string(), 'Key of the lesson', 'tie-one'),
  percentBefore: field(z.number(), 'Of the best attempt before', 70),
  percentAfter: field(z.number(), 'Of the best attempt after', 80),
  passedBefore: z.boolean().describe('Whether the lesson was passed before'),
  passedAfter: z.boolean().describe('Whether it is after'),
  kept: z.boolean().describe('Whether points would fall, and stay'),
  gradeBefore: percent('Of the course before; null: none'),
  gradeAfter: percent('Of the course after; null: none'),
  completes: z.boolean().describe('Whether it completes the course'),
  certificate: z
    .enum(certificateEffects)
    .nullable()
    .describe('What becomes of the certificate; null: nothing'),
})
export const RegradedList = listOf(Regraded, 'Learners whom a regrade changes something for')
export type RegradedList = z.infer<typeof RegradedList>
