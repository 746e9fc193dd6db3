import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../../test/api.ts'
import { atOnce } from '../../../../test/at-once.ts'
import { givenCertificate } from '../../../../test/learning.ts'
import { eventsOf } from '../../../platform/events/test-support.ts'
import { formatCode } from '../code/code.ts'
import { reissueCertificate } from '../reissue-certificate.ts'
import { revokeCertificate } from '../revoke-certificate.ts'
import { tellExpiry } from './tell-expiry.ts'
import { endOfValidity } from './validity.ts'

const api = await forAllTests(startApi())
const day = 86_400_000

const givenLimited = (validFor = 24) => givenCertificate(api, { course: { validFor } })
type Given = Awaited<ReturnType<typeof givenLimited>>

const endOf = ({ certificate }: Given) => new Date(certificate.validUntil ?? '')

/** Runs the job as of that many days before the certificate expires. */
const tellAt = (given: Given, daysBefore: number) =>
  tellExpiry({
    ...api.deps,
    now: () => new Date(endOf(given).getTime() - daysBefore * day + 1_000),
  })

/** Returns, for each mail about the expiry, whether it says that it has come. */
async function mailed({ learner }: Given): Promise<boolean[]> {
  const { rows } = await api.deps.db.execute<{ mail: { hasExpired: boolean } }>(
    sql`select data->'notification' as mail from pgboss.job
      where name = 'send-course-mail' and data->>'userId' = ${learner.id}
        and data->'notification'->>'kind' = 'certificate-expiry' order by created_on`,
  )
  return rows.map(({ mail }) => mail.hasExpired)
}

test.each([
  ['2026-01-31', 1, 'UTC', '2026-02-28T23:59:59.000Z'],
  ['2027-01-31', 13, 'UTC', '2028-02-29T23:59:59.000Z'],
  ['2026-12-01', 3, 'Europe/Berlin', '2027-03-01T22:59:59.000Z'],
  ['2026-11-29', 12, 'America/Los_Angeles', '2027-11-30T07:59:59.000Z'],
  ['2026-09-28', 6, 'Europe/Berlin', '2027-03-28T21:59:59.000Z'],
])(
  'what is completed on %s is valid %i months, in %s to %s',
  (completed, months, timeZone, end) => {
    expect(endOfValidity(completed, { months, timeZone }).validUntil?.toISOString()).toBe(end)
  },
)

test('a certificate says everywhere until when it is valid, and that it has expired', async () => {
  const given = await givenLimited(12)
  const { learner, code, certificate } = given
  const { validUntil } = certificate
  expect(validUntil).toMatch(/T23:59:59\.000Z$/u)
  const answers = async () => {
    const [listed] = (await api.as(learner).certificates.list.query({ userId: learner.id })).items
    const [mine] = (await api.as(learner).me.courses.query({})).items
    const { body } = await api.request(`GET /certificates/${code}.json`)
    return [listed, mine?.certificate, body].map((at) => [at?.validUntil, at?.expired, at?.status])
  }
  expect(await answers()).toEqual(Array(3).fill([validUntil, false, 'issued']))
  const page = await api.request(`GET /verify/${code}?lang=en`)
  expect(page.text).toContain('<dt>Valid until</dt>')
  const { text: jws } = await api.request(`GET /certificates/${code}/credential`)
  const claims = decodeJwt(jws)
  const end = endOf(given)
  expect(claims).toMatchObject({
    validUntil: end.toISOString().replace('.000Z', 'Z'),
    exp: end.getTime() / 1000,
  })

  const successor = await reissueCertificate(api.deps, { code })
  expect(successor.certificate.validUntil).toEqual(end)
  await using later = await startApi()
  later.advance(400 * day)
  const newest = formatCode(successor.certificate.code)
  const { body } = await later.request(`GET /certificates/${newest}.json`)
  expect(body).toMatchObject({ valid: false, status: 'issued', expired: true })
  const expired = (await later.request(`GET /verify/${newest}?lang=de`)).text
  expect(expired).toContain('abgelaufen')
  expect(expired).not.toContain('og:image')
  expect((await later.request(`GET /certificates/${newest}.png`)).status).toBe(404)
  expect((await later.request(`GET /verify/${code}?lang=de`)).text).toContain('wurde ersetzt')
})

test('its learner is told 60, 30 and 7 days before and at the end, once each', async () => {
  const given = await givenLimited()
  await tellAt(given, 61)
  expect(await mailed(given)).toEqual([])
  for (const [daysBefore, mails] of [
    [60, 1],
    [45, 1],
    [30, 2],
    [7, 3],
  ] as const) {
    await atOnce(3, () => tellAt(given, daysBefore))
    expect(await mailed(given)).toEqual(Array(mails).fill(false))
  }
  for (const daysBefore of [0, -1]) await tellAt(given, daysBefore)
  expect(await mailed(given)).toEqual([false, false, false, true])
})

test('one that is seen late is told about once, a short one not at its issue', async () => {
  const late = await givenLimited()
  await tellAt(late, 20)
  await tellAt(late, 19)
  expect(await mailed(late)).toEqual([false])
  const short = await givenLimited(1)
  await tellAt(short, 31)
  expect(await mailed(short)).toEqual([])
  await tellAt(short, 29)
  expect(await mailed(short)).toEqual([false])
})

test('nobody is told of what was replaced, revoked or belongs to an erased account', async () => {
  const [replaced, revoked, erased] = [
    await givenLimited(),
    await givenLimited(),
    await givenLimited(),
  ]
  await reissueCertificate(api.deps, replaced)
  await revokeCertificate(api.deps, { code: revoked.code, reason: 'A test' })
  await api.deps.db.execute(sql`delete from users where id = ${erased.learner.id}`)
  const admin = await api.given.admin()
  const events = await eventsOf(api, { admin, act: () => tellAt(erased, 0) })
  const courses = [replaced, revoked, erased].map(({ course }) => course.id)
  const told = events.flatMap(([, data]) => ('courseId' in data ? [data.courseId] : []))
  expect(told.filter((id) => courses.includes(id))).toEqual([replaced.course.id])
  expect(await Promise.all([replaced, revoked, erased].map(mailed))).toEqual([[true], [], []])
})
