import { z } from 'zod'
import { eventTypeNames, LyceumEvent } from './event-types.ts'

const maxEventsPerPage = 500

const place = z.int().min(0)

export const ListEventsInput = z.object({
  after: place.optional().meta({
    description:
      'Number of the last event that you have: `after` of the previous page. Without it, the page ' +
      'begins with the oldest event that is kept',
    examples: [1042],
  }),
  types: z
    .array(z.enum(eventTypeNames))
    .min(1)
    .max(eventTypeNames.length)
    .optional()
    .meta({
      description: 'Only events of these types, separated by commas in a URL; default: all',
      examples: [['enrollment.started', 'course.completed']],
    }),
  limit: z
    .int()
    .min(1)
    .max(maxEventsPerPage)
    .default(100)
    .meta({ description: 'The maximum number of items', examples: [100] }),
})
export type ListEventsInput = z.infer<typeof ListEventsInput>

export const EventList = z
  .object({
    items: z.array(LyceumEvent).describe('In the order of their numbers'),
    after: place.meta({
      description:
        'Send it as `after` to go on, now or later. It moves on even when no item has one of the ' +
        'types',
      examples: [1142],
    }),
    hasMore: z.boolean().meta({
      description: 'Whether there are events after it already: ask again at once',
      examples: [false],
    }),
    newest: place.meta({
      description:
        'Number of the newest event: as `after`, it begins with what happens from now on',
      examples: [1142],
    }),
  })
  .meta({ id: 'EventList', description: 'What happened, oldest first' })
export type EventList = z.infer<typeof EventList>
