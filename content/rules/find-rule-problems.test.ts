import { expect, test } from 'vitest'
import { type StatedTerms, termsOf } from '../course-fields.ts'
import type { DraftContent, DraftedLesson } from '../draft.ts'
import type { LessonDetails } from '../lessons/lesson-type-names.ts'
import { findRuleProblems } from './find-rule-problems.ts'

/** Returns the places at fault in a course with these terms and lessons a, b, c with details. */
function placesOf(terms: Partial<StatedTerms>, ...details: LessonDetails[]): string[] {
  const lessons = details.map((own, place) => ({
    key: 'abc'[place],
    required: true,
    details: own,
  })) as unknown as DraftedLesson[]
  const stated = termsOf({ title: 'T', summary: 'S', language: 'en', ...terms })
  const draft = { terms: stated } as unknown as DraftContent
  return findRuleProblems(draft, lessons).map(({ severity, path }) => `${severity} ${path}`)
}

test.each([
  [
    'a lesson that requires one the version does not have',
    'lessons.a.requires',
    {},
    [{ prerequisites: ['gone'] }],
  ],
  [
    'lessons that require each other',
    'lessons.a.requires',
    {},
    [{ prerequisites: ['b'] }, { prerequisites: ['a'] }],
  ],
  [
    'a lesson of a sequence that requires a later one',
    'lessons.a.requires',
    { order: 'sequence' },
    [{ prerequisites: ['b'] }, {}],
  ],
  [
    'a lesson due before it opens',
    'lessons.a.due',
    {},
    [{ available: '2027-01-10', due: '2027-01-09' }],
  ],
  [
    'a lesson due before its course opens',
    'lessons.a.due',
    { available: '9 days after cohort' },
    [{ due: '8 days after cohort' }],
  ],
  ['a course due before it opens', 'due', { available: '2027-01-10', due: '2027-01-09' }, [{}]],
] as const)('%s is an error at the place at fault', (_, place, terms, lessons) => {
  expect(placesOf(terms, ...(lessons as unknown as LessonDetails[]))).toEqual([`error ${place}`])
})

test('days that cannot be compared, the same day, and lessons in any order are no problem', () => {
  expect(
    placesOf(
      { available: '5 days after enrollment' },
      { prerequisites: ['b', 'c'], available: '2027-01-10', due: '3 days after cohort' },
      { available: '2027-01-10', due: '2027-01-10' },
      { due: '5 days after enrollment' },
    ),
  ).toEqual([])
})

test('an assignment that says twice when it is due is warned of', () => {
  const assignment = { dueAt: '2027-01-10T12:00:00.000Z', rubric: [] }
  const lessons = [{ due: '2027-01-10', assignment }, { assignment }]
  expect(placesOf({}, ...(lessons as unknown as LessonDetails[]))).toEqual([
    'warning lessons.a.due',
  ])
})
