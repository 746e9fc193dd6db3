import type { CommandEntry } from '../command-entry.ts'
import { likeOperation, loading, operationCommand } from '../operations/operation-command.ts'
import { courseArgument } from './described.ts'

const deadlines = loading(async () => ({
  ...(await import('../../../server/features/assessment/deadlines/schema.ts')),
  ...(await import('../../../server/features/assessment/deadlines/give-time.ts')),
}))

const actions = () => import('../actions/quiz.ts')

export const quizCommands: CommandEntry = {
  name: 'quiz',
  about: 'Takes questions from other formats, grades a question again, and gives time.',
  examples: ['import questions.gift --output quiz.md'],
  commands: [
    {
      name: 'import',
      about:
        'Writes questions in GIFT or Aiken as a quiz in Markdown, for the folder of a course. ' +
        'What a quiz cannot hold is named with its line.',
      arguments: [['<file>', 'file with the questions']],
      options: [
        [
          '--format <format>',
          'the format of the file; auto takes it from its content',
          { choices: ['auto', 'gift', 'aiken'], default: 'auto' },
        ],
        ['--output <file>', 'file to write. Default: standard output'],
        ['--allow-missing', 'write the others where a quiz cannot hold a question'],
      ],
      notes: `
The text of a question is taken as Markdown. What is said to whoever chose an
answer becomes part of the explanation of the question.`,
      examples: ['questions.gift --output quiz.md', 'questions.txt --format aiken'],
      run: async () => (await actions()).importQuestions,
      opensItself: true,
    },
    likeOperation({
      name: 'regrade',
      about:
        'Grades a question again in all attempts that asked it, after showing what that changes. ' +
        'Nobody loses a point by it unless you say so.',
      operation: 'grades.regrade',
      arguments: [courseArgument, ['<question>', 'key of the question', { field: 'key' }]],
      care: 'shown',
      examples: [
        'knots which-knot-holds --policy recompute --to-revision 2 --dry-run',
        'knots which-knot-holds --policy full-points --to-revision 2 --yes',
      ],
      run: async () => (await actions()).regradeQuestion,
    }),
    operationCommand(deadlines('GiveTimeInput', 'giveTime'), {
      name: 'give-time',
      about:
        'Gives minutes to all open attempts of a course that have a time limit. Run it once: each ' +
        'run gives them again.',
      operation: 'grades.giveTime',
      arguments: [courseArgument, 'minutes'],
      options: { lessonKey: '--lesson <key>', reopenMinutes: '--reopen <minutes>' },
      examples: [
        'knots 10 --reason "The network was down"',
        'knots 10 --lesson exam --cohort "Class of 2026" --reopen 30 --reason "Our proxy was down"',
      ],
      says: ({ minutes, extended, reopened }) =>
        `${extended} open attempts got ${minutes} minutes, ${reopened} go on.`,
    }),
  ],
}
