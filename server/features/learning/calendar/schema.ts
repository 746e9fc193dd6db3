import { z } from 'zod'
import { field } from '../../../lib/schema.ts'

const exampleKey = 'w3Vb0pXn7QzL4mTfYc9RkAeJ2sHdU6gB1iNqO8xMrPE'

export const CalendarKey = z
  .object({
    key: field(z.string(), 'Shown this once: we keep its hash alone', exampleKey),
    url: field(
      z.string(),
      'What calendar programs subscribe to. Whoever has it reads your calendar',
      `https://lyceum.example/api/v1/me/calendar.ics?key=${exampleKey}`,
    ),
  })
  .meta({ id: 'CalendarKey', description: 'The key of your calendar' })
export type CalendarKey = z.infer<typeof CalendarKey>

export const RevokedCalendarKey = z
  .object({ hasCalendar: z.boolean().describe('Whether there is a key: no more') })
  .meta({ id: 'RevokedCalendarKey', description: 'Your calendar can no longer be read' })
export type RevokedCalendarKey = z.infer<typeof RevokedCalendarKey>
