import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listVoidIndexes } from '../../../../db/queries/learning/certificates.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { reinstateCertificate, revokeCertificate } from './revoke-certificate.ts'
import { findByTypedCode } from './verify-certificate.ts'

const api = await forAllTests(startApi({ printer: switchablePrinter({ available: true }) }))

test('administrators list certificates by code, user, course and status, page by page', async () => {
  const admin = await api.given.admin()
  const [one, other] = [await givenCertificate(api), await givenCertificate(api)]
  const list = async (query: string) =>
    (
      await api.request(`GET /api/v1/admin/certificates?${query}`, { token: admin.token })
    ).body.items.map((item: { verificationCode: string }) => item.verificationCode)

  expect((await list('limit=2')).slice(0, 2)).toEqual([other.code, one.code])
  expect(await list(`userId=${one.learner.id}`)).toEqual([one.code])
  expect(await list(`code=${one.code.toLowerCase()}`)).toEqual([one.code])
  expect(await list('code=nonsense')).toEqual([])
  expect(await list(`courseId=${other.course.id}`)).toEqual([other.code])
  expect(await list(`userId=${one.learner.id}&status=revoked`)).toEqual([])
  const page = await api.request('GET /api/v1/admin/certificates?limit=1', { token: admin.token })
  expect(page.body.items[0]).toMatchObject({
    userId: other.learner.id,
    pdfSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await list(`limit=1&cursor=${page.body.nextCursor}`))[0]).toBe(one.code)
})

test('administrators find certificates by a part of the name or the beginning of the code', async () => {
  const admin = await api.given.admin()
  const name = 'Zoë Quillfeather'
  const [one, other] = [
    await givenCertificate(api, { learner: { name } }),
    await givenCertificate(api, { learner: { name } }),
  ]
  const list = async (query: object) => {
    const { items } = await api.as(admin).certificates.adminList.query(query)
    return items.map(({ verificationCode }) => verificationCode)
  }

  expect(await list({ q: 'zoe quill' })).toEqual([other.code, one.code])
  expect(await list({ q: 'quill', courseId: one.course.id })).toEqual([one.code])
  const { nextCursor } = await api.as(admin).certificates.adminList.query({ q: 'quill', limit: 1 })
  expect(await list({ q: 'quill', cursor: nextCursor ?? '' })).toEqual([one.code])
  expect(await list({ q: one.code.slice(0, 11).toLowerCase() })).toEqual([one.code])
  expect(await list({ q: 'nobody' })).toEqual([])
})

test('administrators revoke with a reason that the public does not see, and the audit log says who did it', async () => {
  const admin = await api.given.admin()
  const { learner, code } = await givenCertificate(api)
  const revoke = (body: unknown) =>
    api.request(`POST /api/v1/admin/certificates/${code}/revoke`, { token: admin.token, body })

  expect((await revoke({})).body).toMatchObject({
    error: 'MissingFields',
    issues: [{ path: 'reason' }],
  })
  const first = await revoke({ reason: 'Issued to the wrong person' })
  const again = await revoke({ reason: 'Another' })

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

test('a mistaken revocation is taken back: the certificate is valid again, and both reasons stay on record', async () => {
  const admin = await api.given.admin()
  const { learner, code } = await givenCertificate(api)
  const call = (what: string, reason: string) =>
    api.request(`POST /api/v1/admin/certificates/${code}/${what}`, {
      token: admin.token,
      body: { reason },
    })
  const verify = async () =>
    (await api.request(`GET /certificates/verify/${code}`, { token: learner.token })).body
  const isListedAsVoid = async () => {
    const { statusIndex } = await findByTypedCode(api.deps, code)
    return (
      (await listVoidIndexes(api.deps.db, { first: statusIndex, last: statusIndex })).length > 0
    )
  }
  const revoked = await call('revoke', 'Issued to the wrong person')
  expect([(await verify()).valid, await isListedAsVoid()]).toEqual([false, true])

  const reinstated = await call('reinstate', 'It was another Ada')
  const again = await call('reinstate', 'Once more')

  expect([reinstated.status, again.text]).toEqual([200, reinstated.text])
  expect(reinstated.body).toMatchObject({
    status: 'issued',
    reinstatement: {
      revokedAt: revoked.body.revokedAt,
      revocationReason: 'Issued to the wrong person',
      reason: 'It was another Ada',
    },
  })
  expect(reinstated.body.revocationReason).toBeUndefined()
  expect(await verify()).toMatchObject({ valid: true, status: 'issued' })
  expect([(await verify()).revokedAt, await isListedAsVoid()]).toEqual([undefined, false])
  expect((await api.request(`GET /verify/${code}`)).text).toContain('This certificate is valid')

  await call('revoke', 'Fraud after all')
  expect((await call('reinstate', 'Appeal won')).body.reinstatement).toMatchObject({
    revocationReason: 'Fraud after all',
    reason: 'Appeal won',
  })
  const { rows } = await api.deps.db.execute(
    sql`select event from audit_events where user_id = ${learner.id} and event like 'certificate-re%'
      order by id`,
  )
  expect(rows.map(({ event }) => event)).toEqual([
    'certificate-revoked',
    'certificate-reinstated',
    'certificate-revoked',
    'certificate-reinstated',
  ])
})

test('a certificate that was never revoked stays as it is when reinstated, and a replaced one is refused', async () => {
  const { code } = await givenCertificate(api)

  expect(await reinstateCertificate(api.deps, { code, reason: 'x' })).toMatchObject({
    isNew: false,
    certificate: { status: 'issued' },
  })
  await reissueCertificate(api.deps, { code })
  await expect(reinstateCertificate(api.deps, { code, reason: 'x' })).rejects.toMatchObject({
    name: 'CertificateSuperseded',
  })
})

test('of twelve reinstatements at once one happens, with one record', async () => {
  const { code } = await givenCertificate(api)
  const {
    certificate: { id },
  } = await revokeCertificate(api.deps, { code, reason: 'A mistake' })

  const outcomes = await atOnce(12, (index) =>
    reinstateCertificate(api.deps, { code, reason: `Reason ${index}` }),
  )

  expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1)
  const { rows } = await api.deps.db.execute(
    sql`select 1 from certificate_reinstatements where certificate_id = ${id}`,
  )
  expect(rows).toHaveLength(1)
})

describe('the database itself refuses', () => {
  const refusal = (statement: ReturnType<typeof sql>) =>
    api.deps.db.execute(statement).then(
      () => 'done',
      ({ cause }) => cause.code,
    )

  test('to rewrite when or why a certificate was revoked, and to forget it without a record', async () => {
    const { code } = await givenCertificate(api)
    const {
      certificate: { id },
    } = await revokeCertificate(api.deps, { code, reason: 'Fraud' })

    for (const change of [
      sql`revocation_reason = 'Nothing in particular'`,
      sql`revoked_at = now() - interval '1 year'`,
      sql`status = 'issued', revoked_at = null, revocation_reason = null`,
    ])
      expect(await refusal(sql`update certificates set ${change} where id = ${id}`)).toBe('23001')

    await reinstateCertificate(api.deps, { code, reason: 'A mistake' })
    for (const statement of [
      sql`update certificate_reinstatements set reason = 'x' where certificate_id = ${id}`,
      sql`delete from certificate_reinstatements where certificate_id = ${id}`,
    ])
      expect(await refusal(statement)).toBe('23001')
  })

  test('to empty a table whose rows it keeps', async () => {
    const { rows } = await api.deps.db.execute(sql`
      select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid and p.proname not like 'tally_%'
      where not t.tgisinternal and t.tgtype & 2 = 2 and t.tgtype & 8 = 8 order by 1`)
    const kept = rows.map(({ name }) => String(name))

    expect(kept).toEqual(expect.arrayContaining(['certificates', 'certificate_files', 'receipts']))
    for (const table of kept)
      expect([table, await refusal(sql`truncate ${sql.identifier(table)} cascade`)]).toEqual([
        table,
        '23001',
      ])
  })
})

test('administrators replace a certificate once, and cannot revoke a replaced one', async () => {
  const admin = await api.given.admin()
  const { code } = await givenCertificate(api)
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
  const { code } = await givenCertificate(broken)
  const render = async () =>
    (await broken.request(`POST /api/v1/admin/certificates/${code}/render`, { token: admin.token }))
      .body.pdf

  expect(await render()).toBe('unavailable')
  printer.available = true
  expect(await render()).toBe('ready')
})
