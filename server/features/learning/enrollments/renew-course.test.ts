import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { courseContent, openToken } from '../../../test/given.ts'
import { completeCourse, givenCertificate, lessonOf } from '../../../test/learning.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { eventsOf } from '../../platform/events/test-support.ts'
import { revokeCertificate } from '../certificates/revoke-certificate.ts'

const now = await forAllTests(startApi())
const second = await forAllTests(startApi())

async function givenExpiring(validFor = 2, api = now) {
  const lessons = Array<'required'>(3).fill('required')
  const given = await givenCertificate(now, { course: { lessons, validFor } })
  const learner = { ...given.learner, token: await openToken(api.deps, given.learner.id) }
  const { course } = given
  const path = `POST /api/v1/me/courses/${course.id}/renew`
  return {
    ...given,
    learner,
    renew: (body: object = {}) => api.request(path, { token: learner.token, body }),
    report: (index: number) =>
      api.as(learner).progress.update.mutate({
        lessonId: lessonOf(course, index).id,
        completed: true,
      }),
    mine: async () => (await api.as(learner).me.courses.query({})).items[0],
    countActive: async () =>
      (await api.as(learner).me.courses.query({ status: 'active' })).items.length,
    certificates: async () =>
      (await api.as(learner).certificates.list.query({ userId: learner.id })).items,
  }
}

test('whoever completes the course again has a new certificate; the old one is valid until then', async () => {
  const { learner, course, code, renew, report, mine, countActive, certificates } =
    await givenExpiring()
  const before = await mine()
  expect(await countActive()).toBe(0)
  const foretold = await renew({ dryRun: true })
  expect(foretold.body).toMatchObject({ version: 1, lessons: 3, renewingSince: null })
  expect((await mine())?.percent).toBe(100)

  expect((await renew()).body).toMatchObject({ lessons: 3, renewingSince: expect.any(String) })
  expect(await mine()).toMatchObject({
    percent: 0,
    status: 'completed',
    completedAt: before?.completedAt,
    certificate: { verificationCode: code, status: 'issued' },
    nextLesson: { key: 'lesson-1' },
  })
  expect(await countActive()).toBe(1)
  expect((await report(0)).course.percent).toBe(33)
  expect(await report(1)).not.toHaveProperty('certificate')
  expect((await renew()).body).toMatchObject({ lessons: 0 })
  expect(await certificates()).toHaveLength(1)

  const admin = await now.given.admin()
  const events = await eventsOf(now, { admin, act: () => report(2) })
  expect(events.map(([type]) => type)).toEqual(['lesson.completed', 'certificate.reissued'])
  const [renewed, old, ...others] = await certificates()
  expect(others).toEqual([])
  expect(old).toMatchObject({
    verificationCode: code,
    status: 'superseded',
    supersededBy: renewed?.verificationCode,
  })
  expect([renewed?.status, renewed?.expired]).toEqual(['issued', false])
  expect(await mine()).toMatchObject({
    percent: 100,
    renewingSince: null,
    completedAt: before?.completedAt,
  })
  expect(await countActive()).toBe(0)
  expect(await completeCourse(now, { learner, course })).toBeUndefined()
  expect(await certificates()).toHaveLength(2)
})

test('it is the present version that is taken again, also after the end of the validity', async () => {
  await using later = await startApi()
  later.advance(100 * 86_400_000)
  const { course, learner, renew, mine, certificates } = await givenExpiring(2, later)
  const content = { slug: course.slug, lessons: Array<'required'>(4).fill('required') }
  await publishCourse(later.deps, courseContent({ ...content, validFor: 6 }))
  expect((await renew()).body).toMatchObject({ version: 2, lessons: 3 })
  expect(await mine()).toMatchObject({ version: 2, percent: 0 })
  await completeCourse(later, { learner, course })
  expect(await mine()).toMatchObject({ percent: 75 })
  const last = (await mine())?.nextLesson?.id ?? ''
  await later.as(learner).progress.update.mutate({ lessonId: last, completed: true })
  const [renewed, old] = await certificates()
  expect([renewed?.expired, old?.expired]).toEqual([false, true])
  const inMonths = (months: number) =>
    new Date(later.deps.now().getTime() + months * 30.5 * 86_400_000)
  expect((renewed?.validUntil ?? '') < inMonths(7).toISOString()).toBe(true)
})

test('too early, for ever, revoked and ended are refused by name', async () => {
  const early = await givenExpiring(12)
  const refusal = (await early.renew()).body
  expect(refusal).toMatchObject({ error: 'NotRenewable' })
  const { validUntil, renewableFrom } = refusal.facts
  expect(new Date(validUntil).getTime() - new Date(renewableFrom).getTime()).toBe(90 * 86_400_000)

  const revoked = await givenExpiring()
  await revokeCertificate(now.deps, { code: revoked.code, reason: 'A test' })
  expect((await revoked.renew()).body.error).toBe('CertificateRevoked')
  const left = await givenExpiring()
  await now.as(left.learner).me.leaveCourse.mutate({ courseId: left.course.id })
  expect((await left.renew()).body.error).toBe('NotEnrolled')
})

test('begun and completed many times at once, it is one renewal and one certificate', async () => {
  const { course, learner, renew, report, certificates } = await givenExpiring()
  const begun = await atOnce(8, () => renew())
  expect(begun.map(({ body }) => body.lessons).toSorted()).toEqual([...Array(7).fill(0), 3])
  await report(0)
  await report(1)
  const lessonId = lessonOf(course, 2).id
  await atOnce(16, (index) =>
    (index % 2 === 0 ? now : second)
      .as(learner)
      .progress.update.mutate({ lessonId, completed: true }),
  )
  expect((await certificates()).map(({ status }) => status)).toEqual(['issued', 'superseded'])
})

test('a certificate that is revoked meanwhile stays so, and is renewed once it is valid again', async () => {
  const { code, course, learner, renew, report, certificates } = await givenExpiring()
  await renew()
  await revokeCertificate(now.deps, { code, reason: 'A test' })
  for (const index of [0, 1, 2]) await report(index)
  expect((await certificates()).map(({ status }) => status)).toEqual(['revoked'])
  const admin = await now.given.admin()
  await now.as(admin).certificates.adminReinstate.mutate({ code, reason: 'A mistake' })
  await now.as(learner).certificates.issue.mutate({ courseId: course.id })
  expect((await certificates()).map(({ status }) => status)).toEqual(['issued', 'superseded'])
})

test('a quiz is passed again, and what is reached meanwhile is of no use to the old certificate', async () => {
  const { learner, courseId, attempt } = await givenQuiz(now, { validFor: 2, grade: 'printed' })
  await attempt('right')
  const path = `POST /api/v1/me/courses/${courseId}/renew`
  const renewed = await now.request(path, { token: learner.token, body: {} })
  expect(renewed.body).toMatchObject({ lessons: 1, validUntil: expect.any(String) })
  const certificates = async () =>
    (await now.as(learner).certificates.list.query({ userId: learner.id })).items
  await attempt('wrong')
  expect((await certificates()).map(({ status }) => status)).toEqual(['issued'])
  await attempt('right')
  expect((await certificates()).map(({ status }) => status)).toEqual(['issued', 'superseded'])
})
