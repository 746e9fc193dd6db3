import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenWritten, writerOf } from '../drafts/test-support.ts'

const api = await forAllTests(startApi())

const quiz = (right: string, points: number) => ({
  pools: [
    {
      questions: [
        {
          ...{ key: 'holds', type: 'single', title: 'Which knot holds?', points },
          options: ['Bowline', 'Reef knot'].map((text) => ({ text, right: text === right })),
        },
      ],
    },
  ],
})

async function givenQuiz() {
  const course = await givenWritten(api)
  const { courseId, author } = course
  const writer = writerOf(api, author, course)
  const { revision } = await writer.get()
  const lesson = { key: 'two', title: 'Two', type: 'quiz', quiz: quiz('Bowline', 2) }
  const { draftRevision } = (await writer.post(revision, lesson)).body
  const client = api.as(author)
  await client.drafts.publish.mutate({ courseId, revision: draftRevision, baseVersion: 1 })
  const edit = async (key: string, changes: object) =>
    (await writer.patch(key, (await writer.lesson(key)).revision, changes)).body.draftRevision
  return { ...course, edit, client }
}

const told = [
  {
    within: [{ part: 'question', number: 1 }],
    field: 'right',
    from: ['Bowline'],
    to: ['Reef knot'],
  },
  { within: [{ part: 'question', number: 1 }], field: 'points', from: ['2'], to: ['3'] },
]

test('a reviewer reads which right answer a draft changes, and everybody later, between versions', async () => {
  const { courseId, reviewer, edit, client } = await givenQuiz()
  const revision = await edit('two', { quiz: quiz('Reef knot', 3), due: '2027-01-10' })

  const reading = api.as(reviewer)
  const diff = await reading.drafts.diffLesson.query({ courseId, key: 'two' })
  const due = { path: 'due', field: 'due', from: [], to: ['2027-01-10'] }
  expect(diff).toMatchObject({ key: 'two', title: 'Two', patch: '', isWhole: true })
  const sorted = (facts: { field: string | null }[]) =>
    facts.toSorted((a, b) => `${b.field}`.localeCompare(`${a.field}`))
  expect(sorted(diff.facts)).toMatchObject([told[0], told[1], due])
  const { facts } = await reading.drafts.impact.query({ courseId })
  expect(facts).toMatchObject([{ key: 'two', title: 'Two', isWhole: true }])
  expect(sorted(facts[0]?.facts ?? [])).toEqual(sorted(diff.facts))

  await client.drafts.publish.mutate({ courseId, revision, baseVersion: 2 })
  const between = await reading.versions.diff.query({ courseId, from: 2, to: 3, lesson: 'two' })
  expect(sorted(between.facts[0]?.facts ?? [])).toMatchObject([told[0], told[1], due])
  expect(sorted(between.text?.facts ?? [])).toMatchObject([told[0], told[1], due])
  const back = await reading.versions.diff.query({ courseId, from: 3, to: 2 })
  expect(JSON.stringify(back.facts)).toContain('"from":["Reef knot"],"to":["Bowline"]')
})

test('a text is told word by word, what the course says about itself by its fields', async () => {
  const { courseId, edit, client, owner } = await givenQuiz()
  await edit('lesson-1', { title: 'Another title', content: 'What lesson 1 says.\nAnd more.' })
  const { facts } = await client.drafts.impact.query({ courseId })
  expect(facts).toMatchObject([
    { key: 'lesson-1', facts: [{ field: 'title', to: ['Another title'] }, { field: 'content' }] },
  ])
  const diff = await client.drafts.diffLesson.query({ courseId, key: 'lesson-1' })
  const words = diff.facts.find(({ field }) => field === 'content')?.words ?? []
  expect(words).toContainEqual({ is: 'removed', text: 'teaches' })
  expect(
    words
      .filter(({ is }) => is !== 'removed')
      .map(({ text }) => text)
      .join(''),
  ).toBe('What lesson 1 says.\nAnd more.')
  expect(diff.patch).toContain('+What lesson 1 says.')

  const { revision } = await api.as(owner).authoring.get.query({ courseId })
  await api.as(owner).authoring.update.mutate({ courseId, revision, tags: ['knots'] })
  const terms = await client.versions.diff.query({ courseId, from: 2, to: 3 })
  expect(terms.facts).toMatchObject([
    { key: null, facts: [{ field: 'tags', what: 'added', from: [], to: ['knots'] }] },
  ])
})

test('an old version is read lesson by lesson and its quiz is tried, by those who read the draft', async () => {
  const { courseId, reviewer, edit, client } = await givenQuiz()
  const revision = await edit('lesson-1', { content: 'New words.' })
  await client.drafts.publish.mutate({ courseId, revision, baseVersion: 2 })
  const reading = api.as(reviewer)
  const read = (number: number, key: string) =>
    reading.versions.getLesson.query({ courseId, number, key })

  expect(await read(1, 'lesson-1')).toMatchObject({
    ...{ content: 'What lesson 1 teaches.', type: 'text', previous: null },
    next: { key: 'lesson-2' },
  })
  expect(await read(3, 'lesson-1')).toMatchObject({ content: 'New words.' })
  expect(await read(2, 'two')).toMatchObject({ type: 'quiz', quiz: { questions: 1, points: 2 } })
  await expect(read(1, 'two')).rejects.toThrow('There is no such lesson.')
  await expect(read(9, 'lesson-1')).rejects.toThrow('There is no such lesson.')

  await edit('two', { quiz: quiz('Reef knot', 3) })
  const tried = (version?: number) =>
    reading.drafts.previewAttempt.mutate({ courseId, key: 'two', ...(version && { version }) })
  expect([(await tried()).maxPoints, (await tried(2)).maxPoints]).toEqual([3, 2])
  await expect(tried(1)).rejects.toThrow('There is no such lesson.')
})
