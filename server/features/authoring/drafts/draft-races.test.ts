import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../../../../db/postgres/client.ts'
import type { Deps } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { discardDraft } from './discard-draft.ts'
import { replaceDraft } from './replace-draft.ts'
import { replaceOutline } from './replace-outline.ts'
import { givenWritten, orderOf, refusalOf, type WrittenCourse, writerOf } from './test-support.ts'
import { createLesson, deleteLesson, updateLesson } from './write-lesson.ts'

const api = await forAllTests(startApi())

/** Checks that the outline holds each lesson once, whatever happened. */
async function requireWhole(course: WrittenCourse): Promise<void> {
  const { rows } = await api.database.db.execute(sql`
    select coalesce((select jsonb_agg(key order by key) from draft_lessons where course_id = d.course_id), '[]') as lessons,
      coalesce((select jsonb_agg(key order by key) from jsonb_array_elements(d.outline) section,
        jsonb_array_elements_text(section -> 'lessons') key), '[]') as outline,
      coalesce((select max(revision) from draft_lessons where course_id = d.course_id), 0) <= d.revision as counted
    from drafts d where d.course_id = ${course.courseId}`)
  const [draft] = rows
  if (draft === undefined) return
  expect(draft.outline).toEqual(draft.lessons)
  expect(draft.counted).toBe(true)
}

test.each(['an open draft', 'a draft that is not open yet'])(
  'of 50 writers with one revision of a lesson of %s one is accepted',
  async (state) => {
    const course = await givenWritten(api)
    const writer = writerOf(api, course.author, course)
    if (state === 'an open draft')
      await writer.patch('lesson-2', (await writer.get()).revision, { minutes: 9 })
    const { revision } = await writer.lesson('lesson-1')
    const before = (await writer.get()).revision

    const answers = await atOnce(50, (index) =>
      writer.patch('lesson-1', revision, { content: `Text ${index}` }),
    )

    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 412: 49 })
    const accepted = answers.findIndex(({ status }) => status === 200)
    const saved = await writer.lesson('lesson-1')
    expect([saved.content, saved.revision]).toEqual([
      `Text ${accepted}`,
      answers[accepted]?.body.revision,
    ])
    // Checks that refused ones counted nothing.
    expect((await writer.get()).revision).toBe(before + 1)
    for (const { status, body } of answers)
      if (status === 412) expect(body.facts.revision).toBe(saved.revision)
  },
)

test('of 50 changes of the order with one revision one is accepted', async () => {
  const course = await givenWritten(api, { lessons: ['required', 'required', 'required'] })
  const writer = writerOf(api, course.author, course)
  const { revision } = await writer.get()

  const answers = await atOnce(50, (index) =>
    writer.put(revision, [{ title: `Order ${index}`, lessons: course.keys.toReversed() }]),
  )

  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 412: 49 })
  const accepted = answers.findIndex(({ status }) => status === 200)
  expect((await writer.get()).sections[0]?.title).toBe(`Order ${accepted}`)
})

test('two tabs that save different lessons never get in each other’s way', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  const saves = 60
  const tab = async (key: string) => {
    let { revision } = await writer.lesson(key)
    for (let save = 1; save <= saves; save += 1) {
      const saved = await writer.patch(key, revision, { content: `${key}, save ${save}` })
      expect(saved.status).toBe(200)
      revision = saved.body.revision
    }
  }
  const { revision } = await writer.get()

  await Promise.all([tab('lesson-1'), tab('lesson-2'), tab('lesson-3')])

  expect((await writer.get()).revision).toBe(revision + 3 * saves)
  for (const key of course.keys)
    expect((await writer.lesson(key)).content).toBe(`${key}, save ${saves}`)
})

test('two tabs that save the same lesson lose nothing unseen', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  // Adds a tab's mark to the text that it has read; refused, it reads again.
  const tab = async (name: string) => {
    let refused = 0
    for (let mark = 0; mark < 25; ) {
      const { content, revision } = await writer.lesson('lesson-1')
      const saved = await writer.patch('lesson-1', revision, {
        content: `${content}\n${name}${mark}`,
      })
      if (saved.status === 200) mark += 1
      else refused += 1
    }
    return refused
  }

  const refused = await Promise.all([tab('a'), tab('b')])

  const { content } = await writer.lesson('lesson-1')
  const marks = ['a', 'b'].flatMap((name) => Array.from({ length: 25 }, (_, at) => `${name}${at}`))
  expect(content.split('\n').slice(1).toSorted()).toEqual(marks.toSorted())
  expect(refused[0] + refused[1]).toBeGreaterThan(0)
})

test('orders, new lessons and deletions at the same moment leave a whole draft', async () => {
  const course = await givenWritten(api, { lessons: Array.from({ length: 8 }, () => 'required') })
  const writer = writerOf(api, course.author, course)
  for (let round = 0; round < 6; round += 1) {
    const draft = await writer.get()
    const [keys = []] = orderOf(draft)
    const answers = await Promise.all([
      writer.put(draft.revision, [{ title: 'All', lessons: keys.toReversed() }]),
      writer.post(draft.revision, { key: `new-${round}`, title: 'New' }),
      writer.delete(keys[0] ?? '', draft.sections[0]?.lessons[0]?.revision ?? 0),
      writer.patch(keys[1] ?? '', draft.sections[0]?.lessons[1]?.revision ?? 0, {
        newKey: `renamed-${round}`,
      }),
      writer.patch(keys[2] ?? '', draft.sections[0]?.lessons[2]?.revision ?? 0, {
        content: `Round ${round}`,
      }),
    ])
    for (const answer of answers) expect([200, 201, 412]).toContain(answer.status)
    const [put, post, ...lessons] = answers
    expect([put, post].filter((answer) => answer?.status !== 412).length).toBeLessThanOrEqual(1)
    expect(lessons.map(({ status }) => status)).toEqual([200, 200, 200])
    await requireWhole(course)
  }
})

test('whoever discards and whoever writes at the same moment: one of them is told', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  for (let round = 0; round < 10; round += 1) {
    const { revision } = await writer.get()
    const opened = await writer.patch('lesson-1', revision, { content: 'Open.' })
    const [saved, discarded] = await Promise.all([
      writer.patch('lesson-1', opened.body.revision, { content: 'Saved.' }),
      writer.discard(opened.body.revision),
    ])
    expect([saved.status, discarded.status].toSorted()).toEqual([200, 412])
    const draft = await writer.get()
    expect(draft.isOpen).toBe(saved.status === 200)
    if (draft.isOpen) await writer.discard(draft.revision)
  }
})

/** Ends the connection after so many statements of the transaction, as a crash would. */
function dyingAfter(statements: number): Deps {
  const { deps } = api
  return {
    ...deps,
    withTransaction: (work, mutexKey) =>
      deps.withTransaction(async (db) => {
        const { $client } = db as unknown as { $client: { query(statement: object): unknown } }
        let sent = 0
        const dying = Object.create($client, {
          query: {
            value: async (statement: object, ...more: []) => {
              if (sent === statements)
                await $client.query({ text: 'select pg_terminate_backend(pg_backend_pid())' })
              sent += 1
              return $client.query(statement, ...more)
            },
          },
        })
        return work(Object.create(db, { $client: { value: dying } }) as Db)
      }, mutexKey),
  }
}

test('killed between any two statements, a change is there as a whole or not at all', async () => {
  const lessons = Array.from({ length: 3 }, () => 'required' as const)
  const changes: Record<
    string,
    (deps: Deps, course: WrittenCourse, revision: number) => Promise<unknown>
  > = {
    rename: (deps, { courseId }, revision) =>
      updateLesson(deps, { courseId, key: 'lesson-1', revision, newKey: 'other' }),
    create: (deps, { courseId }, revision) =>
      createLesson(deps, {
        courseId,
        revision,
        key: 'new',
        title: 'New',
        type: 'text',
        minutes: 5,
        required: true,
        preview: false,
        content: 'New.',
      }),
    delete: (deps, { courseId }, revision) =>
      deleteLesson(deps, { courseId, key: 'lesson-1', revision }),
    order: (deps, { courseId, keys }, revision) =>
      replaceOutline(deps, { courseId, revision, sections: [{ title: 'New', lessons: keys }] }),
    replace: (deps, { courseId }, revision) =>
      replaceDraft(deps, {
        courseId,
        revision,
        baseVersion: 1,
        managedBy: 'http',
        content: {
          slug: 'any',
          title: 'New',
          summary: 'New.',
          language: 'en',
          price: { amount: 0, currency: 'USD' },
          sections: [
            {
              title: 'New',
              lessons: [
                {
                  key: 'new',
                  title: 'New',
                  type: 'text',
                  minutes: 5,
                  required: true,
                  preview: false,
                  content: 'New.',
                },
              ],
            },
          ],
        },
      }),
    discard: (deps, { courseId }, revision) => discardDraft(deps, { courseId, revision }),
  }

  for (const [name, change] of Object.entries(changes))
    for (const isOpen of name === 'discard' ? [true] : [true, false]) {
      const course = await givenWritten(api, { lessons })
      const writer = writerOf(api, course.author, course)
      if (isOpen)
        await writer.patch('lesson-1', (await writer.get()).revision, { content: 'Mine.' })
      const before = [await writer.get(), await writer.lesson('lesson-1')] as const
      const [draft, lesson] = before
      const revision = ['rename', 'delete'].includes(name) ? lesson.revision : draft.revision
      let killed = 0
      for (; killed < 20; killed += 1) {
        const outcome = await change(dyingAfter(killed), course, revision).then(
          () => 'done',
          () => 'died',
        )
        await requireWhole(course)
        if (outcome === 'done') break
        expect([await writer.get(), await writer.lesson('lesson-1')]).toEqual(before)
      }
      expect([name, killed]).toEqual([name, expect.toBeOneOf([3, 4, 5, 6, 7, 8, 9])])
      expect((await writer.get()).revision).toBe(draft.revision + 1)
    }
}, 120_000)

test('a lesson that somebody deleted meanwhile is not there for whoever saves it', async () => {
  const course = await givenWritten(api)
  const writer = writerOf(api, course.author, course)
  const { revision } = await writer.lesson('lesson-1')
  expect((await writer.delete('lesson-1', revision)).status).toBe(200)

  const late = await writer.patch('lesson-1', revision, { content: 'Late.' })
  expect(refusalOf(late)).toEqual([404, 'LessonNotFound'])
})
