import { expect, test } from 'vitest'
import { courseFiles, media } from '../../../../db/schema/courses/media.ts'
import { startApi } from '../../../test/api.ts'
import { findDraftProblems } from '../drafts/find-draft-problems.ts'
import { readDraftContent } from '../drafts/read-draft.ts'

const shown = {
  authors: ['Ada Lovelace', 'Mary Somerville'],
  categories: ['mathematics'],
  tags: ['engines', 'notes'],
  level: 'advanced' as const,
  outcomes: ['Set a loom, and keep it going'],
  audience: ['Whoever builds engines'],
  needs: ['Patience'],
  hoursPerWeek: 3,
  film: 'https://media.example.org/engines.mp4',
}

test('an owner says over HTTP who wrote a course and what it is about, and readers find it', async () => {
  await using api = await startApi()
  const owner = await api.given.learner({ role: 'admin' })
  const { authoring, drafts, courses } = api.as(owner)
  const price = { amount: 0, currency: 'USD' }
  const terms = { slug: 'engines', title: 'Engines', summary: 'Of numbers.', language: 'en', price }
  const { id: courseId, revision } = await authoring.create.mutate(terms)

  const updated = await authoring.update.mutate({ courseId, revision, ...shown })
  expect(updated).toMatchObject({ ...shown, cover: null })
  const draft = await drafts.get.query({ courseId })
  expect(draft).toMatchObject({ ...shown, cover: null })

  const lesson = { key: 'one', title: 'One', type: 'text' as const, minutes: 5, content: 'Words.' }
  const written = await drafts.createLesson.mutate({
    courseId,
    revision: draft.revision,
    ...lesson,
  })
  const outline = [{ title: 'First', lessons: ['one'] }]
  const ordered = await drafts.replaceOutline.mutate({
    courseId,
    revision: written.draftRevision,
    sections: outline,
  })
  await drafts.publish.mutate({ courseId, revision: ordered.revision, baseVersion: null })
  expect((await courses.list.query({ tag: 'engines' })).items).toMatchObject([shown])

  const changes = { tags: ['looms'], level: null }
  const last = await authoring.get.query({ courseId })
  await authoring.update.mutate({ courseId, revision: last.revision, ...changes })
  expect((await courses.list.query({ tag: 'engines' })).items).toEqual([])
  expect((await courses.list.query({ tag: 'looms' })).items).toMatchObject([
    { ...shown, ...changes, version: 2 },
  ])

  const { revision: now } = await authoring.get.query({ courseId })
  const missing = authoring.update.mutate({ courseId, revision: now, cover: 'img/none.png' })
  await expect(missing).rejects.toMatchObject({
    data: { error: 'InvalidFields', issues: [{ path: 'cover' }] },
  })
})

test('a course is created with what the catalogue shows; a cover of a wrong type is a problem', async () => {
  await using api = await startApi()
  const owner = await api.given.learner({ role: 'admin' })
  const { authoring, drafts } = api.as(owner)
  const price = { amount: 0, currency: 'USD' }
  const terms = { slug: 'looms', title: 'Looms', summary: 'Of threads.', language: 'en', price }
  const cover = 'files/notes.txt'
  const { id: courseId } = await authoring.create.mutate({ ...terms, ...shown, cover })
  expect(await drafts.get.query({ courseId })).toMatchObject({ ...shown, cover })

  const problemsOf = async () => {
    const draft = await readDraftContent(api.deps.db, courseId)
    const problems = draft === undefined ? [] : await findDraftProblems(draft)
    return problems.filter(({ path }) => path === 'cover').map(({ message }) => message)
  }
  expect(await problemsOf()).toEqual([expect.stringContaining(`has no file ${cover}`)])

  const sha256 = 'a'.repeat(64)
  const now = api.deps.now()
  const file = { sha256, size: 3, type: 'text/plain', storage: 'folder' as const, name: 'looms' }
  await api.deps.db.insert(media).values({ ...file, usedAt: now })
  await api.deps.db.insert(courseFiles).values({ courseId, path: cover, sha256, addedAt: now })
  expect(await problemsOf()).toEqual([expect.stringContaining('is text/plain: choose a PNG')])
})
