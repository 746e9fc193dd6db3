import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenWritten, writerOf } from '../drafts/test-support.ts'

const api = await forAllTests(startApi())

function quiz(right: string, points: number) {
  const options = ['Bowline', 'Reef knot'].map((text) => ({ text, right: text === right }))
  const question = { key: 'holds', type: 'single', title: 'Which knot holds?', points, options }
  return { pools: [{ questions: [question] }] }
}

async function givenQuiz() {
  const course = await givenWritten(api)
  const { courseId, author, reviewer } = course
  const writer = writerOf(api, author, course)
  const lesson = { key: 'two', title: 'Two', type: 'quiz', quiz: quiz('Bowline', 2) }
  const { draftRevision } = (await writer.post((await writer.get()).revision, lesson)).body
  const { drafts, versions } = api.as(author)
  await drafts.publish.mutate({ courseId, revision: draftRevision, baseVersion: 1 })
  const edit = async (key: string, changes: object) =>
    (await writer.patch(key, (await writer.lesson(key)).revision, changes)).body.draftRevision
  return { ...course, edit, drafts, versions, reading: api.as(reviewer) }
}

test('a reviewer reads which right answer a draft changes, and everybody later, between versions', async () => {
  const { courseId, reading, edit, drafts } = await givenQuiz()
  const revision = await edit('two', { quiz: quiz('Reef knot', 3), due: '2027-01-10' })
  const within = [{ part: 'question', number: 1 }]
  const facts = [
    { path: 'due', field: 'due', from: [], to: ['2027-01-10'] },
    { within, field: 'right', from: ['Bowline'], to: ['Reef knot'] },
    { within, field: 'points', from: ['2'], to: ['3'] },
  ]
  const told = { key: 'two', title: 'Two', isWhole: true, facts }

  const diff = await reading.drafts.diffLesson.query({ courseId, key: 'two' })
  expect(diff).toMatchObject({ ...told, patch: '' })
  const impact = await reading.drafts.impact.query({ courseId })
  expect(impact.facts).toMatchObject([told])

  await drafts.publish.mutate({ courseId, revision, baseVersion: 2 })
  const between = await reading.versions.diff.query({ courseId, from: 2, to: 3, lesson: 'two' })
  expect(between).toMatchObject({ facts: [told], text: told })
  const back = await reading.versions.diff.query({ courseId, from: 3, to: 2 })
  expect(JSON.stringify(back.facts)).toContain('"from":["Reef knot"],"to":["Bowline"]')
})

test('a text is told word by word, what the course says about itself by its fields', async () => {
  const { courseId, edit, drafts, versions, owner } = await givenQuiz()
  await edit('lesson-1', { title: 'Another title', content: 'What lesson 1 says.\nAnd more.' })
  const { facts } = await drafts.impact.query({ courseId })
  expect(facts).toMatchObject([
    { key: 'lesson-1', facts: [{ field: 'title', to: ['Another title'] }, { field: 'content' }] },
  ])
  const diff = await drafts.diffLesson.query({ courseId, key: 'lesson-1' })
  const words = diff.facts.find(({ field }) => field === 'content')?.words ?? []
  expect(words).toContainEqual({ is: 'removed', text: 'teaches' })
  const now = words.flatMap(({ is, text }) => (is === 'removed' ? [] : text))
  expect(now.join('')).toBe('What lesson 1 says.\nAnd more.')
  expect(diff.patch).toContain('+What lesson 1 says.')

  const { authoring } = api.as(owner)
  const { revision } = await authoring.get.query({ courseId })
  await authoring.update.mutate({ courseId, revision, tags: ['knots'] })
  const terms = await versions.diff.query({ courseId, from: 2, to: 3 })
  expect(terms.facts).toMatchObject([
    { key: null, facts: [{ field: 'tags', from: [], to: ['knots'] }] },
  ])
})

test('an old version is read lesson by lesson and its quiz is tried, by those who read the draft', async () => {
  const { courseId, reading, edit, drafts } = await givenQuiz()
  const revision = await edit('lesson-1', { content: 'New words.' })
  await drafts.publish.mutate({ courseId, revision, baseVersion: 2 })
  const read = (number: number, key: string) =>
    reading.versions.getLesson.query({ courseId, number, key })

  expect(await read(1, 'lesson-1')).toMatchObject({
    ...{ content: 'What lesson 1 teaches.', type: 'text', previous: null },
    next: { key: 'lesson-2' },
  })
  expect(await read(3, 'lesson-1')).toMatchObject({ content: 'New words.' })
  expect(await read(2, 'two')).toMatchObject({ type: 'quiz', quiz: { questions: 1, points: 2 } })
  await expect(read(1, 'two')).rejects.toThrow('There is no such lesson.')
  await expect(read(9, 'lesson-1')).rejects.toThrow('This course has no such version.')

  await edit('two', { quiz: quiz('Reef knot', 3) })
  const tried = (version?: number) =>
    reading.drafts.previewAttempt.mutate({ courseId, key: 'two', ...(version && { version }) })
  expect([(await tried()).maxPoints, (await tried(2)).maxPoints]).toEqual([3, 2])
  await expect(tried(1)).rejects.toThrow('There is no such lesson.')
})
