import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCertificateOf } from '../../../../db/queries/learning/certificates.ts'
import { users } from '../../../../db/schema/people/users.ts'
import type { Mail } from '../../../adapters/mailer/types.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { printCertificate } from './print-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'

const printer = switchablePrinter({ available: false })
const mails: Mail[] = []
const api = await forAllTests(startApi({ printer, mails }))
const second = await forAllTests(startApi({ printer, mails }))

const soon = { timeout: 60_000 }
/** Returns the mails about a certificate, sent or on their way. */
async function mailsTo(email: string): Promise<unknown[]> {
  const { rows } = await api.deps.db.execute<{ mail: object }>(
    `select data->'notification' as mail from pgboss.job
     where name = 'send-course-mail' and data->>'to' = '${email}'
       and data->'notification'->>'kind' = 'certificate-ready'`,
  )
  return rows.map(({ mail }) => mail)
}

test('the mail about a certificate comes once it is printed, and works', async () => {
  printer.available = false
  const { learner, course } = await givenGraduate(api)
  expect(await mailsTo(learner.email)).toEqual([])

  printer.available = true
  const certificate = await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  const isAbout = ({ subject, to }: (typeof mails)[number]) =>
    to === learner.email && subject.includes('certificate')
  await expect.poll(() => mails.filter(isAbout), soon).toHaveLength(1)

  const [mail] = mails.filter(isAbout)
  expect(mail?.text).toContain(certificate.certificateUrl)
  expect(mail?.text).toContain(certificate.verificationUrl)
  const pdf = await api.request(`GET ${new URL(certificate.certificateUrl).pathname}`)
  expect(pdf.status).toBe(200)
})

test('however many processes print a certificate, there is one mail, and one when another replaces it', async () => {
  printer.available = false
  const { learner, course } = await givenGraduate(api)
  const first = await findCertificateOf(api.deps.db, learner.id, course.id)
  if (first === undefined) throw new Error('There is no certificate.')

  printer.available = true
  await atOnce(8, (index) => printCertificate((index % 2 === 0 ? api : second).deps, first))
  await api.deps.db.update(users).set({ name: 'A New Name' }).where(eq(users.id, learner.id))
  const { certificate } = await reissueCertificate(api.deps, { code: first.code })
  await printCertificate(api.deps, certificate)

  expect(await mailsTo(learner.email)).toMatchObject([
    { replaces: false },
    { replaces: true, why: 'name' },
  ])
})

test('a certificate that was replaced before it was printed is mailed as its successor', async () => {
  printer.available = false
  const { learner, course } = await givenGraduate(api)
  const first = await findCertificateOf(api.deps.db, learner.id, course.id)
  if (first === undefined) throw new Error('There is no certificate.')
  const { certificate } = await reissueCertificate(api.deps, { code: first.code })

  printer.available = true
  await printCertificate(api.deps, certificate)
  await printCertificate(api.deps, first)

  const { verificationUrl } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  expect(await mailsTo(learner.email)).toMatchObject([{ verificationUrl }])
})
