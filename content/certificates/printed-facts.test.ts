import { expect, test } from 'vitest'
import { termsOf } from '../course-fields.ts'
import {
  type FactValues,
  factsShape,
  noFacts,
  restoreFacts,
  resultsOf,
  takeFacts,
  toShownFacts,
  writeFacts,
} from './printed-facts.ts'

const version = termsOf({ title: 'Git', summary: '', language: 'en', grade: 'printed' })
const lessons = [
  { minutes: 95, required: true },
  { minutes: 30, required: false },
]

test.each([
  [745, '12 hours'],
  [600, '10 hours'],
  [95, '1 hour, 35 minutes'],
  [10, '10 minutes'],
])('a duration of %i minutes is %s, on the page as on paper', (minutes, words) => {
  expect(writeFacts({ ...noFacts, minutes }, 'en')).toEqual({ minutes: words })
})

test('each fact is stored, shown, written and restored under its name', async () => {
  const values = await takeFacts({ version, lessons, gradeOf: async () => 8750 })
  const results = resultsOf(values).map(({ name, basisPoints }) => [name, basisPoints])

  const names = Object.keys(noFacts)
  expect(Object.keys(values)).toEqual(names)
  expect(Object.keys(factsShape)).toEqual(names)
  expect(toShownFacts(values)).toEqual({ minutes: 95, grade: 87.5 })
  expect(writeFacts(values, 'de')).toEqual({
    minutes: '1 Stunde, 35 Minuten',
    grade: '87,5\u00a0%',
  })
  const lost = { version, lessons, results: Object.fromEntries(results) }
  expect(restoreFacts(lost)).toEqual(values)
})

test('a course that prints no grade asks for none', async () => {
  const silent = { ...version, grade: null }
  const gradeOf = (): Promise<number> => Promise.reject(new Error('nobody asks'))

  const values: FactValues = await takeFacts({ version: silent, lessons: [], gradeOf })
  expect([values, toShownFacts(values)]).toEqual([noFacts, {}])
})
