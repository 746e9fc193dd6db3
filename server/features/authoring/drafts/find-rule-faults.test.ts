import { expect, test } from 'vitest'
import type { LessonDetails } from '../../../../db/queries/courses/lessons.ts'
import { findRuleFaults, type RuledLesson } from './find-rule-faults.ts'

type Terms = Parameters<typeof findRuleFaults>[1]

const lesson = (key: string, details: LessonDetails = {}, more: Partial<RuledLesson> = {}) => ({
  ...{ key, required: true, preview: false, details },
  ...more,
})
const faults = (lessons: RuledLesson[], terms: Terms = {}) =>
  findRuleFaults(lessons, terms).map(
    ({ lesson, field, message }) =>
      `${lessons[lesson ?? -1]?.key ?? 'course'} ${field}: ${message}`,
  )
const needs = (...prerequisites: string[]) => ({ prerequisites })

test('a circle of requirements is named once, at a lesson that an author can correct', () => {
  expect(
    faults([lesson('a', needs('b')), lesson('b', needs('c')), lesson('c', needs('a'))]),
  ).toEqual([
    'a requires: the lessons wait for each other in a circle, a → b → c → a: remove a requirement',
  ])
  expect(faults([lesson('a', needs('a'))])).toHaveLength(1)
  expect(faults([lesson('a'), lesson('b', needs('a')), lesson('c', needs('a', 'b'))])).toEqual([])
})

test('in a sequence, a lesson cannot require one behind a required one', () => {
  const lessons = [lesson('a'), lesson('b', needs('d')), lesson('c'), lesson('d')]
  expect(faults(lessons, { order: 'sequence' })).toEqual([
    'b requires: in this sequence, the lessons wait for each other in a circle, b → d → c → b: ' +
      'remove a requirement',
  ])
  expect(faults(lessons)).toEqual([])
  // One that is not required holds nothing up, and a preview waits for nothing.
  const aside = [lesson('a', needs('b'), { required: false }), lesson('b')]
  expect(faults(aside, { order: 'sequence' })).toEqual([])
  const shown = [lesson('a', needs('b'), { preview: true }), lesson('b')]
  expect(faults(shown, { order: 'sequence' })).toEqual([])
})

test('a long sequence is looked through without running out of stack', () => {
  const many = Array.from({ length: 1000 }, (_, at) => lesson(`l${at}`, needs(`l${at + 1}`)))
  expect(faults([...many, lesson('l1000')])).toEqual([])
  expect(faults([...many, lesson('l1000', needs('l0'))])).toHaveLength(1)
})

test('a requirement that a version drops names both lessons', () => {
  expect(
    faults([lesson('a', needs('gone', 'old')), lesson('b', {}, { formerKeys: ['old'] })]),
  ).toEqual([
    'a requires: the lesson a requires gone, and no lesson has this key: correct or remove it',
    'a requires: the lesson a requires old, and no lesson has this key: it is b now',
  ])
})

test('nothing is due before it is available, as far as that can be told', () => {
  const days = (available: string, due: string) => lesson('a', { available, due })
  const isFault = (available: string, due: string) => faults([days(available, due)]).length === 1
  expect(isFault('2027-01-02', '2027-01-01')).toBe(true)
  expect(isFault('2027-01-02', '2027-01-02')).toBe(false)
  expect(isFault('10 days after enrollment', '9 days after enrollment')).toBe(true)
  expect(isFault('10 days after cohort', '9 days after enrollment')).toBe(false)
  expect(isFault('2027-01-02', '1 day after enrollment')).toBe(false)
  expect(faults([lesson('a', { due: '2027-01-01' })], { available: '2027-02-01' })).toEqual([
    'a due: 2027-01-01 is before 2027-02-01, when the course becomes available: make it due later',
  ])
  expect(
    faults([lesson('a')], { available: '3 days after cohort', due: '1 day after cohort' }),
  ).toEqual([
    'course due: 1 day after cohort is before 3 days after cohort, when it becomes available: make it due later',
  ])
})
