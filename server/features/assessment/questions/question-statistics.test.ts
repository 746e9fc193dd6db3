import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenQuiz } from '../test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const titles = ['First', 'Second', 'Third', 'Upside down']
const questions = titles.map((title) => ({
  key: title.toLowerCase().replace(' ', '-'),
  type: 'single',
  title,
  options: ['Yes', 'No'].map((text) => ({ text, right: text === 'Yes' })),
}))

test('a question with the wrong right answer shows: who does well elsewhere fails it', async () => {
  const { learner, courseId, attempt } = await givenQuiz(api, { questions, shuffles: false })
  const all = (choice: number, last: number | null) =>
    Object.fromEntries([
      ...titles.slice(0, 3).map((title) => [title, { type: 'single', choice }]),
      ['Upside down', last === null ? null : { type: 'single', choice: last }],
    ])
  for (let tries = 0; tries < 6; tries++) {
    await attempt(all(0, 1))
    await attempt(all(1, tries === 0 ? null : 0))
  }
  const input = { courseId, key: 'lesson-1' }
  const { items } = await api.as(admin).questions.statistics.query(input)
  const of = (key: string) => items.find((item) => item.key === key)
  expect(of('first')).toMatchObject({
    asked: 12,
    answered: 12,
    rightPercent: 50,
    publishedRevision: 1,
  })
  expect(of('first')?.discrimination).toBeGreaterThan(0.5)
  expect(of('upside-down')).toMatchObject({
    answered: 11,
    choices: [
      { text: 'Yes', right: true, chosen: 5 },
      { text: 'No', right: false, chosen: 6 },
    ],
  })
  expect(of('upside-down')?.discrimination).toBeLessThan(-0.5)
  const first = await api.as(admin).questions.statistics.query({ ...input, limit: 3 })
  const cursor = first.nextCursor ?? ''
  const rest = await api.as(admin).questions.statistics.query({ ...input, limit: 3, cursor })
  expect([...first.items, ...rest.items]).toEqual(items)
  expect(rest).toMatchObject({ items: [{}], nextCursor: null })
  await expect(api.as(learner).questions.statistics.query(input)).rejects.toMatchObject({
    data: { error: 'CourseNotFound' },
  })
})

const choiceOf = (shown: { type: string }, text: string) =>
  'options' in shown ? (shown.options as string[]).indexOf(text) : -1

test('a choice is counted for what it says, wherever it was shown', async () => {
  const options = ['A', 'B', 'C', 'D'].map((text) => ({ text, right: text === 'A' }))
  const both = options.map(({ text }) => ({ text, right: text !== 'D' }))
  const one = { key: 'one', type: 'single', title: 'One?', options }
  const many = { key: 'many', type: 'multiple', title: 'Many?', options: both, scoring: 'partial' }
  const { learner, courseId, start } = await givenQuiz(api, { questions: [one, many] })
  for (const text of ['A', 'B', 'B']) {
    const { id: attemptId, questions } = await start()
    const answers = questions.map((shown) => ({
      position: shown.position,
      answer:
        shown.type === 'single'
          ? { type: 'single' as const, choice: choiceOf(shown, text) }
          : { type: 'multiple' as const, choices: ['C', text].map((it) => choiceOf(shown, it)) },
    }))
    await api.as(learner).attempts.save.mutate({ attemptId, answers })
    await api.as(learner).attempts.submit.mutate({ attemptId })
  }
  const { items } = await api.as(admin).questions.statistics.query({ courseId, key: 'lesson-1' })
  const counted = Object.fromEntries(
    items.map(({ key, choices }) => [key, choices.map(({ text, chosen }) => `${text}${chosen}`)]),
  )
  expect(counted).toEqual({ one: ['A1', 'B2', 'C0', 'D0'], many: ['A1', 'B2', 'C3', 'D0'] })
  // Checks that parts of points count, and that so few attempts tell nothing of who does well.
  expect(
    items.map(({ key, rightPercent, discrimination }) => [key, rightPercent, discrimination]),
  ).toEqual([
    ['many', 66.67, null],
    ['one', 33.33, null],
  ])
})

test('attempts that run or wait count for nothing, nor does what was dropped', async () => {
  const essay = { key: 'why', type: 'essay', title: 'Why?' }
  const quiz = await givenQuiz(api, { questions: [...questions.slice(0, 2), essay], attempts: 9 })
  const { courseId } = quiz
  const asked = async () => {
    const input = { courseId, key: 'lesson-1' }
    const { items } = await api.as(admin).questions.statistics.query(input)
    return Object.fromEntries(items.map((one) => [one.key, [one.asked, one.answered]]))
  }
  expect(await asked()).toEqual({})
  expect((await quiz.attempt({ 'Why?': { type: 'essay', text: 'So.' } })).status).toBe('waiting')
  expect(await asked()).toEqual({})
  await quiz.attempt({ First: { type: 'single', choice: 0 } })
  await quiz.start()
  expect(await asked()).toEqual({ first: [1, 1], second: [1, 0], why: [1, 0] })

  const regrade = { courseId, key: 'second', toRevision: 1, policy: 'drop' as const }
  await api.as(admin).grades.regrade.mutate(regrade)
  expect(await asked()).toEqual({ first: [1, 1], why: [1, 0] })
  const elsewhere = { courseId, key: 'no-lesson' }
  expect((await api.as(admin).questions.statistics.query(elsewhere)).items).toEqual([])
})
