import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenWritten, refusalOf, writerOf } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const option = (text: string, right = false) => ({ text, right })
const question = (fields: object) => ({ key: 'holds', title: 'Which knot holds?', ...fields })
const single = (...options: object[]) => question({ type: 'single', options })
const quiz = (...questions: object[]) => ({ pools: [{ questions }] })

const blank = {
  link: { link: { url: '' } },
  file: { file: { file: '' } },
  video: {
    video: {
      sources: [{ url: '' }, { file: '' }],
      captions: [{ language: '', label: null, file: '' }],
      poster: null,
      seconds: null,
      transcript: null,
    },
  },
  assignment: { assignment: { rubric: [{ title: '', levels: [] }] } },
  quiz: {
    quiz: quiz(
      single(option('A loop'), option('')),
      { key: 'none', title: '', type: 'number', numbers: [{ value: '', tolerance: '0' }] },
      {
        key: 'both',
        title: 'Both?',
        type: 'single',
        options: [option('a', true), option('A', true)],
      },
    ),
  },
}

test('an incomplete lesson of any type is saved as it is, and told what it lacks', async () => {
  const course = await givenWritten(api)
  const { courseId, author, owner } = course
  const { get, post, lesson } = writerOf(api, author, course)
  let { revision } = await get()
  for (const [type, own] of Object.entries(blank)) {
    const made = await post(revision, { key: type, title: type, type, ...own })
    expect([type, made.status]).toEqual([type, 201])
    revision = made.body.draftRevision
    expect(await lesson(type)).toMatchObject(own)
    await api.as(author).drafts.previewLesson.query({ courseId, key: type })
  }

  const found = await api.as(author).drafts.problems.query({ courseId })
  expect(found.revision).toBe(revision)
  expect(found.items.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'lessons.link.link.url required',
    'lessons.file.file.file required',
    'lessons.video.video.sources.0.url required',
    'lessons.video.video.sources.1.file required',
    'lessons.video.video.captions.0.language required',
    'lessons.video.video.captions.0.file required',
    'lessons.assignment.assignment.rubric.0.title required',
    'lessons.assignment.assignment.rubric.0.levels minItems',
    'lessons.assignment.assignment.rubric noPoints',
    'lessons.quiz.quiz.pools.0.questions.0.options.1.text required',
    'lessons.quiz.quiz.pools.0.questions.0.options noRightAnswer',
    'lessons.quiz.quiz.pools.0.questions.1.title required',
    'lessons.quiz.quiz.pools.0.questions.1.numbers.0.value required',
    'lessons.quiz.quiz.pools.0.questions.2.options.1.text repeated',
    'lessons.quiz.quiz.pools.0.questions.2.options severalRight',
  ])
  const ofOne = await api.as(author).drafts.problems.query({ courseId, key: 'link' })
  expect(ofOne.items).toEqual(found.items.slice(0, 1))

  const publish = api.as(owner).drafts.publish.mutate({ courseId, revision, baseVersion: 1 })
  await expect(publish).rejects.toMatchObject({ data: { error: 'DraftHasProblems' } })

  const asked = { courseId, slug: `twin-of-${course.slug}`, title: 'Twin' }
  const twin = await api.as(admin).authoring.duplicate.mutate(asked)
  expect(twin).toMatchObject({ title: 'Twin', version: null, hasDraft: true, role: 'owner' })
  const inTwin = await api.as(admin).drafts.problems.query({ courseId: twin.id })
  expect(inTwin.items).toEqual(found.items)
  const texts = [courseId, twin.id].map((id) =>
    api.as(admin).drafts.getLesson.query({ courseId: id, key: 'lesson-1' }),
  )
  const [before, after] = await Promise.all(texts)
  expect(after?.content).toBe(before?.content)
})

test('a question without a right answer stops publishing until one is marked', async () => {
  const course = await givenWritten(api)
  const { courseId, author, owner } = course
  const { get, post, patch, lesson } = writerOf(api, author, course)
  const open = quiz(single(option('Bowline'), option('Slip knot')))
  const { revision } = await get()
  await post(revision, { key: 'knots', title: 'Knots', type: 'quiz', quiz: open })
  const problems = async () =>
    (await api.as(author).drafts.problems.query({ courseId })).items.map(({ code }) => code)
  expect(await problems()).toEqual(['noRightAnswer'])
  const tried = api.as(author).drafts.previewAttempt.mutate({ courseId, key: 'knots' })
  await expect(tried).rejects.toMatchObject({ data: { error: 'InvalidFields' } })

  const right = quiz(single(option('Bowline', true), option('Slip knot')))
  const saved = await patch('knots', (await lesson('knots')).revision, { quiz: right })
  expect(await problems()).toEqual([])
  const draft = { courseId, revision: saved.body.draftRevision, baseVersion: 1 }
  expect(await api.as(owner).drafts.publish.mutate(draft)).toMatchObject({ version: 2 })
  expect(await problems()).toEqual([])
})

test('what is there keeps its rules: a malformed address or number is refused at its place', async () => {
  const course = await givenWritten(api)
  const { get, post } = writerOf(api, course.author, course)
  const { revision } = await get()
  const made = { key: 'new', title: 'New' }
  const wrong = {
    'link.url': { type: 'link', link: { url: 'javascript:alert(1)' } },
    'file.file': { type: 'file', file: { file: '../up.pdf' } },
    'quiz.pools.0.questions.0.options.0.text': { type: 'quiz', quiz: quiz(single(option('a\0b'))) },
  }
  for (const [place, fields] of Object.entries(wrong))
    expect(refusalOf(await post(revision, { ...made, ...fields }))).toEqual([
      400,
      'InvalidFields',
      place,
    ])
})

test('a lesson is duplicated behind itself, and its questions are questions of their own', async () => {
  const course = await givenWritten(api)
  const { courseId, author, reviewer } = course
  const { get, post, lesson } = writerOf(api, author, course)
  const asked = quiz(single(option('Bowline', true), option('Slip knot')))
  const made = { key: 'knots', title: 'Knots', type: 'quiz', quiz: asked, content: 'Try it.' }
  const { draftRevision } = (await post((await get()).revision, made)).body
  const input = { courseId, key: 'knots', newKey: 'knots-2', title: 'Knots (copy)' }
  const twin = await api
    .as(author)
    .drafts.duplicateLesson.mutate({ ...input, revision: draftRevision })
  expect(twin).toMatchObject({ key: 'knots-2', title: 'Knots (copy)', type: 'quiz' })
  const [before, after] = [await lesson('knots'), await lesson('knots-2')]
  expect(after).toMatchObject({ content: 'Try it.', formerKeys: [], section: before.section })
  const [one] = before.quiz.pools[0].questions
  const [other] = after.quiz.pools[0].questions
  expect(other).toEqual({ ...one, key: other.key })
  expect(other.key).not.toBe(one.key)
  const keys = (await get()).sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))
  expect(keys.slice(-2)).toEqual(['knots', 'knots-2'])
  expect((await api.as(author).drafts.problems.query({ courseId })).items).toEqual([])

  // A published lesson, whose text nobody has rewritten.
  const first = { courseId, key: 'lesson-1', newKey: 'twin', title: 'Twin' }
  const { revision } = await get()
  await api.as(author).drafts.duplicateLesson.mutate({ ...first, revision })
  expect((await lesson('twin')).content).toBe((await lesson('lesson-1')).content)
  await expect(
    api.as(reviewer).drafts.duplicateLesson.mutate({ ...first, newKey: 'x', revision }),
  ).rejects.toMatchObject({ data: { error: 'Forbidden' } })
  await expect(
    api.as(author).drafts.duplicateLesson.mutate({ ...first, revision: revision + 1 }),
  ).rejects.toMatchObject({ data: { error: 'LessonKeyTaken' } })
})

test('a file of questions is read, and each that cannot be taken is named by its line', async () => {
  const { courseId, author } = await givenWritten(api)
  const read = (text: string) =>
    api.as(author).drafts.readQuestions.mutate({ courseId, lessonKey: 'knots', text })
  const gift = '::Holds::Which knot holds?{=Bowline ~Slip knot}\n\n::Why::{~only ~wrong}\n'
  expect(await read(gift)).toMatchObject({
    questions: [{ type: 'single', title: 'Which knot holds?' }],
    left: [{ line: 3 }],
  })
  expect(await read('Which?\nA. One\nB. Two\nANSWER: B\n')).toMatchObject({
    questions: [{ options: [option('One'), option('Two', true)] }],
    left: [],
  })
})
