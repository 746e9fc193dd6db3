import { z } from 'zod'
import { Day, daysAfter, isDay } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  Instant,
  listOf,
  named,
  sortedPageInput,
} from '../../../../lib/schema.ts'
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

const AgendaEntry = named('AgendaEntry', 'Something that opens or is due on a day', {
  kind: z.enum(['opens', 'due']).describe('Which of both'),
  on: field(Day, 'The day, in your time zone', '2026-11-21'),
  at: Instant.nullable().describe('The instant, where it is due at a time of that day; else null'),
  courseId: field(Id, 'The course', exampleIds.course),
  courseTitle: field(z.string(), 'Title of the course', 'Building a course player'),
  lessonKey: field(z.string().nullable(), 'Key of the lesson; null: the course', 'overhand'),
  title: field(z.string(), 'Title of the lesson or the course', 'The overhand knot'),
  isDone: z.boolean().describe('Whether you have completed it, or handed it in'),
  isOverdue: z.boolean().describe('Whether it was due, and you have not'),
})
export const Agenda = listOf(AgendaEntry, 'What opens and is due, in the order of the days')
export type Agenda = z.infer<typeof Agenda>
export type AgendaEntry = z.infer<typeof AgendaEntry>

const longestDays = 92

export const AgendaInput = z
  .strictObject({
    ...sortedPageInput,
    from: field(Day, 'The first day, in your time zone', '2026-11-16'),
    to: field(Day, `The last day, at most ${longestDays} days later`, '2026-11-22'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before `from`' })
  .refine(({ from, to }) => !isDay(from) || to <= daysAfter(from, longestDays), {
    path: ['to'],
    error: `is more than ${longestDays} days after \`from\``,
  })
export type AgendaInput = z.infer<typeof AgendaInput>
