import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { type Assignment, assignment, pointsOf, rubricOf } from './assignment.ts'

const { written, inText, show } = assignment.own

const criterion = (...points: number[]) => ({
  title: `Of ${points}`,
  levels: points.map((worth) => ({ title: `${worth}`, points: worth })),
})

/** Returns the path of the first fault; 'taken' if there is none. */
function faultOf(given: object): string {
  return written.safeParse(given).error?.issues[0]?.path.join('.') ?? 'taken'
}

describe('the settings of an assignment are taken up to their bounds', () => {
  const criteria = (count: number) => Array.from({ length: count }, () => criterion(0, 1))
  const types = (count: number) => Array.from({ length: count }, (_, at) => `image/x-${at}`)
  test.each<[what: string, given: object, expected: string]>([
    ['nothing said', {}, 'taken'],
    ['a point', { points: 1 }, 'taken'],
    ['no point', { points: 0 }, 'points'],
    ['ten thousand points', { points: 10_000 }, 'taken'],
    ['more points', { points: 10_001 }, 'points'],
    ['twenty files', { files: 20 }, 'taken'],
    ['more files', { files: 21 }, 'files'],
    ['a text alone', { files: 0 }, 'taken'],
    ['files alone', { text: false }, 'taken'],
    ['nothing to hand in', { text: false, files: 0 }, 'text'],
    ['twenty criteria', { rubric: criteria(20) }, 'taken'],
    ['more criteria', { rubric: criteria(21) }, 'rubric'],
    ['one level', { rubric: [criterion(1)] }, 'rubric.0.levels'],
    ['ten levels', { rubric: [criterion(...Array(9).fill(0), 1)] }, 'taken'],
    ['more levels', { rubric: [criterion(...Array(10).fill(0), 1)] }, 'rubric.0.levels'],
    ['a level of 1001', { rubric: [criterion(0, 1001)] }, 'rubric.0.levels.1.points'],
    ['a level below zero', { rubric: [criterion(-1, 1)] }, 'rubric.0.levels.0.points'],
    ['one criterion without points', { rubric: [criterion(0, 0), criterion(0, 1)] }, 'taken'],
    ['all without points', { rubric: [criterion(0, 0), criterion(0, 0)] }, 'rubric'],
    ['fifty types', { fileTypes: types(50) }, 'taken'],
    ['more types', { fileTypes: types(51) }, 'fileTypes'],
    ['an instant', { dueAt: '2027-03-01T12:00:00.000Z' }, 'taken'],
    ['a day', { dueAt: '2027-03-01' }, 'dueAt'],
    ['another field', { deadline: null }, ''],
  ])('%s', (_, given, expected) => {
    expect(faultOf(given)).toBe(expected)
  })

  test.each([
    ['application/pdf', true],
    ['image/*', true],
    ['image/svg+xml', true],
    ['application/vnd.ms-excel', true],
    ['*/*', false],
    ['image', false],
    ['image/', false],
    ['Image/PNG', false],
    ['image/png; charset=utf-8', false],
    ['image/p*', false],
    ['.pdf', false],
  ])('%s is a media type: %s', (type, isTaken) => {
    expect(faultOf({ fileTypes: [type] })).toBe(isTaken ? 'taken' : 'fileTypes.0')
  })
})

describe('the most points are those of the best levels together, or as its author says', () => {
  test.each<[rubric: Assignment['rubric'], expected: number]>([
    [[], 40],
    [[criterion(0, 3)], 3],
    [[criterion(3, 0)], 3],
    [[criterion(0, 1, 2), criterion(5, 4)], 7],
    [[criterion(0, 0), criterion(0, 2)], 2],
    // A rubric like this could be published before it was refused.
    [[criterion(0, 0)], 40],
  ])('%j: %d', (rubric, expected) => {
    const given: Assignment = { ...written.parse({ points: 40 }), rubric }
    expect(pointsOf(given)).toBe(expected)
    expect(show(given).points).toBe(expected)
    expect(rubricOf(given).length > 0).toBe(expected !== 40)
  })
})

const settings = fc.record({
  passPercent: fc.integer({ min: 0, max: 100 }),
  attempts: fc.option(fc.integer({ min: 1, max: 100 })),
  weight: fc.constantFrom(0, 1, 1000),
  points: fc.integer({ min: 1, max: 10_000 }),
  rubric: fc.array(
    fc.integer({ min: 1, max: 9 }).map((most) => criterion(0, most)),
    {
      maxLength: 3,
    },
  ),
  dueAt: fc.constantFrom(null, '2027-03-01T12:00:00.000Z'),
  takesLate: fc.boolean(),
  text: fc.boolean(),
  files: fc.integer({ min: 1, max: 20 }),
  fileTypes: fc.subarray(['image/*', 'application/pdf']),
})

test('every assignment is written into a file and read back as it was', () => {
  fc.assert(
    fc.property(settings, (own) => {
      const before = written.parse(own)
      const { fields, text } = inText.write('Tie one.', before)
      expect(inText.fields.safeParse(fields).success).toBe(true)
      expect(inText.read(fields, text)).toEqual({ content: 'Tie one.', written: before })
    }),
    propertyRuns(50),
  )
})

test('an instant is due at the same time, with whatever offset it is written', () => {
  const due = (instant: string) => {
    const read = inText.read({ due: instant }, '')
    return 'written' in read ? read.written.dueAt : read
  }
  expect(due('2027-03-01T12:00:00Z')).toBe('2027-03-01T12:00:00.000Z')
  expect(due('2027-03-01T12:00:00+05:30')).toBe('2027-03-01T06:30:00.000Z')
  expect(inText.fields.safeParse({ due: '2027-03-01' }).success).toBe(false)
  expect(inText.fields.safeParse({ due: '2027-03-01T12:00:00' }).success).toBe(false)
})

test('what cannot be handed in is refused by its field in a file as well', () => {
  expect(inText.read({ text: false, files: 0 }, '')).toMatchObject([
    { line: 1, message: expect.stringContaining('`text` must be true') },
  ])
})
