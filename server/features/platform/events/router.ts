import { adminProcedure, router } from '../../../trpc.ts'
import { daysKept } from './forget-events.ts'
import { listEvents } from './list-events.ts'
import * as schema from './schema.ts'

export const eventsRouter = router({
  list: adminProcedure('events:read')
    .meta({
      route: 'GET /api/v1/events',
      summary: 'Read what happened, from the event after the last one that you have',
      description:
        'Every event has a number, given in the order of the commits: if you go on with `after`, ' +
        `you miss none and get none twice. Events are kept for ${daysKept} days.`,
      errors: ['EventsForgotten'],
    })
    .input(schema.ListEventsInput)
    .output(schema.EventList)
    .query(({ ctx, input }) => listEvents(ctx, input)),
})
