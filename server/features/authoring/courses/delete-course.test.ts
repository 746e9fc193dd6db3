import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { courseContent } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { pathOf } from '../drafts/test-support.ts'
import { publishCourse } from '../import/publish-course.ts'

const api = await forAllTests(startApi())

test('a course that was never published is deleted by its owner with all of it, and its slug is free again', async () => {
  const { courseId, slug, owner, author } = await givenTeam(api)
  await api.request(`POST ${pathOf({ courseId }, '/lessons')}`, {
    token: owner.token,
    headers: { 'if-match': '"r0"' },
    body: { key: 'first', title: 'First', content: 'Text.' },
  })
  const { draftRevision } = await api.as(owner).drafts.createLesson.mutate({
    ...{ courseId, revision: 1, key: 'quiz', title: 'Quiz', type: 'quiz' },
    quiz: { pools: [{ questions: [{ key: 'why', type: 'essay', title: 'Why?' }] }] },
  })
  const revision = draftRevision
  const remove = (by: typeof owner) => api.as(by).authoring.delete.mutate({ courseId, revision })

  expect(await errorOf(remove(author))).toBe('Forbidden')
  expect(await remove(owner)).toEqual({ id: courseId, slug })
  expect(await errorOf(remove(owner))).toBe('CourseNotFound')
  expect((await givenTeam(api, { slug })).slug).toBe(slug)
})

test('once published, a course is not deleted', async () => {
  const { courseId, slug, owner } = await givenTeam(api)
  await publishCourse(api.deps, courseContent({ slug }), { takeOver: true })

  const { revision } = await api.as(owner).drafts.get.query({ courseId })
  const deleted = api.as(owner).authoring.delete.mutate({ courseId, revision })

  expect(await errorOf(deleted)).toBe('CoursePublished')
})

test('what is written at the moment of the deletion is kept with its course, or refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { courseId, owner, author } = await givenTeam(api)
    const { revision } = await api.as(owner).drafts.get.query({ courseId })
    const written = { courseId, revision, key: 'first', title: 'First', type: 'text' } as const

    const outcomes = await Promise.all([
      errorOf(api.as(owner).authoring.delete.mutate({ courseId, revision })),
      errorOf(api.as(author).drafts.createLesson.mutate({ ...written, content: '' })),
    ])

    expect(outcomes).toBeOneOf([
      [undefined, 'CourseNotFound'],
      ['DraftChanged', undefined],
    ])
  }
})
