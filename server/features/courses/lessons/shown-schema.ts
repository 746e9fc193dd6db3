import { z } from 'zod'
import { ruleValues } from '../../../../content/course-rules.ts'

export const LessonHtml = z
  .enum(ruleValues.html)
  .describe(
    'HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown',
  )

export const LessonRequires = z.array(z.string()).meta({
  description: 'Keys of lessons of the course to complete before it opens to you',
  examples: [['signing-in']],
})
