import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenLearnerOf } from '../moves/test-support.ts'
import {
  type BookState,
  completedAfterMove,
  type ImportedBook,
  importBook,
} from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const importPages = (pages: Record<string, string>, state: BookState) =>
  importBook(api, pages, state)
const completedIn = (learner: GivenUser, course: ImportedBook, to: number) =>
  completedAfterMove(api, { mover: admin, learner }, { course, to })

const slugOfTest = () => `book-${randomUUID()}`

test('a page that moves several times, told each time in a different way, keeps its completions', async () => {
  const slug = slugOfTest()
  const first = await importPages({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  await importPages({ moved: 'Bowline', b: 'Hitch' }, { slug, renames: [['a', 'moved']] })
  await importPages({ 'deep/c': 'Bowline', b: 'Hitch' }, { slug, keys: 'moved: deep-c\n' })
  const redirects = { 'deep/c': '../d', a: 'd' }
  const last = await importPages({ d: 'Bowline', b: 'Hitch' }, { slug, redirects })

  expect(await completedIn(learner, last, 4)).toEqual(['Bowline'])
})

test('a new page at the place of one that moved has no completions of it', async () => {
  const slug = slugOfTest()
  const first = await importPages({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  await importPages({ c: 'Bowline', b: 'Hitch' }, { slug, redirects: { a: 'c' } })
  const last = await importPages({ a: 'Splice', c: 'Bowline', b: 'Hitch' }, { slug })

  expect(await completedIn(learner, last, 3)).toEqual(['Bowline'])
})

test('a new page whose path makes the key of one that moved has no completions of it', async () => {
  const slug = slugOfTest()
  const first = await importPages({ 'a-b': 'Bowline', d: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a-b'])
  const pages = { 'a/b': 'Splice', c: 'Bowline', d: 'Hitch' }
  const redirects = { 'a-b': 'c' }
  const second = await importPages(pages, { slug, redirects })

  expect(await completedIn(learner, second, 2)).toEqual(['Bowline'])

  const again = await importPages(pages, { slug, redirects })
  expect(again.lessons.map(({ key }) => key)).toEqual(['a-b-2', 'c', 'd'])
  const history = await api.as(admin).versions.list.query({ courseId: first.id })
  expect(history.items).toHaveLength(2)
})

test('a page with a number keeps its completions when it moves as well', async () => {
  const slug = slugOfTest()
  const redirects = { a: 'c' }
  await importPages({ a: 'Bowline', b: 'Hitch' }, { slug })
  await importPages({ c: 'Bowline', b: 'Hitch' }, { slug, redirects })
  const third = await importPages({ a: 'Splice', c: 'Bowline', b: 'Hitch' }, { slug, redirects })
  const learner = await givenLearnerOf(api, third, ['a-2'])
  const last = await importPages(
    { d: 'Splice', c: 'Bowline', b: 'Hitch' },
    { slug, redirects: { a: 'd' } },
  )

  expect(await completedIn(learner, last, 4)).toEqual(['Splice'])
})

test('pages that are merged are completed with any of them, and stand alone when taken apart', async () => {
  const slug = slugOfTest()
  const first = await importPages({ a: 'Bowline', b: 'Hitch', x: 'Splice' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const merged = await importPages({ b: 'Both', x: 'Splice' }, { slug, redirects: { a: 'b' } })

  expect(await completedIn(learner, merged, 2)).toEqual(['Both'])

  const apart = await importPages({ a: 'Bowline', b: 'Hitch', x: 'Splice' }, { slug })
  expect(apart.lessons.map(({ key }) => key)).toEqual(['a', 'b', 'x'])
})

test('a page that is divided keeps its completions in the part that the author names', async () => {
  const slug = slugOfTest()
  const first = await importPages({ a: 'Knots', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const last = await importPages(
    { a1: 'Loops', a2: 'Bends', b: 'Hitch' },
    { slug, keys: 'a: a1\n' },
  )

  expect(await completedIn(learner, last, 2)).toEqual(['Loops'])
})

test('two pages that swap their places keep what was completed at each place', async () => {
  const slug = slugOfTest()
  const first = await importPages({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const renames: [string, string][] = [
    ['a', 'b'],
    ['b', 'a'],
  ]
  const last = await importPages({ a: 'Hitch', b: 'Bowline' }, { slug, renames })

  expect(await completedIn(learner, last, 2)).toEqual(['Hitch'])
})

test('a page that was removed stays removed, and its namesake begins anew', async () => {
  const slug = slugOfTest()
  const first = await importPages({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const last = await importPages({ other: 'Bowline', b: 'Hitch' }, { slug })

  expect(last.lessons.map(({ key }) => key)).toEqual(['other', 'b'])
  expect(await completedIn(learner, last, 2)).toEqual([])
})
