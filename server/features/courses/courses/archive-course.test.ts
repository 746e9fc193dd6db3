import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { archiveCourse, unarchiveCourse } from './archive-course.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })

async function slugsOnSale(token: string): Promise<string[]> {
  const { body } = await api.request('GET /api/courses?limit=100', { token })
  return body.items.map(({ slug }: { slug: string }) => slug)
}

test('an archived course is not in the catalogue and not for sale; its learners keep it; it comes back as it was', async () => {
  const [learner, stranger] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course({ price: usd(2900) })
  await api.given.enrollment(learner, course)
  const pending = await api.as(stranger).transactions.create.mutate({ courseIds: [course.id] })
  const buy = async () => {
    const { token } = await api.given.learner()
    const body = { courseIds: [course.id] }
    return (await api.request('POST /api/v1/transaction', { token, body })).status
  }

  expect(await archiveCourse(api.deps, course.slug)).toMatchObject({ isNew: true })

  expect(await slugsOnSale(stranger.token)).not.toContain(course.slug)
  expect(await buy()).toBe(404)
  const seen = (user: GivenUser) => api.as(user).courses.get.query({ idOrSlug: course.slug })
  await expect(seen(stranger)).rejects.toMatchObject({ data: { error: 'CourseNotFound' } })
  expect((await seen(learner)).enrollment).toMatchObject({ percent: 0, completedAt: null })
  const lesson = lessonOf(course, 1)
  const progress = { lessonId: lesson.id, completed: true }
  expect((await api.as(learner).progress.update.mutate(progress)).course.percent).toBe(50)
  await api.request(`POST ${new URL(pending.checkoutUrl ?? '').pathname}/pay`)
  expect(
    (await api.as(stranger).transactions.get.query({ transactionId: pending.id })).status,
  ).toBe('fulfilled')

  expect(await unarchiveCourse(api.deps, course.id)).toMatchObject({ isNew: true })
  expect(await slugsOnSale(stranger.token)).toContain(course.slug)
  expect(await buy()).toBe(201)
})

test('archiving at once or again counts once; an unknown course is refused by name', async () => {
  const { slug } = await api.given.course()

  const done = await atOnce(5, () => archiveCourse(api.deps, slug))

  expect(done.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect((await archiveCourse(api.deps, slug)).isNew).toBe(false)
  expect((await unarchiveCourse(api.deps, slug)).isNew).toBe(true)
  expect((await unarchiveCourse(api.deps, slug)).isNew).toBe(false)
  await expect(archiveCourse(api.deps, 'no-such-course')).rejects.toMatchObject({
    name: 'CourseNotFound',
  })
})

test('a new version of an archived course does not bring it back', async () => {
  const content = courseContent({ price: usd(100) })
  await publishCourse(api.deps, content)
  await archiveCourse(api.deps, content.slug)

  const again = await publishCourse(api.deps, content)
  const changed = await publishCourse(api.deps, { ...content, title: 'A new title' })

  expect([again, changed]).toMatchObject([
    { outcome: 'unchanged', isArchived: true },
    { outcome: 'new version', isArchived: true },
  ])
  const { token } = await api.given.learner()
  expect(await slugsOnSale(token)).not.toContain(content.slug)
})
