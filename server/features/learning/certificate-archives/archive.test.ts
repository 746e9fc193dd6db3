import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { findArchive } from '../../../../db/queries/learning/certificate-archives.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { completeCourse } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { untilLocksAreAwaited } from '../../../test/until.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { formatCode } from '../certificates/code/code.ts'
import { printCertificateJob } from '../certificates/print-certificate.ts'
import { reissueCertificate } from '../certificates/reissue-certificate.ts'
import { revokeCertificate } from '../certificates/revoke-certificate.ts'
import { packForAWhile } from './pack-certificates.ts'

const printer = switchablePrinter({ available: true })
const { printCertificate } = printer
// Too large for several to wait in a stream.
printer.printCertificate = async (content) =>
  Buffer.concat([await printCertificate(content), Buffer.alloc(500_000)])
const api = await forAllTests(startApi({ printer, isIdle: true }))

async function givenCertified(course: GivenCourse, name: string) {
  const learner = await api.given.learner({ name })
  await api.given.enrollment(learner, course)
  await completeCourse(api, { learner, course })
  const { verificationCode } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  return { learner, code: verificationCode }
}

async function givenStaff({ id }: GivenCourse, role: 'owner' | 'teacher'): Promise<GivenUser> {
  const user = await api.given.learner()
  await api.deps.db.execute(sql`
    insert into course_members (course_id, user_id, role, added_at)
    values (${id}, ${user.id}, ${role}, now())`)
  return user
}

const addressOf = ({ id }: GivenCourse, archiveId: string) =>
  `/api/v1/authoring/courses/${id}/certificate-archives/${archiveId}/certificates.zip`

/** Downloads the zip, and returns the content of each file by its name. */
async function zipOf(
  user: GivenUser,
  course: GivenCourse,
  { archiveId, meanwhile }: { archiveId: string; meanwhile?: () => Promise<unknown> },
) {
  const answer = await api.server.inject({
    url: addressOf(course, archiveId),
    headers: { authorization: `Bearer ${user.token}` },
    payloadAsStream: true,
  })
  expect(answer.headers['content-type']).toBe('application/zip')
  await meanwhile?.()
  const zip = await buffer(answer.stream())
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>>()
  const files: Record<string, string> = {}
  fromBuffer(zip, { lazyEntries: true }, (error, opened) => {
    if (error) return reject(error)
    opened.on('end', () => resolve(files)).on('error', reject)
    opened.on('entry', (entry) =>
      opened.openReadStream(entry, async (_error, stream) => {
        files[entry.fileName] = stream ? `${await buffer(stream)}` : ''
        opened.readEntry()
      }),
    )
    opened.readEntry()
  })
  return promise
}

test('the zip holds the PDF of each valid certificate, under the name of its learner and its code', async () => {
  const course = await api.given.course()
  const owner = await givenStaff(course, 'owner')
  const make = () => api.as(owner).certificates.archive.mutate({ courseId: course.id })
  const none = await make()
  expect(none).toMatchObject({ status: 'done', ready: 0, unprinted: 0 })
  expect(await zipOf(owner, course, { archiveId: none.id })).toEqual({})
  const [one, other, long, revoked] = [
    await givenCertified(course, '-Ada/Lovelace'),
    await givenCertified(course, '-Ada/Lovelace'),
    await givenCertified(course, '縄'.repeat(80)),
    await givenCertified(course, 'Charles Babbage'),
  ]
  await revokeCertificate(api.deps, { code: revoked.code, reason: 'A mistake' })

  const archive = await make()

  expect(archive).toMatchObject({ status: 'done', ready: 3, unprinted: 0 })
  const files = await zipOf(owner, course, { archiveId: archive.id })
  const names = [one, other].map(({ code }) => `Ada Lovelace ${code}.pdf`)
  const cut = `${'縄'.repeat(66)} ${long.code}.pdf`
  expect(Object.keys(files).sort()).toEqual([...names, cut].sort())
  for (const text of Object.values(files)) expect(text).toMatch(/^%PDF-/)

  const stranger = await givenStaff(course, 'owner')
  const input = { courseId: course.id, archiveId: archive.id }
  expect(await errorOf(api.as(stranger).certificates.archived.query(input))).toBe('ArchiveNotFound')
})

test('a teacher of a cohort gets the certificates of its members alone', async () => {
  const course = await api.given.course()
  const [member] = [
    await givenCertified(course, 'Mary Ward'),
    await givenCertified(course, 'Other'),
  ]
  const admin = await api.given.admin()
  const { cohorts } = api.as(admin).admin
  const cohort = await cohorts.create.mutate({ name: `Class ${course.slug}` })
  await cohorts.addMember.mutate({ cohortId: cohort.id, user: member.learner.email })
  const teacher = await api.given.learner()
  await api.as(admin).members.add.mutate({
    ...{ courseId: course.id, email: teacher.email, role: 'teacher', cohorts: [cohort.id] },
  })

  const { archive } = api.as(teacher).certificates
  const { id, ready } = await archive.mutate({ courseId: course.id })
  const chosen = await api
    .as(admin)
    .certificates.archive.mutate({ courseId: course.id, cohort: cohort.id })

  const names = [`Mary Ward ${member.code}.pdf`]
  expect([ready, Object.keys(await zipOf(teacher, course, { archiveId: id }))]).toEqual([1, names])
  expect(Object.keys(await zipOf(admin, course, { archiveId: chosen.id }))).toEqual(names)
})

test('one that cannot be printed holds up no other, and the zip names it', async () => {
  const course = await api.given.course()
  const owner = await givenStaff(course, 'owner')
  const { code } = await givenCertified(course, 'Ada Lovelace')
  printer.available = false
  const missing = await givenCertified(course, 'Grace Hopper')

  const archive = await api.as(owner).certificates.archive.mutate({ courseId: course.id })

  expect(archive).toMatchObject({ status: 'done', ready: 1, unprinted: 1 })
  expect(await zipOf(owner, course, { archiveId: archive.id })).toEqual({
    [`Ada Lovelace ${code}.pdf`]: expect.stringMatching(/^%PDF-/),
    'missing.txt': `${missing.code}\n`,
  })
  printer.available = true
})

test('one replaced while the zip is read is in it once, as it is then', async () => {
  const course = await api.given.course()
  const owner = await givenStaff(course, 'owner')
  const codes: string[] = []
  for (const name of ['One', 'Two', 'Three', 'Four'])
    codes.push((await givenCertified(course, name)).code)
  const archive = await api.as(owner).certificates.archive.mutate({ courseId: course.id })
  const replaced = codes.pop() ?? ''

  const files = await zipOf(owner, course, {
    archiveId: archive.id,
    meanwhile: async () => {
      const { certificate } = await reissueCertificate(api.deps, { code: replaced })
      await printCertificateJob(api.deps, { certificateId: certificate.id })
      codes.push(formatCode(certificate.code))
    },
  })

  const inZip = Object.keys(files).map((name) =>
    name.slice(-'XXXX-XXXX-XXXX-XXXX-X.pdf'.length, -4),
  )
  expect(inZip.sort()).toEqual(codes.sort())
})

test('ended in the middle, it goes on after the last that was counted, and cannot be downloaded before', async () => {
  const course = await api.given.course()
  const owner = await givenStaff(course, 'owner')
  await givenCertified(course, 'One')
  await givenCertified(course, 'Two')
  const erased = await givenCertified(course, 'Three')
  const make = () => api.as(owner).certificates.archive.mutate({ courseId: course.id })
  const { id } = await make()
  const restart = () =>
    api.deps.db.execute(sql`
      update certificate_archives set status = 'running', after = null, ready = 0,
        finished_at = null
      where id = ${id}`)
  await restart()
  const early = await api.request(`GET ${addressOf(course, id)}`, { token: owner.token })
  expect(early.body.error).toBe('ArchiveRunning')

  const counts: (number | undefined)[] = []
  for (let isDone = false; !isDone; ) {
    isDone = await packForAWhile(api.deps, id, 0)
    counts.push((await findArchive(api.deps.db, id))?.ready)
    if (counts.length === 1) await eraseAccountByEmail(api.deps, erased.learner.email)
  }
  expect(counts).toEqual([1, 2, 2])

  await restart()
  // Holds it, so that both clicks come while it runs.
  const { clicks } = await api.database.withTransaction(async (db) => {
    await db.execute(sql`select from certificate_archives where id = ${id} for update`)
    const clicks = atOnce(2, make)
    await untilLocksAreAwaited(api, 2)
    return { clicks }
  })
  const clicked = await clicks
  expect(clicked.map((archive) => archive.id)).toEqual([id, id])
})
