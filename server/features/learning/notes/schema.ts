import { z } from 'zod'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  rawText,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'

/** How many notes and bookmarks somebody keeps in a course. */
export const mostNotes = 500

const exampleId = '019a9c44-5f41-7c0e-9b7a-3f1e2d4c5b08'
const noteId = field(Id, 'The note: a UUID that you make', exampleId)
const Words = field(text(4000), 'Your words', 'Tie it with the eyes closed.')

const place = {
  quote: field(
    rawText(500).min(1).nullable(),
    'The words of the lesson that it is about; null for none',
    'The bowline',
  ),
  prefix: field(rawText(100).nullable(), 'What stands before them', 'holds a load. '),
  suffix: field(rawText(100).nullable(), 'What stands after them', ' keeps its loop'),
  seconds: field(
    z.int().min(0).max(86_400).nullable(),
    'The second of the video; null for none',
    95,
  ),
}

export const Note = named('Note', 'What you noted at a lesson, or a place to come back to', {
  id: field(Id, 'The note', exampleId),
  courseId: field(Id, 'The course', exampleIds.course),
  courseTitle: field(z.string(), 'Its title', 'Building a Course Player'),
  lessonKey: field(z.string(), 'Key of the lesson when you noted it', 'a-typed-client'),
  lessonTitle: field(z.string(), 'Title of the lesson', 'A typed client'),
  lessonId: field(
    Id.nullable(),
    'The lesson in your version; null: your version has it no more',
    exampleIds.lesson,
  ),
  text: Words.nullable().describe('Your words; null: a bookmark'),
  quote: place.quote,
  prefix: place.prefix,
  suffix: place.suffix,
  seconds: place.seconds,
  createdAt: Instant.describe('When you made it'),
  updatedAt: Instant.describe('When you changed it last'),
})
export type Note = z.infer<typeof Note>

export const SaveNoteInput = z
  .strictObject({
    noteId: field(IdInPath, 'The note: a UUID that you make', exampleId),
    lessonId: field(Id, 'The lesson', exampleIds.lesson),
    text: Words.nullable().default(null).describe('Your words; null: a bookmark'),
    quote: place.quote.default(null),
    prefix: place.prefix.default(null),
    suffix: place.suffix.default(null),
    seconds: place.seconds.default(null),
  })
  .refine(({ quote, seconds }) => quote === null || seconds === null, {
    path: ['seconds'],
    message: 'is for videos: a note has words of the lesson or a second, not both',
  })
  .meta({
    id: 'SaveNoteInput',
    description: 'A note, or without a text a bookmark',
    examples: [
      {
        lessonId: exampleIds.lesson,
        text: 'Tie it with the eyes closed.',
        quote: 'The bowline',
        prefix: 'holds a load. ',
        suffix: ' keeps its loop',
      },
    ],
  })
export type SaveNoteInput = z.infer<typeof SaveNoteInput>

export const ListNotesInput = z.strictObject({
  courseId: field(Id.optional(), 'Only those of this course', exampleIds.course),
  lessonId: field(Id.optional(), 'Only those of this lesson', exampleIds.lesson),
  search: field(
    text(200).optional(),
    'Only those with this in their words, quote or lesson’s title',
    'knot',
  ),
  bookmarks: z.boolean().optional().describe('true: only bookmarks; false: only notes'),
  ...sortedPageInput,
})
export type ListNotesInput = z.infer<typeof ListNotesInput>
export const NoteList = listOf(Note, 'Your notes and bookmarks, newest first')
export type NoteList = z.infer<typeof NoteList>

export const NoteInput = z.strictObject({ noteId: field(IdInPath, 'The note', exampleId) })
export type NoteInput = z.infer<typeof NoteInput>
export const DeletedNote = named('DeletedNote', 'The note that is gone', { id: noteId })
