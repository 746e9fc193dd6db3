import { expect, test, vi } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { tally } from '../../../test/at-once.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { formatCode, makeCertificateCode } from './code/code.ts'
import { revokeCertificate } from './revoke-certificate.ts'

const api = await forAllTests(startApi({ logLines: [] }))

async function givenVerified(name = 'Ada Lovelace') {
  const { learner, course, code } = await givenCertificate(api, { learner: { name } })
  return {
    learner,
    course,
    code,
    verify: (typed: string) =>
      api.request(`GET /certificates/verify/${typed}`, { token: learner.token }),
  }
}

test('a verification shows the name, the course and the day, and nothing else about the person', async () => {
  const { learner, course, code, verify } = await givenVerified()

  const { status, body, text } = await verify(code)

  expect([status, body]).toEqual([
    200,
    {
      valid: true,
      status: 'issued',
      validUntil: null,
      lastDay: null,
      expired: false,
      verificationCode: code,
      learnerName: 'Ada Lovelace',
      courseTitle: course.title,
      completedOn: new Date().toISOString().slice(0, 10),
      minutes: 10,
      issuer: 'Lyceum',
      issuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      signatures: [],
      lines: [],
    },
  ])
  const anybody = await api.request(`GET /certificates/${code}.json`)
  expect([anybody.status, anybody.body]).toEqual([200, body])
  const unknown = await api.request(`GET /certificates/${formatCode(makeCertificateCode())}.json`)
  expect([unknown.status, unknown.body.error]).toEqual([404, 'CertificateNotFound'])
  for (const secret of [learner.id, learner.email, course.id]) expect(text).not.toContain(secret)
})

test('a code is accepted as people type it', async () => {
  const { code, verify } = await givenVerified()
  const typed = [
    code.toLowerCase(),
    code.replaceAll('-', ''),
    code.replaceAll('-', '%20'),
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ]

  for (const form of typed) expect((await verify(form)).body.verificationCode).toBe(code)
})

test('an unknown code is not found, a mistyped one is called mistyped, and neither reveals more', async () => {
  const { code, verify } = await givenVerified()
  const wrong = code.slice(0, -1) + (code.endsWith('0') ? '2' : '0')

  const unknown = await verify(formatCode(makeCertificateCode()))
  const mistyped = await verify(wrong)
  const nonsense = await verify('nonsense')

  expect([unknown, mistyped, nonsense].map(({ status, body }) => [status, body.error])).toEqual(
    Array.from({ length: 3 }, () => [404, 'CertificateNotFound']),
  )
  expect(mistyped.body.message).toMatch(/mistyped/)
  expect([unknown, mistyped, nonsense].map(({ body }) => body.issues)).toEqual([
    undefined,
    [{ path: 'code', message: 'is mistyped' }],
    [{ path: 'code', message: 'is not a code' }],
  ])
  expect(unknown.body.message).not.toMatch(/mistyped/)
  for (const noText of ['%00', 'x'.repeat(101)]) expect((await verify(noText)).status).toBe(400)
})

test('a mistyped code is detected without a query, and does not count as a guess', async () => {
  await using strict = await startApi({
    config: { rateLimitScale: 0.02, publicOperations: ['certificates.verify'] },
    logLines: [],
  })
  const { code } = await givenVerified()
  const wrong = code.slice(0, -1) + (code.endsWith('0') ? '2' : '0')
  const { $client } = strict.deps.db as unknown as {
    $client: { query(...statement: unknown[]): unknown }
  }
  const statements = vi.spyOn($client, 'query')

  const statuses: number[] = []
  for (let tries = 0; tries < 5; tries++)
    statuses.push(
      (await strict.request(`GET /certificates/verify/${wrong}`, { ip: '192.0.2.77' })).status,
    )

  expect([statuses, statements.mock.calls.length]).toEqual([[404, 404, 404, 404, 404], 0])
  statements.mockRestore()
  expect(
    (await strict.request(`GET /certificates/verify/${code}`, { ip: '192.0.2.77' })).status,
  ).toBe(200)
})

test('a revoked certificate stays revoked; after a second revocation the first reason and time stay', async () => {
  const { code, verify, learner, course } = await givenVerified()
  const { certificate: first } = await revokeCertificate(api.deps, {
    code: code.toLowerCase(),
    reason: 'Issued by mistake',
  })
  api.advance(60_000)
  const { certificate: second } = await revokeCertificate(api.deps, {
    code,
    reason: 'Another reason',
  })
  api.advance(-60_000)

  expect(second).toEqual(first)
  expect(first).toMatchObject({ status: 'revoked', revocationReason: 'Issued by mistake' })
  const { body, text } = await verify(code)
  expect(body).toMatchObject({
    valid: false,
    status: 'revoked',
    revokedAt: first.revokedAt?.toISOString(),
  })
  expect(text).not.toContain('mistake')
  const again = await api.request(`POST /courses/${course.id}/certificate`, {
    token: learner.token,
  })
  expect([again.status, again.body.verificationCode, again.body.status]).toEqual([
    200,
    code,
    'revoked',
  ])
})

test('of many revocations at once one reason wins, and all get the same answer', async () => {
  const { code } = await givenVerified()

  const revoked = await Promise.all(
    ['one', 'two', 'three', 'four'].map((reason) => revokeCertificate(api.deps, { code, reason })),
  )

  expect(new Set(revoked.map(({ certificate }) => certificate.revocationReason)).size).toBe(1)
})

test('revoking an unknown certificate is refused by name', async () => {
  await expect(
    revokeCertificate(api.deps, { code: makeCertificateCode(), reason: 'x' }),
  ).rejects.toMatchObject({
    name: 'CertificateNotFound',
  })
})

test('a client that guesses codes is stopped after 60 in a minute over all endpoints; others are not', async () => {
  await using strict = await startApi({
    config: { rateLimitScale: 1, publicOperations: ['certificates.verify'] },
    logLines: [],
  })
  const { code } = await givenVerified()
  const ways = [
    (guess: string, ip: string) => strict.request(`GET /certificates/verify/${guess}`, { ip }),
    (guess: string, ip: string) => strict.request(`GET /certificates/${guess}.pdf`, { ip }),
    (guess: string, ip: string) => strict.request(`GET /verify/${guess}`, { ip }),
  ] as const
  const statuses: number[] = []
  for (let guesses = 0; guesses < 75; guesses++) {
    const ask = ways[guesses % 3] ?? ways[0]
    statuses.push((await ask(formatCode(makeCertificateCode()), '192.0.2.1')).status)
  }

  expect(tally(statuses)).toEqual({ 404: 60, 429: 15 })
  const [refused, other] = [await ways[0](code, '192.0.2.1'), await ways[0](code, '192.0.2.2')]
  expect([refused.body.error, other.status]).toEqual(['RateLimited', 200])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  strict.advance(61_000)
  expect((await ways[0](code, '192.0.2.1')).status).toBe(200)
})
