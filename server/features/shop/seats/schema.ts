import { z } from 'zod'
import { Day, startOrEnd } from '../../../../lib/lists/periods.ts'
import { exampleIds, field, IdInPath, Instant, named, namedInput } from '../../../../lib/schema.ts'

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

const Window = {
  opensAt: startOrEnd.nullable().meta({
    description:
      'From when on learners can enroll, an instant or the beginning of a day of the school; null ' +
      'for no limit',
    examples: ['2026-12-01'],
  }),
  closesAt: startOrEnd.nullable().meta({
    description:
      'Until when learners can enroll, an instant or the end of a day of the school; null for no ' +
      'limit',
    examples: ['2026-12-31'],
  }),
}

const ShownWindow = {
  opensAt: Instant.nullable().meta({
    description: 'From when on learners can enroll; null for no limit',
    examples: ['2026-12-01T08:00:00.000Z'],
  }),
  closesAt: Instant.nullable().meta({
    description: 'Until when learners can enroll; null for no limit',
    examples: ['2026-12-31T22:00:00.000Z'],
  }),
}

const seats = field(
  z.int().min(0).max(1_000_000).nullable(),
  'How many learners the course takes; null for any number',
  20,
)

export const Seats = named('Seats', 'How many learners a course takes, and when', {
  seats,
  taken: field(
    z.int().min(0),
    'Held by learners, open purchases and invitations; 0 where nobody counts',
    12,
  ),
  left: field(z.int().min(0).nullable(), 'Seats that are free; null for any number', 8),
  ...ShownWindow,
  opensOn: field(Day.nullable(), "The day of that in the school's time zone", '2026-12-01'),
  closesOn: field(Day.nullable(), "The last day in the school's time zone", '2026-12-31'),
})
export type Seats = z.infer<typeof Seats>

export const SeatsInput = z.strictObject({ courseId })
export type SeatsInput = z.infer<typeof SeatsInput>

export const UpdateSeatsInput = namedInput(
  'UpdateSeatsInput',
  'Fields that are absent stay as they are',
  {
    courseId,
    seats: seats.optional().describe('Absent: as it is. Null: any number'),
    opensAt: Window.opensAt.optional().describe('Absent: as it is. Null: no limit'),
    closesAt: Window.closesAt.optional().describe('Absent: as it is. Null: no limit'),
  },
)
export type UpdateSeatsInput = z.infer<typeof UpdateSeatsInput>
