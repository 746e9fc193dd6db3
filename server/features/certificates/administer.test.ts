import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { givenGraduate } from '../../test/learning.ts'
import { switchablePrinter } from '../../test/printers.ts'

const api = await startApi({ printer: switchablePrinter({ available: true }) })
afterAll(() => api[Symbol.asyncDispose]())

async function givenCertificate() {
  const { learner, course } = await givenGraduate(api)
  const { verificationCode: code } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  return { learner, course, code }
}

test('strangers and learners cannot administer certificates, whatever they send', async () => {
  const { learner, code } = await givenCertificate()
  const addresses = [
    'GET /api/v1/admin/certificates',
    'GET /api/v1/admin/certificates?limit=nonsense',
    `POST /api/v1/admin/certificates/${code}/revoke`,
    `POST /api/v1/admin/certificates/${code}/reissue`,
    `POST /api/v1/admin/certificates/${code}/render`,
    'POST /api/v1/admin/certificates/nonsense/revoke',
  ]
  for (const address of addresses) {
    const [stranger, other] = [
      await api.request(address),
      await api.request(address, { token: learner.token }),
    ]
    expect([address, stranger.status, stranger.body.error, other.status, other.body.error]).toEqual(
      [address, 401, 'TokenMissing', 403, 'Forbidden'],
    )
  }
  await expect(
    api.as(learner).certificates.adminRevoke.mutate({ code, reason: 'x' }),
  ).rejects.toThrow('You are not allowed to do this.')
  expect(
    (await api.request(`GET /certificates/verify/${code}`, { token: learner.token })).body.valid,
  ).toBe(true)
})

test('administrators list certificates by user, course and status, page by page', async () => {
  const admin = await api.given.admin()
  const [one, other] = [await givenCertificate(), await givenCertificate()]
  const list = async (query: string) =>
    (
      await api.request(`GET /api/v1/admin/certificates?${query}`, { token: admin.token })
    ).body.items.map((item: { verificationCode: string }) => item.verificationCode)

  expect((await list('limit=2')).slice(0, 2)).toEqual([other.code, one.code])
  expect(await list(`userId=${one.learner.id}`)).toEqual([one.code])
  expect(await list(`courseId=${other.course.id}`)).toEqual([other.code])
  expect(await list(`userId=${one.learner.id}&status=revoked`)).toEqual([])
  const page = await api.request('GET /api/v1/admin/certificates?limit=1', { token: admin.token })
  expect(page.body.items[0]).toMatchObject({
    userId: other.learner.id,
    pdfSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await list(`limit=1&cursor=${page.body.nextCursor}`))[0]).toBe(one.code)
})

test('administrators revoke with a reason that the public does not see, and the audit log says who did it', async () => {
  const admin = await api.given.admin()
  const { learner, code } = await givenCertificate()
  const revoke = (body: unknown) =>
    api.request(`POST /api/v1/admin/certificates/${code}/revoke`, { token: admin.token, body })

  expect((await revoke({})).body).toMatchObject({
    error: 'MissingFields',
    issues: [{ path: 'reason' }],
  })
  const [first, again] = [
    await revoke({ reason: 'Issued to the wrong person' }),
    await revoke({ reason: 'Another' }),
  ]

  expect([first.status, first.body.status, first.body.revocationReason]).toEqual([
    200,
    'revoked',
    'Issued to the wrong person',
  ])
  expect(again.text).toBe(first.text)
  const { rows } = await api.deps.db.execute(
    `select actor, user_id from audit_events where event = 'certificate-revoked' and user_id = '${learner.id}'`,
  )
  expect(rows).toEqual([{ actor: `user:${admin.id}`, user_id: learner.id }])
})

test('administrators replace a certificate once, and cannot revoke a replaced one', async () => {
  const admin = await api.given.admin()
  const { code } = await givenCertificate()
  const call = (what: string, body?: unknown) =>
    api.request(`POST /api/v1/admin/certificates/${code}/${what}`, { token: admin.token, body })

  const [first, again] = [await call('reissue'), await call('reissue')]
  const revoked = await call('revoke', { reason: 'fraud' })

  expect([first.status, again.status, again.body.verificationCode]).toEqual([
    201,
    200,
    first.body.verificationCode,
  ])
  expect([revoked.status, revoked.body.error]).toEqual([409, 'CertificateSuperseded'])
  expect(revoked.body.message).toContain(first.body.verificationCode)
})

test('administrators print a certificate that was issued while there was no browser', async () => {
  const printer = switchablePrinter({ available: false })
  await using broken = await startApi({ printer, logLines: [] })
  const admin = await broken.given.admin()
  const { learner, course } = await givenGraduate(broken)
  const { verificationCode: code } = await broken
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  const render = async () =>
    (await broken.request(`POST /api/v1/admin/certificates/${code}/render`, { token: admin.token }))
      .body.pdf

  expect(await render()).toBe('unavailable')
  printer.available = true
  expect(await render()).toBe('ready')
})
