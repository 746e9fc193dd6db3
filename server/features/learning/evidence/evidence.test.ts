import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type EvidenceVerdict, verifyEvidence } from '../../../../client-sdk/src/evidence.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { completeCourse, givenCertificate, givenGraduate } from '../../../test/learning.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { givenProgram } from '../programs/test-support.ts'

const logLines: string[] = []
const api = await forAllTests(startApi({ logLines }))
const school = api.as(await api.given.admin())

async function fileOf({ token }: GivenUser, code: string, query = ''): Promise<Buffer> {
  const answer = await api.server.inject({
    url: `/api/v1/me/certificates/${code}/evidence${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const verify = (file: Uint8Array | string) =>
  verifyEvidence(file, { jwks: api.deps.credentials.publicKeys as never })

function requireAuthentic(verdict: EvidenceVerdict) {
  if (!verdict.authentic) throw new Error(verdict.reason)
  return verdict
}

/** A learner who began, was reset, failed the quiz once, and passed it. */
async function givenPassed() {
  const quiz = await givenQuiz(api, { lessons: 1, grade: 'printed' })
  const { learner, courseId, otherIds } = quiz
  const report = { lessonId: otherIds[0] ?? '', completed: true }
  await api.as(learner).progress.update.mutate(report)
  const enrollment = { courseId, userId: learner.id }
  const reason = 'zqx-canary was ill'
  await school.admin.enrollments.resetProgress.mutate({ ...enrollment, reason })
  await quiz.attempt('wrong')
  await quiz.attempt('right')
  await api.as(learner).progress.update.mutate(report)
  const certificate = await api.as(learner).certificates.issue.mutate({ courseId })
  return { learner, courseId, certificate, code: certificate.verificationCode }
}

test('a file of evidence says what was shown, how it was completed and graded, and what staff did', async () => {
  const { learner, code, certificate } = await givenPassed()
  const file = await fileOf(learner, code)

  const verdict = requireAuthentic(await verify(file))

  expect(verdict).toMatchObject({
    verificationCode: code,
    courseTitle: certificate.courseTitle,
    changes: [],
    missing: [],
    replaces: null,
    parts: { version: { signed: 3, shown: 3 }, attempts: { signed: 2 }, gradings: { signed: 2 } },
  })
  const { rows } = verdict
  expect(rows['version/2']).toMatchObject({ type: 'quiz', questions: { length: 6 } })
  expect([rows['completions/1'], rows['completions/2']]).toMatchObject([
    { by: 'pass', score: 10_000 },
    { by: 'report' },
  ])
  expect([rows['attempts/1'], rows['attempts/2']]).toMatchObject([
    { passed: false, answers: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { passed: true, points: 10 },
  ])
  expect(rows['gradings/2']).toMatchObject({ attempt: 2, cause: 'submission', points: 10 })
  expect([rows['acts/1'], rows['acts/2']]).toMatchObject([
    { event: 'learner-enrolled' },
    {
      event: 'progress-reset',
      reason: 'zqx-canary was ill',
      by: expect.stringMatching(/^user-[\w-]{12}$/),
    },
  ])
  expect(file.length).toBeLessThan(10_000)
})

test('each of 1,000 single changes of a byte, a row or the order is named', {
  timeout: 300_000,
}, async () => {
  const { learner, code } = await givenPassed()
  const file = await fileOf(learner, code)
  const lines = file.toString('utf8').split('\n').slice(0, -1)
  const whole = requireAuthentic(await verify(file)).missing.length
  let seed = 51
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  const join = (changed: string[]) => Buffer.from(`${changed.join('\n')}\n`)

  for (let change = 0; change < 1_000; change++) {
    const [one, other] = [1 + random(lines.length - 1), 1 + random(lines.length - 1)]
    const at = random(file.length)
    const byte = Buffer.from(file)
    byte[at] = (file[at] ?? 0) ^ (1 << random(8))
    const changed = [
      byte,
      byte,
      join(lines.toSpliced(one, 1)),
      join(lines.toSpliced(one, 0, lines[other] ?? '')),
      join(lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '')),
    ][change % 5] as Buffer
    if (changed.equals(file)) continue

    const verdict = await verify(changed)

    const line = file.subarray(0, at).filter((byte) => byte === 10).length + 1
    const named = verdict.changes.map(({ line }) => line)
    const isNamed = [
      change % 5 < 2 && (named.includes(line) || named.includes(1)),
      change % 5 === 2 && verdict.authentic && verdict.missing.length === whole + 1,
      change % 5 > 2 && verdict.changes.length > 0,
    ]
    expect([change, isNamed.includes(true)]).toEqual([change, true])
  }
})

test('what was learned can be given on without the tries that failed, and stays proven', async () => {
  const { learner, code } = await givenPassed()

  const verdict = requireAuthentic(await verify(await fileOf(learner, code, '?part=learned')))

  expect(verdict.changes).toEqual([])
  expect(verdict.parts).toMatchObject({
    completions: { signed: 2, shown: 2 },
    attempts: { signed: 2, shown: 0 },
    acts: { shown: 0 },
  })
  expect(JSON.stringify(verdict.rows)).not.toContain('canary')
})

test('the credential bears the SHA-256 of the file, and nothing else of it is public or logged', async () => {
  const { learner, code } = await givenPassed()
  const { sha256 } = await verify(await fileOf(learner, code))

  const credential = await api.request(`GET /certificates/${code}/credential`, {
    headers: { accept: 'application/json' },
  })

  const digest = Buffer.from(sha256, 'hex').toString('base64url')
  expect(credential.body.evidence).toMatchObject([
    { id: `ni:///sha-256;${digest}`, type: ['Evidence'] },
  ])
  const stranger = await api.given.learner()
  const path = `/api/v1/me/certificates/${code}/evidence`
  const refused = await api.request(`GET ${path}`, { token: stranger.token })
  expect([refused.status, refused.body.error]).toEqual([404, 'CertificateNotFound'])
  expect((await api.request(`GET ${path}`)).status).toBe(401)
  const pages = await Promise.all(
    [`/verify/${code}`, `/certificates/${code}.json`].map((url) => api.server.inject({ url })),
  )
  const seen = [...pages.map(({ payload }) => payload), ...logLines, JSON.stringify(credential)]
  expect(seen.join('\n')).not.toContain('canary')
})

test('a new name takes the rows over, even once what they were made of is gone', async () => {
  const { learner, courseId, code } = await givenPassed()
  const before = requireAuthentic(await verify(await fileOf(learner, code)))
  const enrollment = { courseId, userId: learner.id, reason: 'begin anew' }
  await school.admin.enrollments.resetProgress.mutate(enrollment)
  await api.as(learner).me.update.mutate({ name: 'Grace Hopper' })

  const successor = await api.as(learner).certificates.reissue.mutate({ code })

  const after = requireAuthentic(await verify(await fileOf(learner, successor.verificationCode)))
  expect(after.rows).toEqual(before.rows)
  expect(after.replaces).toEqual({ verificationCode: code, sha256: before.sha256 })
})

test('a lesson that staff marked is completed by a mark, with its reason', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  for (const { key } of course.lessons)
    await school.learners.markLesson.mutate({
      ...{ courseId: course.id, userId: learner.id },
      ...{ key, done: true, reason: 'Shown in class' },
    })
  const certificate = await api.as(learner).certificates.issue.mutate({ courseId: course.id })

  const { rows } = requireAuthentic(
    await verify(await fileOf(learner, certificate.verificationCode)),
  )

  expect(rows['completions/1']).toMatchObject({ by: 'mark' })
  expect(JSON.stringify(rows)).toContain('Shown in class')
})

test('the file is erased with the account, and an older certificate says that it has none', async () => {
  const { learner, course } = await givenGraduate(api)
  await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  const count = async () => {
    const { rows } = await api.deps.db.execute(
      sql`select count(*)::int as n from certificate_evidence where user_id = ${learner.id}`,
    )
    return rows[0]?.n
  }
  expect(await count()).toBe(1)
  await api.as(learner).me.erase.mutate({ password: learner.password })
  expect(await count()).toBe(0)

  const old = await givenCertificate(api)
  await api.deps.db.execute(sql`delete from certificate_evidence`)
  const { verificationCode: oldCode } = old.certificate
  const answer = await api.request(`GET /api/v1/me/certificates/${oldCode}/evidence`, {
    token: old.learner.token,
  })
  expect([answer.status, answer.body.error]).toEqual([404, 'EvidenceNotKept'])
})

test("a program's file names the files of its courses by their hashes", async () => {
  const courses = [await api.given.course(), await api.given.course()]
  const program = await givenProgram(api, { courses })
  const learner = await api.given.learner()
  await api.given.enrollment(learner, program)
  for (const course of courses) await completeCourse(api, { learner, course })

  const { certificates } = await api.as(learner).me.get.query()
  const codeOf = (courseId: string) =>
    certificates.find((item) => item.courseId === courseId)?.verificationCode ?? ''
  const below = await Promise.all(
    courses.map(async ({ id }) => (await verify(await fileOf(learner, codeOf(id)))).sha256),
  )
  const { rows, parts } = requireAuthentic(await verify(await fileOf(learner, codeOf(program.id))))

  expect(parts.completions).toEqual({ signed: 2, shown: 2 })
  expect(rows['completions/1']).toMatchObject({ by: 'course' })
  expect([rows['courses/1'], rows['courses/2']]).toMatchObject(
    below.map((evidence) => ({ evidence })),
  )
})

test('of thousands of attempts the newest are listed, and the file says so', async () => {
  const quiz = await givenQuiz(api, { lessons: 0 })
  await quiz.attempt('wrong')
  await api.deps.db.execute(sql`
    insert into attempts
    select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'number', n))).*
    from attempts a, generate_series(2, 3000) n where a.user_id = ${quiz.learner.id}`)
  await quiz.attempt('right')
  const { courseId } = quiz
  const issued = await api.as(quiz.learner).certificates.issue.mutate({ courseId })

  const file = await fileOf(quiz.learner, issued.verificationCode)

  const verdict = requireAuthentic(await verify(file))
  expect(verdict.shortened).toEqual(['attempts'])
  expect(verdict.parts.attempts).toEqual({ signed: 500, shown: 500 })
  expect(file.length).toBeLessThan(1_000_000)
})

test('a certificate is issued even where its evidence cannot be written', async () => {
  await api.deps.db.execute(sql`
    alter table certificate_evidence add constraint broken check (sha256 = '') not valid`)

  const { learner, code } = await givenCertificate(api).finally(() =>
    api.deps.db.execute(sql`alter table certificate_evidence drop constraint broken`),
  )

  const path = `GET /api/v1/me/certificates/${code}/evidence`
  const answer = await api.request(path, { token: learner.token })
  expect([answer.status, answer.body.error]).toEqual([404, 'EvidenceNotKept'])
})
