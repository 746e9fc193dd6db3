import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { givenWritten, refusalOf, type WrittenCourse, writerOf } from './test-support.ts'

const api = await forAllTests(startApi())

async function write(course: WrittenCourse, user: GivenUser = course.author): Promise<number> {
  const writer = writerOf(api, user, course)
  const { revision } = await writer.lesson('lesson-1')
  const { body } = await writer.patch('lesson-1', revision, { content: `Words of ${user.name}.` })
  return body.draftRevision
}

const ask = (
  step: 'request-review' | 'approve',
  user: GivenUser,
  { courseId, revision }: { courseId: string; revision: number },
) =>
  api.request(`POST /api/v1/authoring/courses/${courseId}/draft/${step}`, {
    token: user.token,
    headers: { 'if-match': `"r${revision}"` },
  })

async function givenRequest(course: WrittenCourse, user?: GivenUser) {
  const { courseId } = course
  const revision = await write(course, user)
  const { body } = await ask('request-review', course.author, { courseId, revision })
  return { courseId, revision: body.revision as number }
}

test('a review is requested of one revision, and given to it; each is a change that others see', async () => {
  const course = await givenWritten(api)
  const { courseId, author, reviewer } = course
  const written = await write(course)

  const requested = await ask('request-review', author, { courseId, revision: written })
  expect([requested.status, requested.headers.etag]).toEqual([200, `"r${written + 1}"`])
  const { review } = await api.as(reviewer).drafts.get.query({ courseId })
  expect([review.requestedAt === null, review.approvedAt]).toEqual([false, null])

  const approved = await ask('approve', reviewer, { courseId, revision: written + 1 })
  expect([approved.status, approved.body]).toEqual([200, { revision: written + 2 }])
  expect((await api.as(author).drafts.get.query({ courseId })).review.approvedAt).not.toBeNull()
})

test('a second click is refused: the revision has moved on', async () => {
  const course = await givenWritten(api)
  const request = await givenRequest(course)
  await ask('approve', course.reviewer, request)

  for (const [step, user] of [
    ['approve', course.reviewer],
    ['request-review', course.author],
  ] as const)
    expect(refusalOf(await ask(step, user, request))).toEqual([412, 'DraftChanged'])
})

test('nobody approves a draft that they wrote in, administrators and owners included', async () => {
  const course = await givenWritten(api)
  const administrator = await api.given.admin()
  for (const writer of [course.owner, administrator]) {
    await write(course, writer)
    const request = await givenRequest(course)
    expect(refusalOf(await ask('approve', writer, request))).toEqual([403, 'OwnDraft'])
  }

  const request = await givenRequest(course)
  expect((await ask('approve', course.reviewer, request)).status).toBe(200)
})

test('an erased account is no writer any more; the other writers still approve nothing of it', async () => {
  const course = await givenWritten(api)
  const administrator = await api.given.admin()
  for (const writer of [course.owner, administrator]) await write(course, writer)
  const request = await givenRequest(course)

  await eraseAccountByEmail(api.deps, course.owner.email)

  const { rows } = await api.deps.db.execute(
    sql`select writers from drafts where course_id = ${course.courseId}`,
  )
  expect(rows).toEqual([{ writers: [administrator.id, course.author.id] }])
  expect(refusalOf(await ask('approve', administrator, request))).toEqual([403, 'OwnDraft'])
  expect((await ask('approve', course.reviewer, request)).status).toBe(200)
})

test('without a request for this revision there is nothing to review', async () => {
  const course = await givenWritten(api)
  const { courseId, reviewer } = course
  const neverAsked = await write(course)
  expect(refusalOf(await ask('approve', reviewer, { courseId, revision: neverAsked }))).toEqual([
    409,
    'NothingToReview',
  ])

  await givenRequest(course)
  const revision = await write(course)
  expect(refusalOf(await ask('approve', reviewer, { courseId, revision }))).toEqual([
    409,
    'NothingToReview',
  ])
})

test('where no draft is open there is nothing to review', async () => {
  const course = await givenWritten(api)
  const { courseId, author } = course
  const { revision } = await api.as(author).drafts.get.query({ courseId })

  expect(refusalOf(await ask('request-review', author, { courseId, revision }))).toEqual([
    404,
    'DraftNotFound',
  ])
})

test('reviewers who did not write are mailed the request, who asked is mailed the approval; neither mail holds a word of the draft', async () => {
  const course = await givenWritten(api)
  const { author, owner, reviewer } = course
  api.mails.length = 0
  const request = await givenRequest(course, owner)
  await ask('approve', reviewer, request)

  const mailed = () => api.mails.map(({ to, subject }) => `${to}: ${subject}`).sort()
  await expect.poll(() => mailed().length).toBe(2)
  expect(mailed()).toEqual(
    [
      `${reviewer.email}: Please review "A course about something"`,
      `${author.email}: The draft of "A course about something" was approved`,
    ].sort(),
  )
  expect(JSON.stringify(api.mails)).not.toContain('Words of')
})

test('the history says who requested and who approved', async () => {
  const course = await givenWritten(api)
  await ask('approve', course.reviewer, await givenRequest(course))

  const { items } = await api.as(course.author).authoring.history.query({
    courseId: course.courseId,
    limit: 2,
  })

  expect(items.map(({ event, user }) => [event, user?.name])).toEqual([
    ['draft-approved', course.reviewer.name],
    ['review-requested', course.author.name],
  ])
})
