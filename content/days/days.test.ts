import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, daysAfter } from '../../lib/lists/periods.ts'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { daysAround, zones } from '../../lib/test/zones.ts'
import { DayRule, dayAfterCohort, dayMeant, dueDay, isDueBefore, opensAt } from './days.ts'

const learner = (more: object = {}) => ({
  enrolledAt: new Date('2027-03-01T23:30:00Z'),
  cohortBegunAt: new Date('2027-02-01T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  ...more,
})

test.each([
  ['2027-01-10', true],
  ['2028-02-29', true],
  ['0 days after enrollment', true],
  ['1 day after enrollment', true],
  ['9999 days after cohort', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['2027-1-1', false],
  ['1969-12-31', false],
  ['3000-01-01', false],
  ['10000 days after cohort', false],
  ['07 days after cohort', false],
  ['-1 days after cohort', false],
  ['1.5 days after cohort', false],
  ['7 days after purchase', false],
  ['7 days after enrollment ', false],
  ['tomorrow', false],
  ['', false],
])('as a day of a lesson, %j is taken: %s', (rule, expected) => {
  expect(DayRule.safeParse(rule).success).toBe(expected)
})

describe('a rule means a day of the learner', () => {
  test.each<[rule: string, more: object, day: string]>([
    ['2027-05-01', {}, '2027-05-01'],
    // Half past midnight in Berlin is evening in New York.
    ['0 days after enrollment', {}, '2027-03-02'],
    ['0 days after enrollment', { timeZone: 'America/New_York' }, '2027-03-01'],
    ['1 day after enrollment', {}, '2027-03-03'],
    ['30 days after enrollment', {}, '2027-04-01'],
    ['7 days after cohort', {}, '2027-02-08'],
    ['28 days after cohort', { timeZone: 'Pacific/Kiritimati' }, '2027-03-01'],
    // Without a cohort, the days count from the enrollment.
    ['7 days after cohort', { cohortBegunAt: null }, '2027-03-09'],
  ])('%s %j: %s', (rule, more, day) => {
    expect(dayMeant(rule, learner(more))).toBe(day)
  })

  test('of a cohort, for all who are in it', () => {
    const cohort = { begunAt: new Date('2027-02-01T23:30:00Z'), timeZone: 'Europe/Berlin' }
    expect(dayAfterCohort('7 days after cohort', cohort)).toBe('2027-02-09')
    expect(dayAfterCohort('7 days after enrollment', cohort)).toBeUndefined()
    expect(dayAfterCohort('2027-05-01', cohort)).toBeUndefined()
    expect(dayAfterCohort(null, cohort)).toBeUndefined()
  })
})

test.each([
  [undefined, '2027-05-01'],
  [null, '2027-05-01'],
  ['2027-05-01', '2027-05-01'],
  ['2027-05-02', '2027-05-02'],
  ['2028-01-01', '2028-01-01'],
  // An extension gives time, and never takes any.
  ['2027-04-30', '2027-05-01'],
])('with an extension to %s it is due on %s', (extendedTo, day) => {
  expect(dueDay('2027-05-01', { ...learner(), extendedTo })).toBe(day)
})

test('a lesson opens with the first instant of its day, wherever the learner lives', () => {
  for (const timeZone of zones)
    for (const day of daysAround(timeZone, 2027)) {
      const at = opensAt(day, learner({ timeZone }))
      expect([timeZone, dayOf(at, timeZone)]).toEqual([timeZone, day])
      expect(dayOf(new Date(at.getTime() - 1), timeZone)).toBe(daysAfter(day, -1))
    }
})

test('each day more is one day more, through every change of the clocks', () => {
  const instant = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2028-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), fc.nat({ max: 400 }), (at, timeZone, days) => {
      const of = learner({ enrolledAt: at, timeZone })
      const day = dayMeant(`${days} days after enrollment`, of)
      expect(dayMeant(`${days + 1} days after enrollment`, of)).toBe(daysAfter(day, 1))
      expect(dayMeant('0 days after enrollment', of)).toBe(dayOf(at, timeZone))
    }),
    propertyRuns(100),
  )
})

test.each<[available: string | null | undefined, due: string | null | undefined, boolean]>([
  ['2027-05-02', '2027-05-01', true],
  ['2027-05-01', '2027-05-01', false],
  ['2027-05-01', '2027-05-02', false],
  ['8 days after cohort', '7 days after cohort', true],
  ['10 days after cohort', '9 days after cohort', true],
  ['7 days after cohort', '7 days after cohort', false],
  ['9 days after cohort', '10 days after cohort', false],
  // How a cohort, an enrollment and a date relate is unknown.
  ['8 days after cohort', '7 days after enrollment', false],
  ['2027-05-02', '7 days after enrollment', false],
  ['8 days after enrollment', '2027-05-01', false],
  [null, '2027-05-01', false],
  ['2027-05-01', null, false],
  [undefined, undefined, false],
])('what opens %s and is due %s is due before it opens: %s', (available, due, expected) => {
  expect(isDueBefore({ available, due })).toBe(expected)
})
