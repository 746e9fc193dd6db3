import { z } from 'zod'
import { ruleValues } from '../../../../content/course-rules.ts'
import { field, named } from '../../../../lib/schema.ts'

export const LessonHtml = z
  .enum(ruleValues.html)
  .describe(
    'HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown',
  )

export const LessonRequires = z.array(z.string()).meta({
  description: 'Keys of lessons of the course to complete before it opens to you',
  examples: [['signing-in']],
})

const FileOfLesson = named(
  'FileOfLesson',
  'A file of the school that a lesson shows, or links to',
  {
    url: field(
      z.string(),
      'Its address for some minutes, as the lesson has it',
      'https://lyceum.example.com/media/9f86d081…/chart.png?until=1764000000&signature=…',
    ),
    type: field(z.string(), 'Media type', 'image/png'),
    bytes: field(z.int(), 'Its size in bytes', 48_000),
    width: field(
      z.int().nullable(),
      'Pixels of a picture, to reserve its place; null: no picture, or not known',
      1_280,
    ),
    height: field(z.int().nullable(), 'Pixels of a picture; null: no picture, or not known', 720),
  },
)
export type FileOfLesson = z.infer<typeof FileOfLesson>

export const LessonFiles = z
  .array(FileOfLesson)
  .describe('Files of the school that it shows, or links to')
