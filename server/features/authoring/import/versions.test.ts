import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CourseContent } from '../../../../content/draft.ts'
import { courseVersions } from '../../../../db/schema/courses/courses.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { publishCourse } from './publish-course.ts'

const api = await forAllTests(startApi())

/** Creates a course in a first version, a learner enrolled in it, and then a second version. */
async function givenTwoVersions(change: (content: CourseContent) => CourseContent) {
  const learner = await api.given.learner()
  const first = await api.given.course({
    title: 'First title',
    lessons: ['preview', 'required', 'required'],
  })
  await api.given.enrollment(learner, first)
  const content = courseContent({
    slug: first.slug,
    title: 'Second title',
    lessons: ['preview', 'required', 'required'],
  })
  await publishCourse(api.deps, change(content))
  const newcomer = await api.given.learner()
  const sold = await api.as(newcomer).courses.get.query({ idOrSlug: first.slug })
  return {
    learner,
    newcomer,
    first,
    sold,
    soldLessons: sold.sections.flatMap(({ lessons }) => lessons),
  }
}

const rewritten = (content: CourseContent): CourseContent => ({
  ...content,
  sections: content.sections.map((section) => ({
    ...section,
    lessons: section.lessons.map((lesson) => ({
      ...lesson,
      title: `New ${lesson.title}`,
      content: 'Rewritten.',
    })),
  })),
})

test('learners stay on the version they enrolled in, newcomers get the new one', async () => {
  const { learner, first, sold } = await givenTwoVersions(rewritten)

  const seen = await api.as(learner).courses.get.query({ idOrSlug: first.id })

  expect([seen.version, seen.title, sold.version, sold.title]).toEqual([
    1,
    'First title',
    2,
    'Second title',
  ])
  expect(seen.sections.flatMap(({ lessons }) => lessons.map(({ id }) => id))).toEqual(
    first.lessons.map(({ id }) => id),
  )
  expect(sold.enrollment).toBeUndefined()
})

test('the id of a lesson in a different version gives learners the lesson with that key in their own', async () => {
  const { learner, newcomer, first, soldLessons } = await givenTwoVersions(rewritten)
  const [preview] = soldLessons

  const lesson = await api.as(learner).lessons.get.query({ lessonId: preview?.id ?? '' })
  const asNewcomer = await api.as(newcomer).lessons.get.query({ lessonId: preview?.id ?? '' })

  expect([lesson.id, lesson.content]).toEqual([lessonOf(first, 0).id, 'What lesson 1 teaches.'])
  expect([asNewcomer.id, asNewcomer.content]).toEqual([preview?.id, 'Rewritten.'])
})

test('the certificate of an old version has the title of that version', async () => {
  const { learner, first, soldLessons } = await givenTwoVersions(rewritten)

  // Reports by the ids of the new version, which mean the same lessons.
  for (const { id } of soldLessons)
    await api.as(learner).progress.update.mutate({ lessonId: id, completed: true })

  const certificate = await api.as(learner).certificates.issue.mutate({ courseId: first.id })
  expect(certificate.courseTitle).toBe('First title')
})

test('a lesson that exists only in a different version does not exist for learners', async () => {
  const { learner, soldLessons } = await givenTwoVersions((content) => ({
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      lessons: section.lessons.map((it) => ({ ...it, key: `${it.key}-new` })),
    })),
  }))

  for (const { id } of soldLessons) {
    expect(await errorOf(api.as(learner).lessons.get.query({ lessonId: id }))).toBe(
      'LessonNotFound',
    )
    expect(
      await errorOf(api.as(learner).progress.update.mutate({ lessonId: id, completed: true })),
    ).toBe('LessonNotFound')
  }
})

test('the id of a lesson of an old version leads those without an enrollment to the version that is sold', async () => {
  const { newcomer, first } = await givenTwoVersions(rewritten)
  const [preview, ...others] = first.lessons

  const lesson = await api.as(newcomer).lessons.get.query({ lessonId: preview?.id ?? '' })
  expect([lesson.title, lesson.content]).toEqual(['New Lesson 1', 'Rewritten.'])
  for (const { id } of others) {
    expect(await errorOf(api.as(newcomer).lessons.get.query({ lessonId: id }))).toBe('NotEnrolled')
  }
})

test('progress follows the key of the lesson when a learner is moved to a newer version', async () => {
  const { learner, first, soldLessons } = await givenTwoVersions((content) =>
    rewritten(reversed(content)),
  )
  await api.as(learner).progress.update.mutate({
    lessonId: lessonOf(first, 1).id,
    completed: true,
    positionSeconds: 77,
  })

  await moveToNewest(learner.id, first)

  const { items, percent } = await api.as(learner).progress.get.query({ courseId: first.id })
  const missing = await api.as(learner).progress.get.query({ courseId: first.id, missing: true })
  expect(
    items.map(({ key, completedAt, positionSeconds }) => [
      key,
      completedAt !== null,
      positionSeconds,
    ]),
  ).toEqual([
    ['lesson-3', false, 0],
    ['lesson-2', true, 77],
    ['lesson-1', false, 0],
  ])
  expect([percent, missing.items.map(({ title }) => title)]).toEqual([
    33,
    ['New Lesson 3', 'New Lesson 1'],
  ])
  expect(items.map(({ lessonId }) => lessonId)).toEqual(soldLessons.map(({ id }) => id))
})

function reversed(content: CourseContent): CourseContent {
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      lessons: section.lessons.toReversed(),
    })),
  }
}

async function moveToNewest(userId: string, course: GivenCourse): Promise<void> {
  const newest = api.deps.db
    .select({ id: courseVersions.id })
    .from(courseVersions)
    .where(and(eq(courseVersions.courseId, course.id), eq(courseVersions.number, 2)))
  const [version] = await newest
  await api.deps.db
    .update(enrollments)
    .set({ versionId: version?.id ?? '' })
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, course.id)))
}
