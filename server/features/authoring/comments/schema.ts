import { z } from 'zod'
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
  text,
} from '../../../../lib/schema.ts'
import { DraftChange } from '../drafts/schema.ts'

const courseId = field(IdInPath, 'The course', exampleIds.course)
const exampleId = '019a9c44-5d21-7c0e-9b7a-3f1e2d4c5b06'
const key = rawText(200).min(1)
const Text = field(text(2000), 'What is asked, or the answer', 'Why is this the right one?')

const Person = z
  .object({
    id: field(Id, 'The user', exampleIds.user),
    name: field(z.string(), 'Name', 'Ada Lovelace'),
  })
  .nullable()
  .describe('Who wrote it; null once the account is erased')

const resolvedAt = Instant.nullable().describe('When it was settled; null: it is open')

const answer = {
  id: field(Id, 'The comment', exampleId),
  text: field(z.string(), 'What is asked, or the answer', 'Why is this the right one?'),
  author: Person,
  createdAt: Instant.describe('When it was written'),
}

export const DraftComment = named('DraftComment', 'What somebody asks about a draft', {
  ...answer,
  key: field(z.string().nullable(), 'Key of the lesson; null: the whole course', 'a-typed-client'),
  path: field(
    z.string().nullable(),
    'The field that it is about, as in `facts`; null: none',
    'quiz.pools.0.questions.1.options',
  ),
  quote: field(z.string().nullable(), 'The words that it is about; null: none', 'a bowline'),
  resolvedAt,
  resolvedBy: Person.describe('Who settled it; null: nobody, or the account is erased'),
  answers: z.array(z.object(answer)).describe('The oldest first; the first 100'),
})
export type DraftComment = z.infer<typeof DraftComment>

export const ListCommentsInput = z.strictObject({
  courseId,
  key: field(key.optional(), 'Only those about this lesson', 'a-typed-client'),
  open: z.boolean().optional().describe('true: only open ones; false: only settled ones'),
  ...pageInput,
})
export type ListCommentsInput = z.infer<typeof ListCommentsInput>
export const DraftCommentList = listOf(DraftComment, 'What is asked about a draft, newest first')
export type DraftCommentList = z.infer<typeof DraftCommentList>

export const CommentInput = namedInput('DraftCommentInput', 'What you ask about a draft', {
  courseId,
  answerTo: field(Id.optional(), 'The comment that it answers, whose place is its own', exampleId),
  key: field(key.optional(), 'The lesson; absent: the whole course', 'a-typed-client'),
  path: field(
    rawText(300).min(1).optional(),
    'The field that it is about, as in `facts`',
    'quiz.pools.0.questions.1.options',
  ),
  quote: field(line(500).optional(), 'The words that it is about', 'a bowline'),
  text: Text,
})
export type CommentInput = z.infer<typeof CommentInput>

export const UpdateCommentInput = namedInput('UpdateCommentInput', 'A comment to settle', {
  courseId,
  commentId: field(IdInPath, 'The comment; not an answer', exampleId),
  resolved: z.boolean().describe('false opens it again'),
})
export type UpdateCommentInput = z.infer<typeof UpdateCommentInput>

export const WrittenComment = DraftComment.pick({ id: true, resolvedAt: true }).meta({
  id: 'WrittenComment',
  description: 'The comment or answer that was written',
})
export type WrittenComment = z.infer<typeof WrittenComment>

export const RequestChangesInput = DraftChange.extend({
  text: Text.optional().describe('What is asked of the draft as a whole'),
}).meta({ id: 'RequestChangesInput', description: 'The draft that cannot be published yet' })
export type RequestChangesInput = z.infer<typeof RequestChangesInput>
