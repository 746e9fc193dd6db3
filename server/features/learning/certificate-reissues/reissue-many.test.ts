import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCertificateByCode } from '../../../../db/queries/learning/certificates.ts'
import { certificateReissues } from '../../../../db/schema/learning/certificate-reissues.ts'
import { users } from '../../../../db/schema/people/users.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenCourse } from '../../../test/given.ts'
import { completeCourse } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { readCode } from '../certificates/code/code.ts'
import { revokeCertificate } from '../certificates/revoke-certificate.ts'
import { reissueForAWhile } from './run-reissue.ts'

const printer = switchablePrinter({ available: true })
const [api, second] = await Promise.all([
  forAllTests(startApi({ printer })),
  forAllTests(startApi({ printer })),
])
const admin = await api.given.admin()
const { adminReissueMany, adminReissued } = api.as(admin).certificates
const soon = { timeout: 60_000 }
const reason = 'The dean signs them now'

/** Replaces many, and waits where a busy machine leaves some of them to the job. */
async function reissueMany(input: Parameters<typeof adminReissueMany.mutate>[0]) {
  const { id: reissueId } = await adminReissueMany.mutate(input)
  await expect.poll(() => adminReissued.query({ reissueId })).toMatchObject({ status: 'done' })
  return adminReissued.query({ reissueId })
}

async function givenCertified(course: GivenCourse) {
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course)
  await completeCourse(api, { learner, course })
  const { verificationCode: code } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  return { learner, code }
}

async function givenCourse(): Promise<GivenCourse> {
  const course = await api.given.course({ certificate: { issuer: 'Faculty of Knots' } })
  const { revision } = await api.as(admin).authoring.get.query({ courseId: course.id })
  await api.as(admin).authoring.update.mutate({ courseId: course.id, revision, managedBy: 'http' })
  return course
}

async function sign({ id: courseId }: GivenCourse, name: string): Promise<void> {
  const { authoring } = api.as(admin)
  const { revision } = await authoring.get.query({ courseId })
  const certificate = { signatures: [{ name, title: 'Dean' }] }
  await authoring.update.mutate({ courseId, revision, certificate })
}

async function stateOf(code: string) {
  const { valid, status, learnerName, signatures } = await api
    .as(admin)
    .certificates.verify.query({ code })
  return { valid, status, learnerName, signedBy: signatures[0]?.name }
}

test('a dry run says what the real one does, each mail says why, and repeating it changes nothing', async () => {
  const course = await givenCourse()
  const [one, other, revoked, erased, guessed] = [
    await givenCertified(course),
    await givenCertified(course),
    await givenCertified(course),
    await givenCertified(course),
    await givenCertified(course),
  ]
  await revokeCertificate(api.deps, { code: revoked.code, reason: 'A mistake' })
  await eraseAccountByEmail(api.deps, erased.learner.email)
  await api.deps.db.update(users).set({ nameIsGuess: true }).where(eq(users.id, guessed.learner.id))
  await sign(course, 'Grace Hopper')
  const input = { courseId: course.id, reason }
  const told = { replaced: 2, revoked: 1, erased: 1, unconfirmed: 1, unchanged: 0, failed: 0 }

  const dry = await adminReissueMany.mutate({ ...input, dryRun: true })
  expect(dry).toMatchObject({ ...told, status: 'done', dryRun: true })
  expect(await stateOf(one.code)).toMatchObject({ valid: true, status: 'issued' })

  expect(await reissueMany(input)).toMatchObject(told)
  for (const { learner, code } of [one, other]) {
    expect(await stateOf(code)).toMatchObject({ status: 'superseded' })
    const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
    expect(await stateOf(items[0]?.verificationCode ?? '')).toMatchObject({
      valid: true,
      signedBy: 'Grace Hopper',
    })
    const isAbout = ({ to, text }: (typeof api.mails)[number]) =>
      to === learner.email && text.includes(reason)
    await expect.poll(() => [...api.mails, ...second.mails].filter(isAbout), soon).toHaveLength(1)
  }
  const again = await adminReissueMany.mutate(input)
  expect(again).toMatchObject({ replaced: 0, unchanged: 2, revoked: 1 })
})

test('chosen certificates are replaced alone, and a wrong code is named by its place', async () => {
  const course = await givenCourse()
  const [one, other] = [await givenCertified(course), await givenCertified(course)]
  await sign(course, 'Grace Hopper')

  const wrong = { codes: [one.code, 'nonsense'], reason }
  await expect(adminReissueMany.mutate(wrong)).rejects.toMatchObject({
    data: { issues: [{ path: 'codes.1' }] },
  })
  expect(await adminReissueMany.mutate({ codes: [one.code], reason })).toMatchObject({
    replaced: 1,
  })

  expect((await stateOf(one.code)).status).toBe('superseded')
  expect((await stateOf(other.code)).status).toBe('issued')
})

test('ended in the middle and gone on with by two at once, or asked for twice, it replaces each certificate once', async () => {
  const course = await givenCourse()
  const codes: string[] = []
  while (codes.length < 4) codes.push((await givenCertified(course)).code)
  await sign(course, 'Grace Hopper')
  const { id } = await adminReissueMany.mutate({ courseId: course.id, reason, dryRun: true })
  // Makes of the dry run a real one that has done nothing yet.
  await api.deps.db
    .update(certificateReissues)
    .set({ status: 'running', dryRun: false, after: null, replaced: 0, finishedAt: null })
    .where(eq(certificateReissues.id, id))

  for (let isDone = false; !isDone; ) {
    await atOnce(4, (index) => reissueForAWhile((index % 2 ? api : second).deps, id, 5))
    isDone = (await adminReissued.query({ reissueId: id })).status === 'done'
  }

  expect(await adminReissued.query({ reissueId: id })).toMatchObject({ replaced: 4, failed: 0 })
  for (const code of codes) {
    const read = readCode(code)
    const old =
      read.kind === 'code' ? await findCertificateByCode(api.deps.db, read.code) : undefined
    expect(old?.status).toBe('superseded')
  }

  await sign(course, 'Ada King')
  const both = await atOnce(2, () => reissueMany({ courseId: course.id, reason }))
  expect(both.map(({ failed }) => failed)).toEqual([0, 0])
  expect(both.reduce((sum, { replaced }) => sum + replaced, 0)).toBe(4)
})
