import { loading, operationCommand } from '../../operations/operation-command.ts'
import { courseArgument, schoolZoneOption } from '../described.ts'

const seats = loading(() => import('../../actions/admin/seats.ts'))

export const seatsCommand = operationCommand(seats('SeatsChange', 'changeSeats'), {
  name: 'seats',
  about:
    'Shows how many learners a course takes, and when; or sets what you name. Administrators enroll at ' +
    'any time.',
  arguments: [courseArgument],
  options: {
    seats: [
      '--seats <number>',
      'how many learners it takes, or none for any number',
      { as: 'numberOrNone', field: 'seats' },
    ],
    opensAt: [
      '--opens <when>',
      'day or instant from which on learners can enroll, or none',
      { as: 'start', field: 'opensAt' },
    ],
    closesAt: [
      '--closes <when>',
      'last day, or instant, on which learners can enroll, or none',
      { as: 'end', field: 'closesAt' },
    ],
    timeZone: schoolZoneOption,
    remove: [
      '--remove',
      'let the course take everybody, always',
      { conflicts: ['seats', 'opens', 'closes'], field: 'remove' },
    ],
  },
  examples: ['knots', 'knots --seats 20 --opens 2026-12-01 --closes 2026-12-31'],
})
