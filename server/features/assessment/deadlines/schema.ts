import { z } from 'zod'
import { exampleIds, field, IdInPath, named, namedInput, text } from '../../../../lib/schema.ts'
import { ChosenLessonKey } from '../../courses/lessons/schema.ts'
import { ChosenCohort } from '../../platform/admin/choice-schema.ts'

export const GiveTimeInput = namedInput('GiveTimeInput', 'Minutes for all attempts that are open', {
  courseId: field(IdInPath, 'The course', exampleIds.course),
  lessonKey: ChosenLessonKey.optional().meta({
    description: 'Key of the quiz. Absent: all quizzes of the course',
    examples: ['final-exam'],
  }),
  cohort: ChosenCohort.optional().meta({
    description: 'Id or name of a cohort that has the course. Absent: all learners',
  }),
  minutes: field(z.int().min(1).max(1_440), 'How many minutes each attempt gets', 10),
  reopenMinutes: field(
    z.int().min(0).max(1_440).default(0),
    'Attempts that ended by their time within so many minutes go on, and have `minutes`',
    15,
  ),
  reason: field(text(500), 'Why: it is recorded', 'The network of the school was down'),
})
export type GiveTimeInput = z.infer<typeof GiveTimeInput>

export const GivenTime = named('GivenTime', 'What attempts were given', {
  minutes: field(z.int(), 'How many minutes each got', 10),
  extended: field(z.int(), 'How many open attempts got them', 90),
  reopened: field(z.int(), 'How many go on that had ended', 43),
})
export type GivenTime = z.infer<typeof GivenTime>
