import { z } from 'zod'
import { field, named } from '../../../../lib/schema.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'

const exampleKey = 'w3Vb0pXn7QzL4mTfYc9RkAeJ2sHdU6gB1iNqO8xMrPE'

export const MakeCalendarKeyInput = requireProof(z.strictObject(proofFields)).meta({
  id: 'MakeCalendarKeyInput',
  description: 'Proof that it is you: your password or a mailed code',
  examples: [{ password: 'correct horse battery staple' }],
})

export const CalendarKey = named('CalendarKey', 'The key of your calendar', {
  key: field(z.string(), 'Shown only now: we keep just its hash', exampleKey),
  url: field(
    z.string(),
    'Calendar apps subscribe to it. Anyone who has it reads your calendar',
    `https://lyceum.example/api/v1/me/calendar.ics?key=${exampleKey}`,
  ),
})
export type CalendarKey = z.infer<typeof CalendarKey>

export const RevokedCalendarKey = named(
  'RevokedCalendarKey',
  'Your calendar can no longer be read',
  { hasCalendar: z.boolean().describe('Always false: the key is gone') },
)
export type RevokedCalendarKey = z.infer<typeof RevokedCalendarKey>
