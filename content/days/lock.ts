import { z } from 'zod'
import { field, Instant, named } from '../../lib/schema.ts'

const Lock = named('Lock', 'A reason why a lesson is locked to you', {
  code: z
    .enum(['LessonBefore', 'Requires', 'NeedsPass', 'NotYet'])
    .describe(
      'LessonBefore: the lessons come one after the other, and `lessonKey` is not completed; ' +
        'Requires: it requires `lessonKey`; NeedsPass: either of these, with a `lessonKey` ' +
        'to pass; NotYet: it opens at `until`',
    ),
  lessonKey: field(z.string().exactOptional(), 'Key of the lesson to complete first', 'signing-in'),
  until: Instant.exactOptional().describe('When it opens'),
})
export type Lock = z.infer<typeof Lock>

export const Locks = z.array(Lock).meta({
  description: 'Why the lesson is locked: it opens when none is left. Absent while it is open',
  examples: [[{ code: 'LessonBefore', lessonKey: 'signing-in' }]],
})
