import { z } from 'zod'
import { field, named } from '../../../../lib/schema.ts'
import { eventTypeNames, LyceumEvent } from './event-types.ts'

const maxEventsPerPage = 500

const place = z.int().min(0)

export const ListEventsInput = z.strictObject({
  after: field(
    place.optional(),
    'Number of the last event that you have: `after` of the previous page. Without it, the page ' +
      'begins with the oldest event that is kept',
    1042,
  ),
  types: field(
    z.array(z.enum(eventTypeNames)).min(1).max(eventTypeNames.length).optional(),
    'Only events of these types, separated by commas in a URL; default: all',
    ['enrollment.started', 'course.completed'],
  ),
  limit: field(
    z.int().min(1).max(maxEventsPerPage).default(100),
    'The maximum number of items',
    100,
  ),
})
export type ListEventsInput = z.infer<typeof ListEventsInput>

export const EventList = named('EventList', 'What happened, oldest first', {
  items: z.array(LyceumEvent).describe('In the order of their numbers'),
  after: field(
    place,
    'Send it as `after` to go on, now or later. It moves on even when no item has one of the ' +
      'types',
    1142,
  ),
  hasMore: z.boolean().meta({
    description: 'Whether there are events after it already: ask again at once',
    examples: [false],
  }),
  newest: field(
    place,
    'Number of the newest event: as `after`, it begins with what happens from now on',
    1142,
  ),
})
export type EventList = z.infer<typeof EventList>
