import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { courseContent } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { keyOfCourseBranding } from '../../platform/branding/course-branding.ts'
import { draftCourse } from './draft-course.ts'
import { publishCourse } from './publish-course.ts'

const api = await forAllTests(startApi())

/** Creates a published course that comes from a folder and requires a review, and its team. */
async function givenReviewed() {
  const team = await givenTeam(api)
  const content = courseContent({ slug: team.slug })
  await publishCourse(api.deps, content, { takeOver: true })
  const { authoring } = api.as(team.owner)
  const { courseId } = team
  const { revision } = await authoring.get.query({ courseId })
  await authoring.update.mutate({ courseId, revision, requiresReview: true })
  return { ...team, content, next: { ...content, title: 'The next title' } }
}

type Reviewed = Awaited<ReturnType<typeof givenReviewed>>

const post = (user: { token: string }, { courseId }: Reviewed, step: string, revision: number) =>
  api.request(`POST /api/v1/authoring/courses/${courseId}/draft/${step}`, {
    token: user.token,
    headers: { 'if-match': `"r${revision}"` },
    ...(step === 'publish' && { body: { revision, baseVersion: 1 } }),
  })

async function approve(course: Reviewed): Promise<number> {
  const { courseId, author, reviewer } = course
  const { revision } = await api.as(reviewer).drafts.get.query({ courseId })
  const requested = await post(author, course, 'request-review', revision)
  const approved = await post(reviewer, course, 'approve', requested.body.revision)
  expect([requested.status, approved.status]).toEqual([200, 200])
  return approved.body.revision
}

test('the draft of a folder is reviewed and published over HTTP, and written only in the folder', async () => {
  const course = await givenReviewed()
  const { courseId, author, reviewer, next } = course
  await expect(publishCourse(api.deps, next)).rejects.toMatchObject({
    name: 'ReviewRequired',
    message: expect.stringContaining('--draft'),
  })

  const { revision } = await draftCourse(api.deps, next)
  const { drafts } = api.as(reviewer)
  expect(await drafts.impact.query({ courseId })).toMatchObject({ kind: 'terms', problems: [] })
  const early = await post(author, course, 'publish', revision)
  expect([early.status, early.body.error]).toEqual([409, 'ReviewRequired'])
  expect(
    await errorOf(
      api.as(author).drafts.updateLesson.mutate({
        courseId,
        key: 'lesson-1',
        revision,
        content: 'Not here.',
      }),
    ),
  ).toBe('ManagedElsewhere')

  const published = await post(author, course, 'publish', await approve(course))
  expect([published.status, published.body]).toMatchObject([
    200,
    { outcome: 'published', version: 2 },
  ])
  expect(await publishCourse(api.deps, next)).toMatchObject({ outcome: 'unchanged', version: 2 })
})

test('an import publishes exactly what was approved; anything else is refused and voids nothing', async () => {
  const course = await givenReviewed()
  await draftCourse(api.deps, course.next)
  await approve(course)

  await expect(
    publishCourse(api.deps, { ...course.next, title: 'Something else' }),
  ).rejects.toMatchObject({ name: 'ReviewRequired' })
  expect(await draftCourse(api.deps, course.next)).toMatchObject({ outcome: 'unchanged draft' })
  expect(await publishCourse(api.deps, course.next)).toMatchObject({
    outcome: 'new version',
    version: 2,
  })
})

test('a later draft replaces an earlier one, and voids its approval', async () => {
  const course = await givenReviewed()
  const { courseId, owner, next } = course
  await draftCourse(api.deps, next)
  await approve(course)

  const { revision, outcome } = await draftCourse(api.deps, { ...next, title: 'Later' })
  expect(outcome).toBe('draft')
  const refused = await post(owner, course, 'publish', revision)
  expect([refused.status, refused.body.error]).toEqual([409, 'ReviewRequired'])
  expect(await api.as(owner).drafts.get.query({ courseId })).toMatchObject({ title: 'Later' })
})

test('the draft of a folder is discarded over HTTP', async () => {
  const course = await givenReviewed()
  const { courseId, author, next } = course
  const { revision } = await draftCourse(api.deps, next)

  const discarded = await post(author, course, 'discard', revision)
  expect([discarded.status, discarded.body]).toEqual([200, { revision: revision + 1 }])
  expect(await draftCourse(api.deps, course.content)).toMatchObject({ outcome: 'unchanged' })
  expect((await api.as(author).drafts.get.query({ courseId })).isOpen).toBe(false)
})

test('its rules are changed while a draft is open: it comes from the folder before and after', async () => {
  const { courseId, owner, next } = await givenReviewed()
  await draftCourse(api.deps, next)
  const { authoring } = api.as(owner)
  const { revision } = await authoring.get.query({ courseId })

  const change = { managedBy: 'folder', requiresReview: false } as const
  expect(await authoring.update.mutate({ courseId, revision, ...change })).toMatchObject(change)
})

test('price and certificate design of a new course are taken, those of a published one stay', async () => {
  const [blue, green] = [{ color: '#102030' }, { color: '#103020' }]
  const content = {
    ...courseContent({ price: { amount: 1000, currency: 'USD' } }),
    certificate: blue,
  }
  const { slug } = content
  const sold = async () => {
    const { rows } = await api.deps.db.execute(
      `select price_amount as amount, branding, status from courses where slug = '${slug}'`,
    )
    return rows[0]
  }

  const first = await draftCourse(api.deps, content)
  expect(first).toMatchObject({ version: null, keepsPrice: false, keepsCertificate: false })
  const branding = keyOfCourseBranding(blue)
  expect(await sold()).toEqual({ amount: 1000, branding, status: 'draft' })

  await publishCourse(api.deps, content)
  const changed = {
    ...content,
    title: 'Another',
    certificate: green,
    price: { amount: 500, currency: 'USD' },
  }
  const second = await draftCourse(api.deps, changed)
  expect(second).toMatchObject({ version: 1, keepsPrice: true, keepsCertificate: true })
  expect(await sold()).toEqual({ amount: 1000, branding, status: 'published' })
})
