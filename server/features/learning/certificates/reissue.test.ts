import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { certificates } from '../../../../db/schema/learning/certificates.ts'
import { users } from '../../../../db/schema/people/users.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { formatCode, makeCertificateCode } from './code/code.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { revokeCertificate } from './revoke-certificate.ts'

const printer = switchablePrinter({ available: true })
const [api, second] = await Promise.all([
  forAllTests(startApi({ printer })),
  forAllTests(startApi({ printer })),
])

async function givenCertificate() {
  const { learner, course } = await givenGraduate(api, { learner: { name: 'Augusta Byron' } })
  const certificate = await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  return { learner, course, certificate, code: certificate.verificationCode }
}

async function rename({ id }: GivenUser, name: string): Promise<void> {
  await api.deps.db.update(users).set({ name }).where(eq(users.id, id))
}

test('after a change of name a learner gets a certificate with the new name, and the old code names it', async () => {
  const { learner, course, certificate, code } = await givenCertificate()
  await rename(learner, 'Ada Lovelace')

  const { status, body, headers } = await api.request(`POST /api/v1/certificates/${code}/reissue`, {
    token: learner.token,
  })

  expect([status, body.learnerName, body.status, body.pdf]).toEqual([
    201,
    'Ada Lovelace',
    'issued',
    'ready',
  ])
  expect(headers.location).toBe(`/api/v1/certificates/verify/${body.verificationCode}`)
  expect([body.completedOn, body.courseTitle, body.minutes]).toEqual([
    certificate.completedOn,
    certificate.courseTitle,
    10,
  ])
  const verify = async (code: string) =>
    (await api.request(`GET /certificates/verify/${code}`, { token: learner.token })).body
  expect(await verify(code)).toMatchObject({
    valid: false,
    status: 'superseded',
    learnerName: 'Augusta Byron',
    supersededAt: expect.any(String),
    supersededBy: body.verificationCode,
  })
  expect(await verify(body.verificationCode)).toMatchObject({
    valid: true,
    learnerName: 'Ada Lovelace',
  })
  const asked = await api.request(`POST /courses/${course.id}/certificate`, {
    token: learner.token,
  })
  expect([asked.status, asked.body.verificationCode]).toEqual([200, body.verificationCode])
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  expect(items.map(({ status, supersededBy }) => [status, supersededBy])).toEqual([
    ['issued', undefined],
    ['superseded', body.verificationCode],
  ])
})

test('the second click gets the same new certificate, and so does every later request with the old code', async () => {
  const { learner, code } = await givenCertificate()
  await rename(learner, 'Ada King')
  const ask = (code: string) =>
    api.request(`POST /api/v1/certificates/${code}/reissue`, { token: learner.token })

  const [first, again] = [await ask(code), await ask(code)]

  expect([first.status, again.status, again.text]).toEqual([201, 200, first.text])
  expect((await ask(first.body.verificationCode)).body.error).toBe('CertificateUnchanged')
})

test('a certificate with the current name is not replaced, nor a revoked one, nor one of a different learner', async () => {
  const { learner, code } = await givenCertificate()
  const other = await api.given.learner()
  const ask = async (code: string, { token }: GivenUser) => {
    const { status, body } = await api.request(`POST /api/v1/certificates/${code}/reissue`, {
      token,
    })
    return [status, body.error]
  }
  const unknown = await ask(formatCode(makeCertificateCode()), other)
  expect(await ask(code, learner)).toEqual([409, 'CertificateUnchanged'])
  expect([await ask(code, other), unknown]).toEqual([
    [404, 'CertificateNotFound'],
    [404, 'CertificateNotFound'],
  ])

  await rename(learner, 'Ada Lovelace')
  await revokeCertificate(api.deps, { code, reason: 'fraud' })
  expect(await ask(code, learner)).toEqual([409, 'CertificateRevoked'])
})

test('a learner can replace three certificates a day, however often the name changes', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 }, printer })
  const { learner, certificate } = await givenCertificate()
  let code = certificate.verificationCode
  const statuses: number[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await rename(learner, name)
    const { status, body } = await strict.request(`POST /api/v1/certificates/${code}/reissue`, {
      token: learner.token,
    })
    statuses.push(status)
    code = body.verificationCode ?? code
  }

  expect(statuses).toEqual([201, 201, 201, 429])
})

test('twelve clicks at once on two instances use up one of the three replacements of the day', async () => {
  const strict = { config: { rateLimitScale: 1 }, printer }
  await using one = await startApi(strict)
  await using other = await startApi(strict)
  const { learner, certificate } = await givenCertificate()
  let code = certificate.verificationCode
  const outcomes: Record<string, number>[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await rename(learner, name)
    const answers = await atOnce(12, (index) =>
      (index % 2 === 0 ? one : other).request(`POST /api/v1/certificates/${code}/reissue`, {
        token: learner.token,
      }),
    )
    outcomes.push(tally(answers.map(({ status }) => status)))
    code = answers[0]?.body.verificationCode ?? code
  }

  expect(outcomes).toEqual([...Array.from({ length: 3 }, () => ({ 200: 11, 201: 1 })), { 429: 12 }])
})

test('twenty replacements at once on two instances get the same single successor', async () => {
  const { learner, code } = await givenCertificate()

  const reissues = await atOnce(20, (index) =>
    reissueCertificate((index % 2 === 0 ? api : second).deps, { code }),
  )

  expect(tally(reissues.map(({ isNew }) => String(isNew)))).toEqual({ true: 1, false: 19 })
  expect(new Set(reissues.map(({ certificate }) => certificate.code)).size).toBe(1)
  const rows = await api.deps.db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, learner.id))
  expect(tally(rows.map(({ status }) => status))).toEqual({ issued: 1, superseded: 1 })
})

test('of a revocation and a replacement at the same moment one happens, and the other is refused by name', async () => {
  for (let round = 0; round < 5; round++) {
    const { code } = await givenCertificate()
    const [reissued, revoked] = await Promise.allSettled([
      reissueCertificate(api.deps, { code }),
      revokeCertificate(second.deps, { code, reason: 'fraud' }),
    ])
    const refusals = [reissued, revoked].flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.name] : [],
    )
    expect(['CertificateRevoked', 'CertificateSuperseded']).toContain(refusals.join())
  }
})

test('a replacement that fails halfway leaves the certificate as it was', async () => {
  const { code } = await givenCertificate()
  const failing = {
    ...api.deps,
    jobs: { ...api.deps.jobs, enqueue: () => Promise.reject(new Error('no queue')) },
  }

  await expect(reissueCertificate(failing, { code })).rejects.toThrow('no queue')

  const { token } = await api.given.learner()
  expect((await api.request(`GET /certificates/verify/${code}`, { token })).body.valid).toBe(true)
})

test('the certificate of an erased account stays, and can be replaced in the same name', async () => {
  const { learner, code } = await givenCertificate()
  await api.deps.db.delete(users).where(eq(users.id, learner.id))

  const { token } = await api.given.learner()
  expect((await api.request(`GET /certificates/verify/${code}`, { token })).body).toMatchObject({
    valid: true,
    learnerName: 'Augusta Byron',
  })
  const { certificate } = await reissueCertificate(api.deps, { code })
  expect(certificate).toMatchObject({
    learnerName: 'Augusta Byron',
    userId: null,
    status: 'issued',
  })
})

test('the database itself refuses a second successor, a change of the contents, and a return to issued', async () => {
  const { code } = await givenCertificate()
  const { certificate } = await reissueCertificate(api.deps, { code })
  const refused = (statement: ReturnType<typeof sql>) =>
    expect(api.deps.db.execute(statement)).rejects.toThrow()

  await refused(
    sql`update certificates set status = 'issued', superseded_at = null where id = ${certificate.supersedes}`,
  )
  await refused(sql`update certificates set minutes = 1 where id = ${certificate.id}`)
  await refused(sql`update certificates set supersedes = null where id = ${certificate.id}`)
  await refused(sql`delete from certificates where id = ${certificate.id}`)
  await refused(
    sql`update certificates set superseded_at = now() where id = ${certificate.supersedes}`,
  )
})
