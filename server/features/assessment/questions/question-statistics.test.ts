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
