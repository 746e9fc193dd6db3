import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenLearnerOf, moveAndWait, publish } from '../../authoring/moves/test-support.ts'
import { outcomeOf } from '../../people/auth/test-support.ts'
import { mostNotes } from './schema.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const save = ({ token }: GivenUser, noteId: string, body: object) =>
  api.request(`PUT /api/v1/me/notes/${noteId}`, { token, body })
const textsOf = async (user: GivenUser, chosen: object = {}) =>
  (await api.as(user).notes.list.query(chosen)).items.map(({ text }) => text)

async function given(keys: string[] = ['one', 'two']) {
  const course = await publish(api, keys)
  const learner = await givenLearnerOf(api, course)
  return { course, learner, ids: course.lessons.map(({ id }) => id) }
}

test('a note sent twice is one, and may be changed; without words it is a bookmark', async () => {
  const { course, learner, ids } = await given()
  const [lessonId, noteId] = [ids[0], newId()]
  const place = { quote: 'one', prefix: 'What ', suffix: ' teaches' }

  const sent = await atOnce(4, () => save(learner, noteId, { lessonId, text: 'Mine', ...place }))

  expect(tally(sent.map(({ status }) => status))).toEqual({ 200: 3, 201: 1 })
  const changed = await save(learner, noteId, { lessonId, text: 'Changed', ...place })
  expect(changed.body).toMatchObject({
    ...place,
    ...{ id: noteId, text: 'Changed', courseTitle: course.title, lessonTitle: 'Lesson one' },
  })
  await save(learner, newId(), { lessonId: ids[1], seconds: 95 })
  expect(await textsOf(learner)).toEqual([null, 'Changed'])
  expect(await textsOf(learner, { bookmarks: true })).toEqual([null])
  expect(await textsOf(learner, { lessonId })).toEqual(['Changed'])
  const both = { lessonId, quote: 'one', seconds: 5 }
  expect(outcomeOf(await save(learner, newId(), both))).toBe('400 InvalidFields')
})

test('notes are one’s own: nobody else reads, changes or deletes them, nor is in their way', async () => {
  const { course, learner, ids } = await given()
  const other = await givenLearnerOf(api, course)
  const noteId = newId()
  await save(learner, noteId, { lessonId: ids[0], text: 'Mine' })

  expect(await textsOf(other, { lessonId: ids[0] })).toEqual([])
  const remove = (user: GivenUser) =>
    api.request(`DELETE /api/v1/me/notes/${noteId}`, { token: user.token })
  expect(outcomeOf(await remove(other))).toBe('404 NoteNotFound')
  expect((await save(other, noteId, { lessonId: ids[0], text: 'Theirs' })).status).toBe(201)
  expect(await textsOf(learner)).toEqual(['Mine'])
  expect(outcomeOf(await remove(learner))).toBe('200')
  expect([await textsOf(learner), await textsOf(other)]).toEqual([[], ['Theirs']])
  const stranger = await api.given.learner()
  expect(outcomeOf(await save(stranger, newId(), { lessonId: ids[0], text: 'No' }))).toBe(
    '403 NotEnrolled',
  )
})

test('notes outlive versions: by the former key, and with their quote where the lesson is gone', async () => {
  const { course, learner, ids } = await given()
  await save(learner, newId(), { lessonId: ids[0], text: 'About one', quote: 'teaches' })
  const gone = newId()
  await save(learner, gone, { lessonId: ids[1], text: 'About two', quote: 'two' })
  const next = await publish(api, [{ key: 'first', formerKeys: ['one'], title: 'First' }], course)
  await moveAndWait(api, admin, { courseId: course.id, to: 2, policy: 'all' })

  const { items } = await api.as(learner).notes.list.query({})
  expect(items).toMatchObject([
    { text: 'About two', quote: 'two', lessonId: null, lessonTitle: 'Lesson two' },
    { text: 'About one', lessonId: next.lessons[0]?.id, lessonTitle: 'First' },
  ])
  expect(await textsOf(learner, { lessonId: next.lessons[0]?.id })).toEqual(['About one'])
  expect((await save(learner, gone, { lessonId: ids[1], text: 'Still mine' })).status).toBe(200)
})

test('they are found by their words, quotes and lessons, page by page', async () => {
  const { course, learner, ids } = await given()
  for (const text of ['A Bowline', 'A hitch', 'Another bowline'])
    await save(learner, newId(), { lessonId: ids[0], text })
  await save(learner, newId(), { lessonId: ids[1], text: 'No knot', quote: 'bowline' })
  const chosen = { courseId: course.id, search: 'BOWLINE' }
  const found = ['No knot', 'Another bowline', 'A Bowline']
  expect(await textsOf(learner, chosen)).toEqual(found)
  const { list } = api.as(learner).notes
  const first = await list.query({ ...chosen, limit: 2 })
  const rest = await list.query({ ...chosen, limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...rest.items].map(({ text }) => text)).toEqual(found)
  expect(await textsOf(learner, { search: 'lesson TWO' })).toEqual(['No knot'])
})

test('a course holds so many and no more, whatever comes at once', async () => {
  const { course, learner, ids } = await given()
  await api.deps.db.execute(sql`
    insert into notes (user_id, id, course_id, lesson_key, lesson_id, created_at, updated_at)
    select ${learner.id}, gen_random_uuid(), ${course.id}, 'one', ${ids[0]}, now(), now()
    from generate_series(1, ${mostNotes - 1}::int)`)
  const sent = await atOnce(4, () => save(learner, newId(), { lessonId: ids[0], text: 'One more' }))
  expect(tally(sent.map(outcomeOf))).toEqual({ 201: 1, '409 TooManyNotes': 3 })
})

test('an export has them, and an erasure takes them', async () => {
  const { learner, ids } = await given()
  await save(learner, newId(), { lessonId: ids[0], text: 'Mine' })
  expect((await api.as(learner).me.export.query()).notes).toMatchObject([
    { lessonKey: 'one', text: 'Mine' },
  ])
  await api.as(learner).me.erase.mutate({ password: learner.password })
  const { rows } = await api.deps.db.execute(sql`select from notes where user_id = ${learner.id}`)
  expect(rows).toEqual([])
})
