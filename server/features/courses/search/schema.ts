import { z } from 'zod'
import { exampleIds, Id, listOf, pageInput, sortedPageInput, text } from '../../../lib/schema.ts'
import { LessonKey, LessonTitle } from '../lessons/schema.ts'

export const FoundLesson = z
  .object({
    id: Id.meta({ description: 'The lesson', examples: [exampleIds.lesson] }),
    key: LessonKey,
    title: LessonTitle,
    course: z
      .object({
        id: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
        slug: z
          .string()
          .meta({ description: 'Readable id, for links', examples: ['building-a-course-player'] }),
        title: z.string().meta({ description: 'Title', examples: ['Building a course player'] }),
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
  .meta({ id: 'FoundLesson', description: 'A lesson that matches the search' })
export type FoundLesson = z.infer<typeof FoundLesson>

export const FoundLessonList = listOf(FoundLesson, 'Lessons of your courses, the best match first')
export type FoundLessonList = z.infer<typeof FoundLessonList>

export const SearchLessonsInput = z.object({
  q: text(200).meta({
    description: 'Words to look for: `"in this order"`, `-without`, `one or the other`',
    examples: ['typed client'],
  }),
  limit: pageInput.limit
    .unwrap()
    .max(20)
    .default(20)
    .meta({ description: 'Number of lessons in a page, at most 20', examples: [20] }),
  cursor: sortedPageInput.cursor,
})
export type SearchLessonsInput = z.infer<typeof SearchLessonsInput>
