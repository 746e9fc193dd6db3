import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../../../db/postgres/client.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { certificates } from '../../../../db/schema/learning/certificates.ts'
import { users } from '../../../../db/schema/people/users.ts'
import type { Mail } from '../../../adapters/mailer/types.ts'
import { inTransaction } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { whileHeld } from '../../../test/held.ts'
import { completeCourse, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { credentialOf } from './credential/credential.ts'
import { issueCertificate } from './issue-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import { learnerOf } from './snapshot.ts'

const printer = switchablePrinter({ available: true })
const mails: Mail[] = []
const [api, second] = await Promise.all([
  forAllTests(startApi({ printer, mails })),
  forAllTests(startApi({ printer, mails, logLines: [], config: { rateLimitScale: 1 } })),
])

async function givenGuess(name = 'Ada Lovelace') {
  const learner = await api.given.learner({ name })
  await api.deps.db.update(users).set({ nameIsGuess: true }).where(eq(users.id, learner.id))
  return learner
}

/** Creates a learner whose name was guessed, with certificates for that many courses. */
async function givenCertificates(count = 1) {
  const learner = await givenGuess()
  const courses = []
  for (let number = 0; number < count; number++) {
    const course = await api.given.course()
    await api.given.enrollment(learner, course)
    await completeCourse(api, { learner, course })
    courses.push(course)
  }
  return { learner, courses }
}

async function listOf(learner: GivenUser) {
  return (await api.as(learner).certificates.list.query({ userId: learner.id })).items
}

async function mailTo(email: string): Promise<string | undefined> {
  await api.codeFor(email)
  return mails.find(({ to }) => to === email)?.text
}

function rowsOf({ id }: GivenUser) {
  return api.deps.db.select().from(certificates).where(eq(certificates.userId, id))
}

test('a name guessed at registration is marked in every answer about the user, and in the mail', async () => {
  const email = `ada.lovelace_99.${'x'.repeat(8)}${randomUUID().replace(/\W|\d/g, '')}@example.com`
  const password = 'correct horse battery staple'

  const { body } = await api.request('POST /api/auth/register', { body: { email, password } })

  expect(body.user.name).toMatch(/^Ada Lovelace X/)
  expect(body.user.nameIsGuess).toBe(true)
  expect(await mailTo(email)).toContain(`We guessed your name, ${body.user.name}, from your email.`)
})

test('a name given at registration is no guess', async () => {
  const email = `${randomUUID()}@example.com`
  const { body } = await api.request('POST /api/auth/register', {
    body: { email, password: 'correct horse battery staple', name: 'Grace Hopper' },
  })

  expect([body.user.name, body.user.nameIsGuess]).toEqual(['Grace Hopper', false])
  expect(await mailTo(email)).not.toContain('guessed')
})

test('a certificate with a guess is issued at once and says so to its holder, not to a stranger', async () => {
  const { learner, courses } = await givenCertificates()

  const certificate = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: courses[0]?.id ?? '' })

  expect(certificate).toMatchObject({
    learnerName: 'Ada Lovelace',
    nameIsGuess: true,
    pictureUrl: null,
    status: 'issued',
  })
  expect(await listOf(learner)).toMatchObject([{ nameIsGuess: true }])
  expect(await api.as(learner).me.get.query()).toMatchObject({
    nameIsGuess: true,
    certificates: [{ nameIsGuess: true }],
  })
  const { text } = await api.request(`GET /certificates/verify/${certificate.verificationCode}`, {
    token: (await api.given.learner()).token,
  })
  expect(text).not.toContain('nameIsGuess')
})

test('setting a name replaces every certificate that bears the guess, in the same moment', async () => {
  const { learner } = await givenCertificates(3)
  const before = await listOf(learner)

  const me = await api.as(learner).me.update.mutate({ name: 'Augusta Ada King' })

  expect(me).toMatchObject({ name: 'Augusta Ada King', nameIsGuess: false })
  const issued = me.certificates.filter(({ status }) => status === 'issued')
  const superseded = me.certificates.filter(({ status }) => status === 'superseded')
  expect(issued.map(({ learnerName }) => learnerName)).toEqual(Array(3).fill('Augusta Ada King'))
  expect(superseded.map(({ pictureUrl }) => pictureUrl)).toEqual([null, null, null])
  const picture = await api.server.inject(new URL(issued[0]?.pictureUrl ?? '').pathname)
  expect(picture.statusCode).toBe(200)
  expect(issued.map(({ courseId }) => courseId).toSorted()).toEqual(
    before.map(({ courseId }) => courseId).toSorted(),
  )
  expect(superseded.map(({ verificationCode }) => verificationCode).toSorted()).toEqual(
    before.map(({ verificationCode }) => verificationCode).toSorted(),
  )
  expect(superseded.map(({ supersededBy }) => supersededBy).toSorted()).toEqual(
    issued.map(({ verificationCode }) => verificationCode).toSorted(),
  )
  expect(me.certificates.map(({ nameIsGuess }) => nameIsGuess)).toEqual(Array(6).fill(false))
})

test('the certificates that replace a guess are printed without anybody asking', async () => {
  const { learner } = await givenCertificates()

  await api.as(learner).me.update.mutate({ name: 'Augusta Ada King' })

  const states = async () =>
    (await listOf(learner)).filter(({ status }) => status === 'issued').map(({ pdf }) => pdf)
  await expect.poll(states).toEqual(['ready'])
})

test('two names set at once replace each certificate once', async () => {
  const { learner } = await givenCertificates(2)

  await atOnce(6, (index) =>
    ([api, second][index % 2] ?? api).as(learner).me.update.mutate({ name: `Ada ${index}` }),
  )

  const rows = await rowsOf(learner)
  expect(tally(rows.map(({ status }) => status))).toEqual({ issued: 2, superseded: 2 })
  const issued = rows.filter(({ status }) => status === 'issued')
  expect(new Set(issued.map(({ learnerName }) => learnerName)).size).toBe(1)
  expect(issued.map(({ nameIsGuess }) => nameIsGuess)).toEqual([false, false])
})

test('confirming the guess ends the mark and replaces nothing', async () => {
  const { learner } = await givenCertificates()
  const [before] = await listOf(learner)

  await api.as(learner).me.update.mutate({ name: 'Ada Lovelace' })

  expect(await listOf(learner)).toEqual([
    {
      ...before,
      nameIsGuess: false,
      pictureUrl: before?.certificateUrl.replace('.pdf', '.png'),
      pdf: expect.anything(),
    },
  ])
})

test('a change of the language alone confirms no name', async () => {
  const { learner } = await givenCertificates()

  const me = await api.as(learner).me.update.mutate({ language: 'de' })

  expect([me.nameIsGuess, me.certificates.length]).toEqual([true, 1])
})

test('only issued certificates that bear the guess are replaced', async () => {
  const { learner } = await givenCertificates(2)
  const [revoked, reissued] = await listOf(learner)
  await revokeCertificate(api.deps, { code: revoked?.verificationCode ?? '', reason: 'fraud' })
  await reissueCertificate(api.deps, { code: reissued?.verificationCode ?? '' })

  await api.as(learner).me.update.mutate({ name: 'Augusta Ada King' })

  const rows = await rowsOf(learner)
  expect(tally(rows.map(({ status, learnerName }) => `${status} ${learnerName}`))).toEqual({
    'revoked Ada Lovelace': 1,
    'superseded Ada Lovelace': 2,
    'issued Augusta Ada King': 1,
  })
})

test('replacing a guess leaves the replacements of a day untouched', async () => {
  const { learner } = await givenCertificates(4)
  await second.as(learner).me.update.mutate({ name: 'First Name' })
  let [{ verificationCode: code } = { verificationCode: '' }] = await listOf(learner)
  const statuses: number[] = []

  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await second.as(learner).me.update.mutate({ name })
    const { status, body } = await second.request(`POST /api/v1/certificates/${code}/reissue`, {
      token: learner.token,
    })
    statuses.push(status)
    code = body.verificationCode ?? code
  }

  expect(statuses).toEqual([201, 201, 201, 429])
})

test('a name set while a certificate is being issued replaces that one too', async () => {
  const [learner, course] = [await givenGuess(), await api.given.course()]
  const [userId, courseId] = [learner.id, course.id]
  await api.given.enrollment(learner, course)
  const enrollment = await findEnrollment(api.deps.db, { userId, courseId })
  if (enrollment === undefined) throw new Error('There is no enrollment.')

  await whileHeld(api.deps, {
    hold: (_, ctx) => learnerOf(ctx, userId),
    action: () => second.as(learner).me.update.mutate({ name: 'Augusta Ada King' }),
    look: (_, ctx) => issueCertificate(ctx, { ...enrollment, completedAt: ctx.now() }),
  })

  const rows = await rowsOf(learner)
  expect(tally(rows.map(({ status, learnerName }) => `${status} ${learnerName}`))).toEqual({
    'superseded Ada Lovelace': 1,
    'issued Augusta Ada King': 1,
  })
})

test('a name set while its certificate is replaced never leaves the two waiting for each other', async () => {
  for (let round = 0; round < 5; round++) {
    const { learner } = await givenCertificates()
    const [certificate] = await listOf(learner)

    await Promise.all([
      reissueCertificate(second.deps, { code: certificate?.verificationCode ?? '' }),
      api.as(learner).me.update.mutate({ name: 'Augusta Ada King' }),
    ])

    const issued = (await rowsOf(learner)).filter(({ status }) => status === 'issued')
    expect(issued.map(({ learnerName }) => learnerName)).toEqual(['Augusta Ada King'])
  }
})

test('name and replacement lock the account before the name, as completions in programs do', async () => {
  const { learner } = await givenCertificates()
  const [certificate] = await listOf(learner)
  const isNameFree = async (db: Db) => {
    const { rows } = await db.execute<{ free: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`name ${learner.id}`}, 0)) as free`)
    expect(rows).toEqual([{ free: true }])
  }

  for (const action of [
    () => reissueCertificate(second.deps, { code: certificate?.verificationCode ?? '' }),
    () => second.as(learner).me.update.mutate({ name: 'Augusta Ada King' }),
  ])
    await whileHeld(api.deps, {
      hold: (db) => lockPurchasesOf(db, learner.id),
      action: (): Promise<unknown> => action(),
      look: isNameFree,
    })
})

test('a course is completed without waiting for a purchase of the same learner', async () => {
  const [learner, course] = [await givenGuess(), await api.given.course()]
  await api.given.enrollment(learner, course)

  await inTransaction(second.deps, async (ctx) => {
    await lockPurchasesOf(ctx.db, learner.id)
    await completeCourse(api, { learner, course })
  })

  expect(await rowsOf(learner)).toMatchObject([{ status: 'issued', nameIsGuess: true }])
})

test('a name that cannot be set changes no certificate', async () => {
  const { learner } = await givenCertificates()
  vi.spyOn(second.deps.jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'))

  const { status } = await second.request('PATCH /api/v1/me', {
    token: learner.token,
    body: { name: 'Augusta Ada King' },
  })

  expect(status).toBe(500)
  expect(await rowsOf(learner)).toMatchObject([{ status: 'issued', learnerName: 'Ada Lovelace' }])
  expect(await api.as(learner).me.get.query()).toMatchObject({ nameIsGuess: true })
})

test('a name that was set is printed as it is: its certificates are replaced on request only', async () => {
  const { learner } = await givenGraduate(api, { learner: { name: 'Grace Hopper' } })

  const me = await api.as(learner).me.update.mutate({ name: 'Grace Murray Hopper' })

  expect(me.certificates).toMatchObject([
    { status: 'issued', learnerName: 'Grace Hopper', nameIsGuess: false },
  ])
})

test('the public page, its JSON and the credential do not say a guess, until its owner confirms it as it is', async () => {
  const { learner } = await givenCertificates()
  const [certificate] = await listOf(learner)
  const code = certificate?.verificationCode
  // Stores the credential with the name, as on paper.
  await credentialOf(api.deps, (await rowsOf(learner))[0] as CertificateRow)
  const shown = async () => {
    const [page, json, credential, picture] = [
      await api.request(`GET /verify/${code}`, { headers: { 'accept-language': 'en' } }),
      await api.request(`GET /certificates/${code}.json`),
      await api.request(`GET /certificates/${code}/credential`),
      await api.request(`GET /certificates/${code}.png`),
    ]
    return [
      page.text.includes(learner.name),
      page.text.includes('Name not given'),
      page.text.includes('og:image'),
      json.body.learnerName,
      JSON.stringify(decodeJwt(credential.text)).includes(learner.name),
      picture.status,
    ]
  }

  const before = await shown()
  await api.as(learner).me.update.mutate({ name: learner.name })

  expect(before).toEqual([false, true, false, null, false, 404])
  expect(await shown()).toEqual([true, false, true, learner.name, true, 200])
})
