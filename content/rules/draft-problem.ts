import { z } from 'zod'
import { named } from '../../lib/schema.ts'

/** An error keeps content from being published, a warning does not. */
export const problemSeverities = ['error', 'warning'] as const

export const DraftProblem = named('DraftProblem', 'A problem of a draft', {
  severity: z.enum(problemSeverities).describe('An error prevents publishing'),
  path: z.string().meta({
    description: 'The place at fault',
    examples: ['sections.0.lessons.2', 'lessons.a-typed-client.content'],
  }),
  message: z.string().meta({
    description: 'The problem, and what to do',
    examples: ['The section has no lessons: add one, or leave it out.'],
  }),
})
export type DraftProblem = z.infer<typeof DraftProblem>
