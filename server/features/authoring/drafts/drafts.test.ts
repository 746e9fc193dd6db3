import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { givenWritten, orderOf, pathOf, refusalOf, writerOf } from './test-support.ts'

const api = await forAllTests(startApi())

const lesson = (key: string, fields: object = {}) => ({ key, title: `About ${key}`, ...fields })

test('a new course has an empty draft, to which lessons are added and put in order', async () => {
  const team = await givenTeam(api)
  const writer = writerOf(api, team.author, team)
  const begun = await writer.get()
  expect(begun).toMatchObject({ revision: 1, isOpen: true, baseVersion: null, sections: [] })

  const first = await writer.post(1, lesson('one', { content: 'Text one.' }))
  expect([first.status, first.body.revision, first.headers.etag]).toEqual([201, 2, '"r2"'])
  await writer.post(2, lesson('two', { type: 'video', minutes: 7, required: false }))
  await writer.post(3, lesson('three', { preview: true }))
  const put = await writer.put(4, [
    { title: 'Begin', lessons: ['three'] },
    { title: ' Go \n on ', lessons: ['two', 'one'] },
  ])

  expect([put.status, put.body, put.headers.etag]).toEqual([200, { revision: 5 }, '"r5"'])
  const draft = await writer.get()
  expect(orderOf(draft)).toEqual([['three'], ['two', 'one']])
  expect(draft.sections.map(({ title }) => title)).toEqual(['Begin', 'Go on'])
  expect(draft.sections[1]?.lessons[0]).toEqual({
    ...lesson('two', { type: 'video', minutes: 7, required: false, preview: false }),
    formerKeys: [],
    revision: 3,
  })
  expect(await writer.lesson('one')).toMatchObject({
    content: 'Text one.',
    section: 1,
    revision: 2,
    draftRevision: 5,
  })
})

test('until somebody writes, the draft is the current version; the first write opens it without copying a text', async () => {
  const course = await givenWritten(api, { lessons: Array.from({ length: 30 }, () => 'required') })
  const writer = writerOf(api, course.author, course)
  const closed = await writer.get()
  expect(closed).toMatchObject({ isOpen: false, baseVersion: 1, changedAt: null })
  expect(orderOf(closed)).toEqual([course.keys])
  const { revision } = closed
  expect(await writer.lesson('lesson-7')).toMatchObject({
    content: 'What lesson 7 teaches.',
    revision,
    section: 0,
  })

  const saved = await writer.patch('lesson-7', revision, { title: 'Changed' })

  expect([saved.status, saved.body.revision]).toEqual([200, revision + 1])
  const draft = await writer.get()
  expect(draft).toMatchObject({ isOpen: true, baseVersion: 1, revision: revision + 1 })
  expect(orderOf(draft)).toEqual([course.keys])
  const revisions = draft.sections[0]?.lessons.map((kept) => kept.revision)
  expect(revisions).toEqual(course.keys.map((key) => revision + (key === 'lesson-7' ? 1 : 0)))
  const { rows } = await api.database.db.execute(sql`
    select count(*)::int as lessons, count(content)::int as texts from draft_lessons
    where course_id = ${course.courseId}`)
  expect(rows).toEqual([{ lessons: 30, texts: 0 }])
  // Saves a lesson that was read before the draft was opened, which still works.
  expect((await writer.patch('lesson-8', revision, { content: 'New.' })).status).toBe(200)
})

test('a change of some fields leaves the others, and null is no way to leave a field out', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.owner, course)
  const { revision } = await writer.get()

  const saved = await writer.patch('lesson-1', revision, { minutes: 42 })
  expect(saved.body).toMatchObject({ title: 'Lesson 1', minutes: 42, preview: true })
  const again = await writer.patch('lesson-1', saved.body.revision, {
    content: '',
    required: false,
  })
  expect(again.body).toMatchObject({ title: 'Lesson 1', minutes: 42, required: false })
  expect((await writer.lesson('lesson-1')).content).toBe('')

  for (const field of ['title', 'type', 'minutes', 'required', 'preview', 'content', 'newKey']) {
    const refused = await writer.patch('lesson-1', again.body.revision, { [field]: null })
    expect(refusalOf(refused)).toEqual([400, 'MissingFields', field])
  }
  const wrong = await writer.patch('lesson-1', again.body.revision, { minutes: '5' })
  expect(refusalOf(wrong)).toEqual([400, 'InvalidFields', 'minutes'])
})

test('links to lessons are written as files, previewed as published, and read back as files', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  const { revision } = await writer.get()
  const content = 'See [two](lesson-2.md#part), [none](nothing.md) and `[code](lesson-2.md)`.'
  await writer.patch('lesson-1', revision, { content })

  expect((await writer.lesson('lesson-1')).content).toBe(content)
  const preview = await api.request(
    `GET ${pathOf(course, '/preview/lessons/lesson-1')}`,
    course.reviewer,
  )
  expect(preview.body).toMatchObject({
    content:
      `See [two](/api/v1/courses/${course.courseId}/lessons/lesson-2#part), [none](nothing.md) ` +
      'and `[code](lesson-2.md)`.',
    previous: null,
    next: { key: 'lesson-2', title: 'Lesson 2' },
  })
  await writer.put((await writer.get()).revision, [
    { title: 'All', lessons: ['lesson-3', 'lesson-2', 'lesson-1'] },
  ])
  const last = await api.request(
    `GET ${pathOf(course, '/preview/lessons/lesson-1')}`,
    course.reviewer,
  )
  expect(last.body).toMatchObject({ previous: { key: 'lesson-2' }, next: null })
})

test('a discarded draft is gone, and no revision of it ever fits again', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  const { revision } = await writer.get()
  const saved = await writer.patch('lesson-1', revision, { content: 'Thrown away.' })
  const old = saved.body.revision

  const discarded = await writer.discard(old)
  expect([discarded.status, discarded.body]).toEqual([200, { revision: old + 1 }])
  const closed = await writer.get()
  expect(closed).toMatchObject({ isOpen: false, revision: old + 1 })
  expect((await writer.lesson('lesson-1')).content).toBe('What lesson 1 teaches.')
  expect(refusalOf(await writer.discard(old + 1))).toEqual([404, 'DraftNotFound'])

  const attempts = (stale: number) => [
    writer.patch('lesson-1', stale, { content: 'Old.' }),
    writer.patch('lesson-2', stale, { newKey: 'other' }),
    writer.delete('lesson-2', stale),
    writer.post(stale, lesson('new')),
    writer.put(stale, [{ title: 'All', lessons: course.keys }]),
  ]
  for (const stale of [revision, old])
    for (const refused of await Promise.all(attempts(stale)))
      expect([...refusalOf(refused), refused.body.facts]).toEqual([
        412,
        'DraftChanged',
        { revision: old + 1 },
      ])

  const reopened = await writer.patch('lesson-1', old + 1, { content: 'New.' })
  expect([reopened.status, reopened.body.revision]).toEqual([200, old + 2])
  for (const stale of [revision, old])
    for (const refused of await Promise.all([...attempts(stale), writer.discard(stale)]))
      expect(refusalOf(refused)).toEqual([412, 'DraftChanged'])
  expect((await writer.lesson('lesson-1')).content).toBe('New.')
})

test('a course that was never published keeps an empty draft when it is discarded', async () => {
  const team = await givenTeam(api)
  const writer = writerOf(api, team.owner, team)
  await writer.post(1, lesson('one'))

  expect((await writer.discard(2)).status).toBe(200)
  expect(await writer.get()).toMatchObject({
    revision: 3,
    isOpen: true,
    sections: [],
    title: 'A course about something',
  })
})

test('the content of a course from a folder is read, and not written', async () => {
  const { id: courseId } = await api.given.course()
  const { token } = await api.given.admin()
  const writer = writerOf(api, { token } as never, { courseId })
  const draft = await writer.get()
  expect(draft.isOpen).toBe(false)

  const refused = await Promise.all([
    writer.patch('lesson-1', draft.revision, { content: 'x' }),
    writer.patch('lesson-1', draft.revision, { newKey: 'x' }),
    writer.delete('lesson-1', draft.revision),
    writer.post(draft.revision, lesson('new')),
    writer.put(draft.revision, [{ title: 'x', lessons: ['lesson-1', 'lesson-2', 'lesson-3'] }]),
  ])
  for (const answer of refused) expect(refusalOf(answer)).toEqual([409, 'ManagedElsewhere'])
  expect(await writer.get()).toEqual(draft)
})

test('a change voids the review that was requested or given', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  const { revision } = await writer.get()
  const opened = await writer.patch('lesson-1', revision, { title: 'Reviewed' })
  const approve = () =>
    api.database.db.execute(sql`
      update drafts set review_requested_by = ${course.author.id}, review_requested_at = now(),
        approved_by = ${course.reviewer.id}, approved_at = now(), approved_revision = revision
      where course_id = ${course.courseId}`)

  let saved = opened
  for (const change of [{ title: 'Saved' }, { newKey: 'renamed' }]) {
    await approve()
    expect((await writer.get()).review.approvedAt).not.toBeNull()
    saved = await writer.patch('lesson-1', saved.body.revision, change)
    expect([saved.status, (await writer.get()).review]).toEqual([
      200,
      { requestedAt: null, approvedAt: null },
    ])
  }
  const { rows } = await api.database.db.execute(
    sql`select writers from drafts where course_id = ${course.courseId}`,
  )
  expect(rows).toEqual([{ writers: [course.author.id] }])
})
