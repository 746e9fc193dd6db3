import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { propertyRuns } from '../test/property-runs.ts'
import { daysAround, zones } from '../test/zones.ts'
import * as days from './periods.ts'

const { periodOf, withPeriod } = days

const Input = withPeriod({})

const period = (input: z.input<typeof Input>) => {
  const { from, until } = periodOf(Input.parse(input), 'UTC')
  return [from?.toISOString(), until?.toISOString()]
}

test('a period of days holds its last day whole', () => {
  expect(period({ from: '2026-11-01', to: '2026-11-30' })).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
  ])
  expect(period({ from: '2026-02-28', to: '2026-02-28' })).toEqual([
    '2026-02-28T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ])
})

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z', '2026-11-21T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  // The clocks go forward at midnight: the day begins at one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
])('in %s the day %s goes from %s to %s', (timeZone, day, from, until) => {
  expect(period({ from: day, to: day, timeZone })).toEqual([from, until])
})

test('an instant counts itself, with whatever offset it is written', () => {
  const instant = '2026-11-21T10:30:00+01:00'
  expect(period({ from: instant, to: instant })).toEqual([
    '2026-11-21T09:30:00.000Z',
    '2026-11-21T09:30:00.001Z',
  ])
})

test('what is left out has no bound', () => {
  expect(period({})).toEqual([undefined, undefined])
  expect(period({ to: '2026-11-21' })).toEqual([undefined, '2026-11-22T00:00:00.000Z'])
})

test.each([
  ['from', { from: 'yesterday' }],
  ['from', { from: '2026-02-30' }],
  ['from', { from: '0001-01-01' }],
  ['to', { to: '9999-12-31' }],
  ['to', { to: '2026-11-21T09:30' }],
  ['timeZone', { timeZone: 'Moon/Tycho' }],
])('what is no day, instant or time zone is refused: %s', (field, input) => {
  expect(Input.safeParse(input).error?.issues.map(({ path }) => path)).toEqual([[field]])
})

test('a period that ends before it begins is refused with the field', () => {
  const { error } = Input.safeParse({ from: '2026-11-02', to: '2026-11-01' })
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['to'], 'is before `from`'],
  ])
})

test.each([
  // Friday 18:00 stays Friday 18:00, in spring and in autumn.
  ['Europe/Berlin', '2026-03-27T17:00:00.000Z', 7, '2026-04-03T16:00:00.000Z'],
  ['Europe/Berlin', '2026-10-23T16:00:00.000Z', 7, '2026-10-30T17:00:00.000Z'],
  ['America/New_York', '2026-10-30T22:00:00.500Z', 7, '2026-11-06T23:00:00.500Z'],
  // 2:30 is left out on that day.
  ['Europe/Berlin', '2026-03-28T01:30:00.000Z', 1, '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-03-28T01:30:00.000Z', 2, '2026-03-30T00:30:00.000Z'],
])('in %s %s and %d days are %s', (timeZone, at, count, then) => {
  expect(days.sameTimeAfter(new Date(at), count, timeZone).toISOString()).toBe(then)
})

test('days later it is the same time of the clock, on the day that the calendar says', () => {
  const some = ['Europe/Berlin', 'America/St_Johns', 'Asia/Tokyo', 'Pacific/Chatham', 'UTC']
  const from = { min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }
  fc.assert(
    fc.property(
      fc.constantFrom(...some),
      fc.integer(from),
      fc.integer({ min: 0, max: 400 }),
      (timeZone, at, count) => {
        const shown = (instant: Date) =>
          new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
            .format(instant)
            .split(' ')
        const [day = '', time] = shown(new Date(at))
        const [dayThen, timeThen] = shown(days.sameTimeAfter(new Date(at), count, timeZone))
        // A change of the clocks may skip times in these hours.
        fc.pre(!/^0[0-4]/u.test(time ?? ''))
        expect([dayThen, timeThen]).toEqual([days.daysAfter(day, count), time])
      },
    ),
    propertyRuns(50),
  )
})

test('a day is read back as it was said, wherever and whenever the clocks change', () => {
  const place = fc
    .constantFrom(...zones)
    .chain((zone) =>
      fc.record({ zone: fc.constant(zone), day: fc.constantFrom(...daysAround(zone, 2027)) }),
    )
  fc.assert(
    fc.property(place, fc.integer({ min: 0, max: 86_399 }), ({ zone, day }, seconds) => {
      const [start, end] = [days.startMeant(day, zone), days.endMeant(day, zone)]
      expect([days.saidOfStart(start, zone), days.saidOfEnd(end, zone)]).toEqual([day, day])
      expect(days.lastDayBefore(end, zone)).toBe(day)

      const within = new Date(start.getTime() + seconds * 1_000)
      const on = days.dayOf(within, zone)
      const written = days.writtenIn(zone, within)
      expect([days.dayWritten(written), new Date(written)]).toEqual([on, within])
      const said = days.saidOfEnd(within, zone)
      expect(days.endMeant(said, zone)).toEqual(within)
    }),
    propertyRuns(40),
  )
})

test('every instant that can be said has a day: there is one of four digits everywhere', () => {
  const far = ['0001-01-01T00:00:00.000Z', '0999-06-01T12:00:00.000Z', '9999-12-31T23:59:59.999Z']
  for (const at of far)
    for (const zone of zones)
      expect(days.Day.safeParse(days.dayOf(new Date(at), zone))).toMatchObject({ success: true })
  expect(days.startOrEnd.safeParse('9999-12-31T23:59:59.000Z').success).toBe(true)
  for (const unsaid of ['9999-12-31', '9999-12-31T23:59:59-01:00', '1969-12-31'])
    expect(days.startOrEnd.safeParse(unsaid).success).toBe(false)
})
