import { z } from 'zod'
import { threadChoices } from '../../../../db/queries/learning/threads.ts'
import { reportReasons } from '../../../../db/schema/learning/threads.ts'
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
  text,
} from '../../../../lib/schema.ts'
import { LessonKey, LessonTitle } from '../../courses/lessons/schema.ts'

const exampleId = '019a9c44-6b32-7d4f-8c1a-2e5f7a9b0c07'
const exampleAnswerId = '019a9c44-6b32-7d4f-8c1a-2e5f7a9b0c08'
const courseId = field(IdInPath, 'The course', exampleIds.course)
const lessonId = field(IdInPath, 'The lesson', exampleIds.lesson)
const threadId = field(IdInPath, 'The question', exampleId)
const postId = field(IdInPath, 'The question or answer', exampleId)
const Text = field(text(4_000), 'Markdown', 'Why does the *second* knot hold?')
const reason = field(text(500), 'Why; its author is told', 'It gives the solution away')
const page = {
  ...pageInput,
  limit: field(pageInput.limit.unwrap().max(50).default(20), 'Number of questions, at most 50', 20),
}

const postFields = {
  id: field(Id, 'The question or answer', exampleId),
  text: field(
    z.string(),
    'Markdown; empty once the account of whoever asked is erased',
    'Why does the *second* knot hold?',
  ),
  name: field(
    z.string().nullable(),
    'Who wrote it; null where you are not to see it, or once the account is erased',
    'Ada Lovelace',
  ),
  userId: field(
    Id.nullable(),
    'Id of who wrote it, for teachers of whoever asked; null for all others',
    exampleIds.user,
  ),
  isYours: z.boolean().describe('Whether you wrote it'),
  isAsker: z.boolean().describe('Whether it is by whoever asked'),
  isTeacher: z.boolean().describe('Whether it is by a teacher of whoever asked'),
  postedAt: Instant.describe('When it was written'),
  hidden: z
    .object({
      at: Instant.describe('When it was hidden'),
      reason: field(z.string(), 'Why', 'It gives the solution away'),
    })
    .nullable()
    .describe('Hidden ones are shown to their authors and teachers alone; null: it is not hidden'),
  reports: z
    .array(
      z.object({
        reason: z.enum(reportReasons).describe('What is wrong with it'),
        at: Instant.describe('When it was reported'),
      }),
    )
    .describe('For teachers: the newest reports that nobody has decided about, at most ten'),
}

export const ThreadPost = named('ThreadPost', 'A question on a lesson, or an answer', postFields)
export type ThreadPost = z.infer<typeof ThreadPost>

export const Thread = ThreadPost.extend({
  courseId: field(Id, 'The course', exampleIds.course),
  lesson: z
    .object({ key: LessonKey, title: LessonTitle })
    .describe('The lesson, as it was called last'),
  answers: field(z.int(), 'How many answers are shown', 2),
  accepted: ThreadPost.nullable().describe('The answer that was accepted; null for none'),
  waits: z.boolean().describe('Whether no teacher has answered it yet, and no answer was accepted'),
  mayAccept: z.boolean().describe('Whether you may accept an answer: you asked it, or teach'),
  mayDecide: z.boolean().describe('Whether you may hide its posts: you teach whoever asked'),
}).meta({ id: 'Thread', description: 'A question on a lesson' })
export type Thread = z.infer<typeof Thread>

export const ThreadWithAnswers = Thread.extend({
  posts: z.array(ThreadPost).describe('The answers, an accepted one first, then the oldest'),
}).meta({ id: 'ThreadWithAnswers', description: 'A question on a lesson, with its answers' })
export type ThreadWithAnswers = z.infer<typeof ThreadWithAnswers>

export const ThreadList = listOf(Thread, 'Questions on lessons')
export type ThreadList = z.infer<typeof ThreadList>

export const ListThreadsInput = z.strictObject({ lessonId, ...page })
export type ListThreadsInput = z.infer<typeof ListThreadsInput>

export const AskInput = namedInput('AskInput', 'What you ask about a lesson', {
  lessonId,
  text: Text,
})
export type AskInput = z.infer<typeof AskInput>

export const ThreadInput = z.strictObject({ threadId })
export type ThreadInput = z.infer<typeof ThreadInput>

export const AnswerInput = namedInput('AnswerInput', 'Your answer to a question', {
  threadId,
  text: Text,
})
export type AnswerInput = z.infer<typeof AnswerInput>

export const AcceptInput = namedInput('AcceptInput', 'The answer that you accept', {
  threadId,
  answerId: field(Id.nullable(), 'The answer; null for none', exampleAnswerId),
})
export type AcceptInput = z.infer<typeof AcceptInput>

export const ReportPostInput = namedInput('ReportPostInput', 'What is wrong with a post', {
  threadId,
  postId,
  reason: z.enum(reportReasons).meta({
    description:
      'rude: it hurts somebody; advertising: it sells something; personal: it tells what is ' +
      "somebody's own; solution: it gives a solution away",
    examples: ['rude'],
  }),
})
export type ReportPostInput = z.infer<typeof ReportPostInput>

export const ReportedPost = named('ReportedPost', 'The post that you have reported', {
  id: postFields.id,
})

export const ListTaughtThreadsInput = z.strictObject({
  courseId,
  which: z
    .enum(threadChoices)
    .default('waiting')
    .meta({
      description:
        'waiting: no teacher has answered, the longest waiting first; reported: with posts that ' +
        'were reported; all: the newest first',
      examples: ['waiting'],
    }),
  ...page,
})
export type ListTaughtThreadsInput = z.infer<typeof ListTaughtThreadsInput>

export const DecidePostInput = namedInput('DecidePostInput', 'A post to hide or to show', {
  courseId,
  postId,
  hidden: z.boolean().describe('false shows it again, and settles what was reported'),
  reason,
})
export type DecidePostInput = z.infer<typeof DecidePostInput>

export const FoundThread = named('FoundThread', 'A question whose posts match the search', {
  id: field(Id, 'The question', exampleId),
  text: field(z.string(), 'Beginning of the question, Markdown: show it as plain text', 'Why?'),
  lesson: z
    .object({ id: field(Id, 'The lesson', exampleIds.lesson), title: LessonTitle })
    .describe('The lesson, in your version of the course'),
  course: z
    .object({
      id: field(Id, 'The course', exampleIds.course),
      slug: field(z.string(), 'Readable id, for links', 'building-a-course-player'),
      title: field(z.string(), 'Title', 'Building a course player'),
    })
    .describe('The course of the lesson'),
})
export const FoundThreadList = listOf(FoundThread, 'Questions on your lessons, newest first')
export type FoundThreadList = z.infer<typeof FoundThreadList>

export const SearchThreadsInput = z.strictObject({
  q: text(200).meta({
    description: 'Words to look for; each may be the beginning of one',
    examples: ['second knot'],
  }),
  limit: field(pageInput.limit.unwrap().max(20).default(20), 'Number of questions, at most 20', 20),
  cursor: pageInput.cursor,
})
export type SearchThreadsInput = z.infer<typeof SearchThreadsInput>
