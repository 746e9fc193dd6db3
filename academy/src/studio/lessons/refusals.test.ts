import { type DraftLesson, LyceumError } from '@lyceum/sdk'
import { describe, expect, test } from 'vitest'
import {
  isRefusal,
  type LessonPatch,
  type Refusals,
  refuse,
  sendable,
  textsOfRefusals,
  without,
} from './refusals.ts'

const question = (key: string, title: string) => ({ key, title, type: 'essay', points: 1 })
const quiz = (passPercent: number, ...questions: object[]) => ({
  passPercent,
  pools: [{ title: null, take: null, questions }],
})
const questions = [question('q1', 'Which?'), question('q2', 'Why?')]
const stored = {
  title: 'Knots',
  minutes: 5,
  quiz: quiz(80, ...questions),
} as unknown as DraftLesson
const changesOf = (changes: object) => changes as LessonPatch

describe('what the server has refused', () => {
  test('stands by the name of its field, with the texts of all its paths', () => {
    const sent = changesOf({ title: '', quiz: quiz(200) })
    const texts = { title: 'Empty', 'quiz.passPercent': 'Too high', 'quiz.pools': 'Too few' }
    expect(refuse({}, sent, texts)).toEqual({
      title: { texts: { title: 'Empty' } },
      quiz: { texts: { 'quiz.passPercent': 'Too high', 'quiz.pools': 'Too few' } },
    })
  })

  test('is nothing where the answer names nothing that was sent', () => {
    expect(refuse({}, changesOf({ title: 'A' }), { minutes: 'Too many' })).toBeUndefined()
    expect(refuse({}, changesOf({ title: 'A' }), {})).toBeUndefined()
  })

  test('a part that is refused again takes the whole with it', () => {
    const before: Refusals = { quiz: { texts: { 'quiz.passPercent': 'Too high' } } }
    const again = refuse(before, changesOf({ quiz: quiz(80) }), { 'quiz.pools': 'Too few' })
    expect(again?.quiz).toEqual({ ...before.quiz, isWhole: true })
  })

  test('keeps what is known of other fields', () => {
    const before: Refusals = { title: { texts: { title: 'Empty' } } }
    const both = refuse(before, changesOf({ minutes: 0 }), { minutes: 'Too few' })
    expect(textsOfRefusals(both ?? {})).toEqual({ title: 'Empty', minutes: 'Too few' })
  })
})

describe('what can be sent', () => {
  test('is all that was not refused', () => {
    const changes = changesOf({ title: '', minutes: 7 })
    const refusals: Refusals = { title: { texts: { title: 'Empty' } } }
    expect(sendable(changes, {}, stored)).toEqual(changes)
    expect(sendable(changes, refusals, stored)).toEqual({ minutes: 7 })
  })

  test('of a quiz, the rules that are right beside one that is not', () => {
    const changed = { ...quiz(200, ...questions), weight: 2 }
    const refusals: Refusals = { quiz: { texts: { 'quiz.passPercent': 'Too high' } } }
    expect(sendable(changesOf({ quiz: changed }), refusals, stored)).toEqual({
      quiz: { ...changed, passPercent: 80 },
    })
  })

  test('of its questions, the one at fault as it is stored, and a new one not yet', () => {
    const [first, second] = [question('q1', ''), question('q2', 'Why then?')]
    const changed = quiz(80, first, second, question('q3', ''))
    const paths = ['quiz.pools.0.questions.0.title', 'quiz.pools.0.questions.2.title']
    const texts = Object.fromEntries(paths.map((path) => [path, 'Empty']))
    expect(sendable(changesOf({ quiz: changed }), { quiz: { texts } }, stored)).toEqual({
      quiz: quiz(80, question('q1', 'Which?'), second),
    })
  })

  test('nothing, where what is right of it is stored already', () => {
    const changed = quiz(200, ...questions)
    const refusals: Refusals = { quiz: { texts: { 'quiz.passPercent': 'Too high' } } }
    expect(sendable(changesOf({ quiz: changed }), refusals, stored)).toEqual({})
  })

  test('nothing of what was refused as a whole', () => {
    const changes = changesOf({ quiz: quiz(70, question('q1', 'What?')) })
    const whole: Refusals = { quiz: { texts: { quiz: 'No' } } }
    const twice: Refusals = { quiz: { texts: { 'quiz.passPercent': 'No' }, isWhole: true } }
    expect(sendable(changes, whole, stored)).toEqual({})
    expect(sendable(changes, twice, stored)).toEqual({})
  })
})

test('texts go with the fields that were changed, whatever part they are about', () => {
  const texts = { title: 'Empty', 'quiz.passPercent': 'Too high', 'quiz.pools.0': 'Too few' }
  expect(without(texts, ['quiz'])).toEqual({ title: 'Empty' })
  expect(without(texts, ['passPercent'])).toEqual(texts)
})

test.each([
  [400, true],
  [403, true],
  [422, true],
  [401, false],
  [408, false],
  [429, false],
  [500, false],
  [undefined, false],
])('whether it is no use to send the same again after status %s: %s', (status, expected) => {
  expect(isRefusal(new LyceumError('InvalidFields', 'Not so.', { status }))).toBe(expected)
})
