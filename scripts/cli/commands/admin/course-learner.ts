import type { CommandEntry, Described } from '../../command-entry.ts'
import { loading, operationCommand } from '../../operations/operation-command.ts'
import { publishedCourseArgument, reasonOption, userArgument } from '../described.ts'

const extensions = loading(async () => ({
  ...(await import('../../../../server/features/learning/extensions/schema.ts')),
  ...(await import('../../../../server/features/learning/extensions/extend-due.ts')),
}))

const marks = loading(async () => ({
  ...(await import('../../../../server/features/learning/learners/schema.ts')),
  ...(await import('../../../../server/features/learning/learners/mark-lesson.ts')),
}))

const lesson: Described = ['--lesson <key>', 'key of the lesson. Default: the course as a whole']

export const learnerCommands: CommandEntry = {
  name: 'learner',
  about: 'Helps one learner of a course: marks lessons, and extends due dates.',
  examples: ['mark knots ada@example.com tie-one --reason "Shown in class"'],
  commands: [
    operationCommand(marks('MarkLessonInput', 'markLesson'), {
      name: 'mark',
      about:
        'Marks a lesson as done for a learner, or opens it again. The last one completes the ' +
        'course; reopening one takes away no completion or certificate.',
      operation: 'learners.markLesson',
      arguments: [
        publishedCourseArgument,
        userArgument('learner'),
        ['<lesson>', 'key of the lesson in the version of the learner', { field: 'key' }],
      ],
      options: {
        reason: reasonOption('why, at most 500 characters; the learner is told'),
        open: ['--open', 'open it again instead'],
      },
      without: ['done'],
      reads: ({ open }) => ({ done: open !== true }),
      examples: [
        'knots ada@example.com tie-one --reason "Shown in class"',
        'knots ada@example.com tie-one --open --reason "You asked for it"',
      ],
      says: ({ changed, done, percent, courseCompletedAt }, { lesson, email }) =>
        `${lesson} ${changed ? 'is now' : 'was already'} ${done ? 'done' : 'open'} for ${email}: ` +
        `${done || courseCompletedAt === null ? `${percent} %` : 'the course stays completed'}.`,
    }),
    operationCommand(extensions('ExtendInput', 'extendDue'), {
      name: 'extend',
      about: 'Extends the due date of a course or lesson for one learner.',
      operation: 'learners.extend',
      arguments: [
        publishedCourseArgument,
        userArgument('learner'),
        [
          '<day>',
          'the last day on which it is not overdue, like 2027-02-14',
          { as: 'day', field: 'dueOn' },
        ],
      ],
      options: { lessonKey: lesson },
      examples: ['knots ada@example.com 2027-02-14 --reason "You were ill"'],
      says: ({ dueOn, lessonKey }, { email, course }) =>
        `${email} has until ${dueOn} for ${lessonKey ?? course}.`,
    }),
    operationCommand(extensions('RevokeExtensionInput', 'revokeExtension'), {
      name: 'unextend',
      about: 'Takes an extension back. Running it again has no effect.',
      operation: 'learners.revokeExtension',
      arguments: [publishedCourseArgument, userArgument('learner')],
      options: { lessonKey: lesson },
      says: ({ revoked, lessonKey }, { email, course }) =>
        `${email} ${revoked ? 'has no extension any more' : 'had no extension'} for ` +
        `${lessonKey ?? course}.`,
    }),
  ],
}
