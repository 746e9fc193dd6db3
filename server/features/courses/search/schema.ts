import { z } from 'zod'
import {
  exampleIds,
  field,
  Id,
  listOf,
  named,
  pageInput,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { LessonKey, LessonTitle } from '../lessons/schema.ts'

export const FoundLesson = named('FoundLesson', 'A lesson that matches the search', {
  id: field(Id, 'The lesson', exampleIds.lesson),
  key: LessonKey,
  title: LessonTitle,
  course: z
    .object({
      id: field(Id, 'The course', exampleIds.course),
      slug: field(z.string(), 'Readable id, for links', 'building-a-course-player'),
      title: field(z.string(), 'Title', 'Building a course player'),
    })
    .describe('The course of the lesson'),
  snippet: z
    .array(
      z.object({
        text: z.string().meta({
          description: 'Markdown, cut anywhere: show it as plain text, never as HTML',
          examples: ['typed'],
        }),
        isMatch: z.boolean().describe('Whether this piece matches the search'),
      }),
    )
    .describe('Pieces of the text around what was found, in their order'),
})
export type FoundLesson = z.infer<typeof FoundLesson>

export const FoundLessonList = listOf(FoundLesson, 'Lessons of your courses, the best match first')
export type FoundLessonList = z.infer<typeof FoundLessonList>

export const SearchLessonsInput = z.strictObject({
  q: text(200).meta({
    description: 'Words to look for: `"in this order"`, `-without`, `one or the other`',
    examples: ['typed client'],
  }),
  limit: field(
    pageInput.limit.unwrap().max(20).default(20),
    'Number of lessons in a page, at most 20',
    20,
  ),
  cursor: sortedPageInput.cursor,
})
export type SearchLessonsInput = z.infer<typeof SearchLessonsInput>
