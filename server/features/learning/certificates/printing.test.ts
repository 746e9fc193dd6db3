import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { defaultBranding } from '../../../../content/branding/branding.ts'
import { LookUnprintable, SigningFileError } from '../../../adapters/pdf-printer/types.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { givenCertificate, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'

const soon = { timeout: 60_000, interval: 100 }

test('the PDF of a completed course is printed without a request', async () => {
  const printer = switchablePrinter({ available: true })
  await using api = await startApi({ printer })

  const { learner, course } = await givenGraduate(api, {
    course: { title: 'Knots', language: 'de' },
    learner: { name: 'Jörg Müller' },
  })

  const state = async () =>
    (await api.as(learner).certificates.list.query({ userId: learner.id })).items[0]?.pdf
  await expect.poll(state, soon).toBe('ready')
  expect(printer.printed).toEqual([
    {
      learnerName: 'Jörg Müller',
      courses: null,
      grade: null,
      courseTitle: 'Knots',
      completedOn: expect.any(String),
      issuedOn: expect.any(String),
      issuedAt: expect.any(Date),
      minutes: 10,
      lastDay: null,
      code: expect.stringMatching(/^(\w{4}-){4}\w$/),
      verifyUrl: expect.stringMatching(/^http:\/\/lyceum\.test\/verify\/(\w{4}-){4}\w$/),
      qrText: expect.stringMatching(
        /^http:\/\/lyceum\.test\/verify\/(\w{4}-){4}\w#[\w-]{8}\.[\w-]+\.[\w-]{86}$/,
      ),
      credential: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      issuer: 'Lyceum',
      language: 'de',
      branding: defaultBranding,
    },
  ])
  expect((await api.as(learner).certificates.issue.mutate({ courseId: course.id })).pdf).toBe(
    'ready',
  )
  expect(printer.printed).toHaveLength(1)
})

test('without a browser everything else works and says so; once there is one, the certificate is printed without a request', async () => {
  const printer = switchablePrinter({ available: false })
  await using api = await startApi({ printer, logLines: [] })
  const { learner, course } = await givenGraduate(api)
  const list = async () =>
    (await api.as(learner).certificates.list.query({ userId: learner.id })).items

  const issued = await api.request(`POST /courses/${course.id}/certificate`, {
    token: learner.token,
  })
  expect([issued.status, issued.body.pdf]).toEqual([201, 'unavailable'])
  const verification = await api.request(
    `GET /certificates/verify/${issued.body.verificationCode}`,
    { token: learner.token },
  )
  expect(verification.body.valid).toBe(true)
  const download = await api.request(`GET ${new URL(issued.body.certificateUrl).pathname}`)
  expect([download.status, download.body.error, download.headers['retry-after']]).toEqual([
    503,
    'ServiceUnavailable',
    '300',
  ])
  expect(download.body.message).toMatch(/valid.*no browser.*doctor/)

  printer.available = true
  await expect.poll(async () => (await list()).map(({ pdf }) => pdf), soon).toEqual(['ready'])

  expect((await list())[0]?.verificationCode).toBe(issued.body.verificationCode)
  expect((await api.request(`GET ${new URL(issued.body.certificateUrl).pathname}`)).status).toBe(
    200,
  )
  expect(printer.printed).toHaveLength(1)
})

test('a printer that fails for a moment leaves the certificate pending, not unavailable, and the next request gets it', async () => {
  const printer = switchablePrinter({ available: true })
  let breaks = true
  const render = printer.printCertificate
  printer.printCertificate = (facts) =>
    breaks ? Promise.reject(new Error('Target closed')) : render(facts)
  await using api = await startApi({ printer, logLines: [] })
  const { learner, course } = await givenGraduate(api)

  const issued = await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  const broken = await api.request(`GET ${new URL(issued.certificateUrl).pathname}`)
  breaks = false
  const again = await api.as(learner).certificates.issue.mutate({ courseId: course.id })

  expect([issued.pdf, broken.status, again.pdf]).toEqual(['pending', 500, 'ready'])
  expect(broken.text).not.toContain('Target')
})

test('while the signing file is unusable the certificate is valid but not printed, and comes once the file is fixed', async () => {
  const printer = switchablePrinter({ available: true })
  let isExpired = true
  const render = printer.printCertificate
  printer.printCertificate = (content) =>
    isExpired ? Promise.reject(new SigningFileError('/keys/p12 has expired')) : render(content)
  const logLines: string[] = []
  await using api = await startApi({ printer, logLines })
  const { certificate } = await givenCertificate(api)
  const { certificateUrl, pdf } = certificate
  const download = () => api.request(`GET ${new URL(certificateUrl).pathname}`)

  const refused = await download()
  isExpired = false

  expect([pdf, refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([
    'pending',
    503,
    'ServiceUnavailable',
    '300',
  ])
  expect(refused.body.message).toMatch(/is valid.*cannot sign/)
  expect(refused.text).not.toContain('/keys')
  expect(logLines.join('')).toContain('/keys/p12 has expired')
  expect((await download()).status).toBe(200)
})

test('requests at the same time get the same bytes, printed once, and a later template never replaces them', async () => {
  const printer = switchablePrinter({ available: true })
  await using api = await startApi({ printer })
  const { learner, certificate } = await givenCertificate(api)
  const { certificateUrl } = certificate
  const path = new URL(certificateUrl).pathname

  const downloads = await atOnce(30, () => api.server.inject({ method: 'GET', url: path }))
  printer.printCertificate = () =>
    Promise.resolve(new TextEncoder().encode('%PDF-2.0 another template'))
  const later = await api.server.inject({ method: 'GET', url: path })

  expect(tally(downloads.map(({ statusCode }) => statusCode))).toEqual({ 200: 30 })
  expect(
    new Set([...downloads, later].map(({ rawPayload }) => rawPayload.toString('hex'))).size,
  ).toBe(1)
  expect(printer.printed).toHaveLength(1)
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count, bool_and(encode(sha256(pdf), 'hex') = sha256) as intact from certificate_files f
        join certificates c on c.id = f.certificate_id where c.user_id = ${learner.id}`,
  )
  expect(rows).toEqual([{ count: 1, intact: true }])
})

test('if a different instance was faster, its file is the certificate, and this print is thrown away', async () => {
  const printer = switchablePrinter({ available: false })
  await using api = await startApi({ printer, logLines: [] })
  const { learner, certificate } = await givenCertificate(api)
  const { certificateUrl } = certificate
  const faster = '%PDF-1.7 printed by the other'
  const print = printer.printCertificate
  printer.printCertificate = async (facts) => {
    await api.deps.db.execute(sql`insert into certificate_files (certificate_id, pdf, sha256, rendered_at)
      select id, ${Buffer.from(faster)}, ${createHash('sha256').update(faster).digest('hex')}, now() from certificates where user_id = ${learner.id} on conflict do nothing`)
    return print(facts)
  }
  printer.available = true

  const { status, text } = await api.request(`GET ${new URL(certificateUrl).pathname}`)

  expect([status, text]).toEqual([200, faster])
})

test('a PDF that cannot be stored is logged without its contents', async () => {
  const logLines: string[] = []
  await using api = await startApi({ printer: switchablePrinter({ available: true }), logLines })
  await api.deps.db.execute(
    sql`alter table certificate_files add constraint test_refusal check (sha256 = '') not valid`,
  )
  try {
    const { learner, course } = await givenGraduate(api)
    await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  } finally {
    await api.deps.db.execute(sql`alter table certificate_files drop constraint test_refusal`)
  }

  const told = logLines.filter((line) => line.includes('certificate is not printed yet'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('test_refusal')
  expect(logLines.join('')).not.toContain('37,80,68,70')
})

test('the hourly clean-up prints a certificate whose job gave up, once it is an hour old', async () => {
  const printer = switchablePrinter({ available: false })
  await using api = await startApi({ printer, logLines: [] })
  const { learner } = await givenGraduate(api)
  const count = async () =>
    (
      await api.deps.db.execute(sql`select id from pgboss.job where name = 'print-certificate' and
    data->>'certificateId' in (select id::text from certificates where user_id = ${learner.id})`)
    ).rows.length
  await expect.poll(() => printer.isUnavailable, soon).toBe(true)
  await api.deps.db.execute(sql`delete from pgboss.job where name = 'print-certificate'`)
  printer.available = true

  await jobHandlers(api.deps)['clean-up']({})
  expect(await count()).toBe(0)

  const later = { ...api.deps, now: () => new Date(Date.now() + 61 * 60_000) }
  await jobHandlers(later)['clean-up']({})
  const state = async () =>
    (await api.as(learner).certificates.list.query({ userId: learner.id })).items[0]?.pdf
  await expect.poll(state, soon).toBe('ready')

  const before = await count()
  await jobHandlers(later)['clean-up']({})
  expect(await count()).toBe(before)
})

test('a certificate whose pictures cannot be printed is printed without them, and that is on record', async () => {
  const printer = switchablePrinter({ available: true })
  const { printCertificate } = printer
  printer.printCertificate = (content) =>
    content.branding?.logo === undefined
      ? printCertificate(content)
      : Promise.reject(new LookUnprintable('took longer than 6000 ms'))
  await using api = await startApi({ printer, logLines: [] })
  const logo = 'data:image/svg+xml;base64,PHN2Zy8+'
  const signatures = [{ name: 'Grace Hopper', title: 'Rear Admiral', image: logo }]

  const { certificate } = await givenCertificate(api, {
    course: { certificate: { logo, signatures, color: '#102030', issuer: 'The Faculty' } },
  })
  const { pdf } = certificate

  expect(pdf).toBe('ready')
  expect(printer.printed).toMatchObject([
    {
      issuer: 'The Faculty',
      branding: {
        color: '#102030',
        signatures: [{ name: 'Grace Hopper', title: 'Rear Admiral' }],
      },
    },
  ])
  expect(JSON.stringify(printer.printed)).not.toContain(logo)
  const { rows } = await api.deps.db.execute(
    sql`select reason from audit_reasons join audit_events on id = event_id
      where event = 'branding-set-aside'`,
  )
  expect(rows).toEqual([{ reason: 'took longer than 6000 ms' }])
})
