import { randomBytes } from 'node:crypto'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { maxZipBytes } from '../../server/features/authoring/import/zip/open-zip.ts'
import { forAllTests, startApi } from '../../server/test/api.ts'
import { givenTeam } from '../../server/test/authoring.ts'
import { givenGraduate } from '../../server/test/learning.ts'
import { switchablePrinter } from '../../server/test/printers.ts'
import type { FileAreas } from '../src/files/file-operations.ts'
import type { fileOperations } from '../src/generated/operations.ts'
import {
  createLyceum,
  isLyceumError,
  type Lyceum,
  type Outputs,
  type ResponseLog,
  type SignedOutReason,
} from '../src/index.ts'
import { connect, failureOf, startHostileServer } from './support.ts'

const printer = switchablePrinter({ available: true })
const api = await forAllTests(startApi({ printer }))
// Through real connections: only there may an answer come before the whole file is sent.
const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })

function clientOf({ token }: { token: string }, retries = 0): Lyceum {
  return createLyceum({ baseUrl, token, retries })
}

async function writtenCourse() {
  const team = await givenTeam(api)
  const lyceum = clientOf(team.author)
  const { draftRevision } = await lyceum.drafts.createLesson.mutate({
    courseId: team.courseId,
    revision: 1,
    key: 'one',
    title: 'One',
    content: 'Tie a bowline.',
  })
  return { ...team, lyceum, draftRevision }
}

type NamesIn<Areas, Path extends string = ''> = {
  [Name in keyof Areas & string]: Areas[Name] extends { _def: object }
    ? `${Path}${Name}`
    : NamesIn<Areas[Name], `${Path}${Name}.`>
}[keyof Areas & string]

test('every file that the server takes or gives has a type, and none has one alone', () => {
  expectTypeOf<NamesIn<FileAreas>>().toEqualTypeOf<keyof typeof fileOperations>()
})

describe('a course as a zip', () => {
  test('is exported, and imported into the draft of a revision or not at all', async () => {
    const { courseId, lyceum, draftRevision: revision } = await writtenCourse()
    const zip = await lyceum.authoring.export.query({ courseId, version: 'draft' })
    expect(zip.type).toBe('application/zip')

    const imported: Outputs['authoring']['import'] = await lyceum.authoring.import.mutate({
      courseId,
      // As somebody picks it from their disk.
      zip: new Blob([await zip.arrayBuffer()]),
      revision,
    })
    expect(imported).toMatchObject({ outcome: 'unchanged', revision, warnings: [] })
    const again = (revision?: number) => lyceum.authoring.import.mutate({ courseId, zip, revision })
    expect(await failureOf(again())).toMatchObject({ name: 'RevisionRequired', status: 428 })
    const error = await failureOf(again(1))
    if (!isLyceumError(error, 'authoring.import') || error.name !== 'DraftChanged')
      throw new Error('It should be DraftChanged.')
    expect(error.facts?.revision).toBe(revision)
  })

  test('fails by name: what is wrong with it, who may not, and which version there is not', async () => {
    const { courseId, lyceum, reviewer } = await writtenCourse()
    const broken = { courseId, zip: new Blob(['not a zip']), revision: 2 }
    expect(await failureOf(lyceum.authoring.import.mutate(broken))).toMatchObject({
      name: 'InvalidFields',
      operation: 'authoring.import',
      requestId: expect.any(String),
      issues: [{ path: 'the zip', message: expect.any(String) }],
    })
    expect(await failureOf(clientOf(reviewer).authoring.import.mutate(broken))).toMatchObject({
      name: 'Forbidden',
    })
    const version = lyceum.authoring.export.query({ courseId, version: 9 })
    expect(await failureOf(version)).toMatchObject({ name: 'VersionNotFound' })
    expect(await failureOf(lyceum.authoring.export.query({ courseId: '' }))).toMatchObject({
      name: 'InvalidFields',
      issues: [{ path: 'courseId' }],
    })
    const stranger = createLyceum({ baseUrl, retries: 0 })
    expect(await failureOf(stranger.authoring.export.query({ courseId }))).toMatchObject({
      name: 'TokenMissing',
    })
  })

  test('that is large is refused by name although its bytes are still on the way', async () => {
    const { courseId, lyceum, reviewer } = await writtenCourse()
    const large = new Blob([randomBytes(maxZipBytes - 1)])
    const input = { courseId, zip: large, revision: 2 }
    expect(await failureOf(clientOf(reviewer).authoring.import.mutate(input))).toMatchObject({
      name: 'Forbidden',
    })
    expect(await failureOf(lyceum.authoring.import.mutate(input))).toMatchObject({
      name: 'InvalidFields',
    })
    const tooLarge = new Blob([large, 'xx'])
    const call = lyceum.authoring.import.mutate({ ...input, zip: tooLarge })
    expect(await failureOf(call)).toMatchObject({ name: 'PayloadTooLarge', status: 413 })
  })
})

test('a certificate and a receipt are PDFs; the certificate needs no token', async () => {
  const { learner, course } = await givenGraduate(api)
  const lyceum = clientOf(learner)
  const { verificationCode: code } = await lyceum.certificates.issue.mutate({ courseId: course.id })
  const open = createLyceum({ baseUrl, token: 'an.expired.token', retries: 0 })
  for (const client of [lyceum, open]) {
    const pdf = await client.certificates.pdf.query({ code: code.toLowerCase() })
    expect([pdf.type, (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  }
  expect(open.session.state.status).toBe('unknown')
  const unknown = open.certificates.pdf.query({ code: '../../AAAA' })
  expect(await failureOf(unknown)).toMatchObject({ name: 'CertificateNotFound', status: 404 })

  const priced = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const { id, checkoutUrl } = await lyceum.transactions.create.mutate({ courseIds: [priced.id] })
  expect(
    await failureOf(lyceum.transactions.receiptPdf.query({ transactionId: id })),
  ).toMatchObject({
    name: 'TransactionNotPaid',
    operation: 'transactions.receiptPdf',
  })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  const receipt = await lyceum.transactions.receiptPdf.query({ transactionId: id })
  expect([receipt.type, (await receipt.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])

  printer.available = false
  expect(
    await failureOf(lyceum.transactions.receiptPdf.query({ transactionId: id })),
  ).toMatchObject({
    name: 'ServiceUnavailable',
  })
  printer.available = true
})

describe('admin tables', () => {
  test('a CSV enrolls everybody in it once, also when it is sent again, and its rows come back', async () => {
    const [admin, ada, course] = await Promise.all([
      api.given.admin(),
      api.given.learner(),
      api.given.course(),
    ])
    const lyceum = clientOf(admin)
    const { bulkEnrollments } = lyceum.admin
    const input = { csv: new Blob([`email\n${ada.email}\nnobody\n`]), course: course.slug }
    const begun = await bulkEnrollments.createFromCsv.mutate(input, { idempotencyKey: 'class' })
    expect(begun).toMatchObject({ total: 2, requestedBy: admin.id })
    expect(await bulkEnrollments.createFromCsv.mutate(input, { idempotencyKey: 'class' })).toEqual(
      begun,
    )
    const { id } = begun
    const bulk = () => bulkEnrollments.get.query({ bulkEnrollmentId: id })
    await expect.poll(bulk).toMatchObject({ enrolled: 1, failed: 1 })
    const rows = await (await bulkEnrollments.rowsCsv.query({ bulkEnrollmentId: id })).text()
    expect(rows.split('\r\n').slice(1, 3)).toEqual([
      `2,${ada.email},,${course.slug},,,enrolled,,`,
      expect.stringMatching(/^3,nobody,.*,failed,/),
    ])
  })

  test('an unreadable CSV is refused by name', async () => {
    const { bulkEnrollments } = clientOf(await api.given.admin()).admin
    const csv = new Blob(['email,shoe size\n'])
    const refusal = await failureOf(bulkEnrollments.createFromCsv.mutate({ csv, course: 'knots' }))
    expect(refusal).toMatchObject({
      name: 'InvalidFields',
      operation: 'admin.bulkEnrollments.createFromCsv',
    })
    const unknown = bulkEnrollments.rowsCsv.query({ bulkEnrollmentId: crypto.randomUUID() })
    expect(await failureOf(unknown)).toMatchObject({ name: 'BulkEnrollmentNotFound' })
  })

  test('the audit trail comes as CSV, by the filters of its list', async () => {
    const [admin, learner] = await Promise.all([api.given.admin(), api.given.learner()])
    const lyceum = clientOf(admin)
    await lyceum.admin.users.suspend.mutate({ userId: learner.id, reason: 'A test' })
    const found = await lyceum.admin.audit.csv.query({
      user: learner.email,
      event: 'user-suspended',
    })
    const [columns, ...lines] = (await found.text()).trim().split('\r\n')
    expect(columns).toMatch(/^at,event,actor/)
    expect(lines).toEqual([expect.stringContaining(`user-suspended,user:${admin.id}`)])
  })
})

test('an expired token signs out once by name, and after a new sign-in files come and go again', async () => {
  await using api = await startApi()
  const { courseId, author } = await givenTeam(api)
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const reasons: SignedOutReason[] = []
  const lyceum = createLyceum({
    baseUrl,
    token: author.token,
    onSignedOut: (reason) => reasons.push(reason),
  })
  const zip = await lyceum.authoring.export.query({ courseId })
  api.advance(365 * 24 * 3_600_000)

  const large = new Blob([randomBytes(5_000_000)])
  const failures = await Promise.all([
    failureOf(lyceum.authoring.import.mutate({ courseId, zip: large, revision: 1 })),
    failureOf(lyceum.authoring.export.query({ courseId })),
    failureOf(lyceum.me.get.query()),
  ])
  expect(failures.map((error) => (error as Error).name)).toEqual(Array(3).fill('TokenExpired'))
  expect([reasons, lyceum.session.state]).toEqual([['TokenExpired'], { status: 'signedOut' }])

  await lyceum.signIn({ email: author.email, password: author.password })
  expect((await lyceum.authoring.export.query({ courseId })).size).toBe(zip.size)
})

describe('on the way', () => {
  test('a CSV is sent again with the same idempotency key', async () => {
    await using server = await startHostileServer((request, response) => {
      request.resume()
      if (server.requests.length === 1) response.writeHead(503).end('<h1>Busy</h1>')
      else response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"one"}')
    })
    const lyceum = createLyceum({ baseUrl: server.baseUrl, token: 'a.secret.token' })
    const { createFromCsv } = lyceum.admin.bulkEnrollments
    expect(await createFromCsv.mutate({ csv: new Blob(['email\n']) })).toEqual({ id: 'one' })
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  test('an export is retried, an import is sent once, and both are in the log without contents', async () => {
    await using server = await startHostileServer((request, response) => {
      request.resume()
      const isFirst = server.requests.length === 1
      if (isFirst || request.method === 'POST') response.writeHead(503).end('<h1>Busy</h1>')
      else response.writeHead(200, { 'content-type': 'application/zip' }).end('PK')
    })
    const log: ResponseLog[] = []
    const lyceum = createLyceum({
      baseUrl: server.baseUrl,
      token: 'a.secret.token',
      onResponse: (one) => log.push(one),
    })

    expect(await (await lyceum.authoring.export.query({ courseId: 'one' })).text()).toBe('PK')
    const input = { courseId: 'one', zip: new Blob(['PK']) }
    expect(await failureOf(lyceum.authoring.import.mutate(input))).toMatchObject({
      name: 'ServiceUnavailable',
    })
    expect(log.map(({ operations, status, errors }) => [...operations, status, ...errors])).toEqual(
      [
        ['authoring.export', 503, 'ServiceUnavailable'],
        ['authoring.export', 200],
        ['authoring.import', 503, 'ServiceUnavailable'],
      ],
    )
    expect(JSON.stringify(log)).not.toContain('secret')
  })

  test.each([
    ['a web page', 200, 'text/html', '<html></html>', 'UnexpectedAnswer'],
    ['a file that is none', 200, 'application/json', '{}', 'UnexpectedAnswer'],
    ['half a file', 200, 'application/pdf', undefined, 'NetworkError'],
  ])('%s instead of a file fails by name', async (_what, status, type, body, name) => {
    await using server = await startHostileServer((_request, response) => {
      if (body !== undefined)
        return void response.writeHead(status, { 'content-type': type }).end(body)
      response.writeHead(status, { 'content-type': type, 'content-length': '1000' }).write('%PDF-')
      setTimeout(() => response.destroy(), 50)
    })
    const lyceum = createLyceum({ baseUrl: server.baseUrl, retries: 0 })
    expect(await failureOf(lyceum.certificates.pdf.query({ code: 'X' }))).toMatchObject({ name })
  })

  test('your signal and your timeout end a call, also in the middle of a file', async () => {
    await using server = await startHostileServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).write('PK')
    })
    const lyceum = createLyceum({ baseUrl: server.baseUrl, retries: 0 })
    const stopped = new AbortController()
    setTimeout(() => stopped.abort(), 50)
    const { export: download } = lyceum.authoring
    expect(
      await failureOf(download.query({ courseId: 'one' }, { signal: stopped.signal })),
    ).toMatchObject({ name: 'Aborted' })
    expect(
      await failureOf(download.query({ courseId: 'one' }, { timeoutMilliseconds: 50 })),
    ).toMatchObject({ name: 'Timeout' })
  })

  test('a user who changes in another tab gets no file of the one before', async () => {
    const { courseId, author, owner } = await givenTeam(api)
    let { token } = author
    const tokenStore = {
      get: () => token,
      set: () => undefined,
      clear: () => undefined,
    }
    const { lyceum, sent } = connect(api, { tokenStore })
    await lyceum.authoring.export.query({ courseId })
    token = owner.token

    expect(await failureOf(lyceum.authoring.export.query({ courseId }))).toMatchObject({
      name: 'SessionChanged',
    })
    expect(sent.map(({ path }) => path)).toEqual([`/api/v1/authoring/courses/${courseId}/export`])
  })
})
