import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../context.ts'
import { type Endpoint, neededInQuery } from '../endpoints/endpoints.ts'
import { parseInput } from '../rest/input.ts'

const CalendarInput = z.object({ key: z.string().max(200).describe('The key of the calendar') })

/** Mounts a learner's calendar, for apps that subscribe to it: the key alone admits them. */
export function mount(app: FastifyInstance, deps: Deps): void {
  app.get('/api/v1/me/calendar.ics', async (request, reply) => {
    const { key } = parseInput(CalendarInput, request.query)
    const { writeCalendar } = await import('../../features/learning/calendar/write-calendar.ts')
    const calendar = await writeCalendar(deps, key)
    return reply
      .header('cache-control', 'private, no-cache')
      .type('text/calendar; charset=utf-8')
      .send(calendar)
  })
}

const example = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Lyceum//Calendar//EN
END:VCALENDAR`

export const endpoints: Endpoint[] = [
  {
    route: 'GET /api/v1/me/calendar.ics',
    operationId: 'me_calendar',
    tag: 'me',
    summary: 'Read your calendar',
    description:
      'What opens and is due for you, and when your cohorts begin and end, as iCalendar (RFC 5545): ' +
      'whole days in your time zone, and the instants of assignments. For calendar apps: needs ' +
      'no token, but the key of `POST /api/v1/me/calendar-key`. What is done is marked, what you ' +
      'have no access to any more is cancelled; of 100 days back and 800 ahead, at most 1,000 events.',
    parameters: [
      neededInQuery(
        'key',
        'The key of the calendar',
        'w3Vb0pXn7QzL4mTfYc9RkAeJ2sHdU6gB1iNqO8xMrPE',
      ),
    ],
    content: { 'text/calendar': { schema: { type: 'string' }, example } },
    errors: ['MissingFields', 'InvalidFields', 'CalendarNotFound'],
    limits: ['calendarsPerAccount'],
  },
]
