import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findCourseId } from '../../../db/queries/courses/courses/authored-courses.ts'
import { zipFiles } from '../../../lib/files/zip-files.ts'
import { publishCourse } from '../../features/authoring/import/publish-course.ts'
import { maxZipBytes } from '../../features/authoring/import/zip/open-zip.ts'
import { givenKey } from '../../features/people/api-keys/test-support.ts'
import { type Answer, forAllTests, startApi } from '../../test/api.ts'
import { courseContent } from '../../test/given.ts'

const api = await forAllTests(startApi())

const owner = await api.given.learner()
const admin = await api.given.admin()
let made = 0

async function givenCourse() {
  made += 1
  const course = {
    slug: `zipped-${made}`,
    title: 'Knots',
    summary: 'Tie what holds.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
    ownerEmail: owner.email,
  }
  return api.as(admin).authoring.create.mutate(course)
}

/** Reads bytes by `inject`, as the tests' requests know only texts. */
async function exportOf(courseId: string, query = '', token = owner.token) {
  const answer = await api.server.inject({
    url: `/api/v1/authoring/courses/${courseId}/export${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

function importTo(
  courseId: string,
  zip: unknown,
  { token = owner.token, ...headers }: Record<string, string> = {},
): Promise<Answer> {
  return api.request(`POST /api/v1/authoring/courses/${courseId}/import`, {
    token,
    body: zip,
    headers: { 'content-type': 'application/zip', ...headers },
  })
}

/** Creates the zip of a published course from elsewhere. */
async function givenZip(slug: string): Promise<Buffer> {
  const content = courseContent({ slug, price: { amount: 900, currency: 'EUR' } })
  await publishCourse(api.deps, content)
  const courseId = (await findCourseId(api.deps.db, slug)) ?? ''
  return (await exportOf(courseId, '', admin.token)).bytes
}

describe('a course as a zip over HTTP', () => {
  test('becomes the draft, is published, exported, and unchanged when imported again', async () => {
    const course = await givenCourse()
    const zip = await givenZip('template-1')

    const refused = await importTo(course.id, zip)
    expect([refused.status, refused.body.error]).toEqual([428, 'RevisionRequired'])
    const imported = await importTo(course.id, zip, { 'if-match': '"r1"' })
    expect([imported.status, imported.headers.etag]).toEqual([200, `"r${imported.body.revision}"`])
    expect(imported.body).toMatchObject({
      outcome: 'imported',
      kind: 'major',
      warnings: [{ path: 'course.yaml', message: expect.stringContaining('slug') }],
      warningCount: 1,
    })
    const stale = await importTo(course.id, zip, { 'if-match': 'W/"r1"' })
    expect([stale.status, stale.body.error, stale.body.facts]).toEqual([
      412,
      'DraftChanged',
      { revision: imported.body.revision },
    ])

    const draft = await exportOf(course.id, '?version=draft')
    expect(draft.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining(`filename="${course.slug}-draft.zip"`),
      'cache-control': 'no-store',
    })
    const { revision } = imported.body
    await api.as(owner).drafts.publish.mutate({ courseId: course.id, revision, baseVersion: null })
    const published = await exportOf(course.id)
    expect(published.bytes.equals(draft.bytes)).toBe(true)
    expect(await api.as(owner).authoring.get.query({ courseId: course.id })).toMatchObject({
      price: { amount: 900, currency: 'EUR' },
    })

    const again = await importTo(course.id, published.bytes)
    expect(again.body).toMatchObject({ outcome: 'unchanged', kind: 'none', warnings: [] })
    expect((await exportOf(course.id, '?version=draft')).status).toBe(404)
  })

  test('written with the habits of any editor comes back the same, and unchanged', async () => {
    const course = await givenCourse()
    const lesson = {
      title: 'One',
      type: 'text',
      minutes: 5,
      required: true,
      preview: false,
    } as const
    const written = await api.as(owner).drafts.createLesson.mutate({
      courseId: course.id,
      revision: 1,
      key: 'one',
      ...lesson,
      content: '\uFEFF\r\n  \r\n---\r\nA rule, [itself](./one.md#part)\r\n\r\n',
    })
    const { bytes } = await exportOf(course.id, '?version=draft')

    const again = await importTo(course.id, bytes, { 'if-match': `"r${written.draftRevision}"` })
    expect(again.body).toMatchObject({ outcome: 'unchanged', revision: written.draftRevision })
    expect((await exportOf(course.id, '?version=draft')).bytes.equals(bytes)).toBe(true)
  })

  test('no more than two at once: the others come back later, and nothing is left taken', async () => {
    const course = await givenCourse()
    await api.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.server.server.address() as AddressInfo
    const head = [
      `POST /api/v1/authoring/courses/${course.id}/import HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${owner.token}`,
      'content-type: application/zip',
      'content-length: 1000',
    ].join('\r\n')
    const slow: Socket[] = []
    const holdOne = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      slow.push(socket)
      socket.write(`${head}\r\n\r\nabc`)
    }

    const another = () => importTo(course.id, Buffer.from('not a zip'))
    // Sends one more before each try, which by itself may be in the way of a slow one.
    const statusWhenHeld = async () => {
      holdOne()
      return (await another()).status
    }
    await expect.poll(statusWhenHeld, { timeout: 60_000, interval: 200 }).toBe(503)
    expect((await another()).headers['retry-after']).toBe('5')
    for (const socket of slow) socket.destroy()
    await expect.poll(async () => (await another()).status, { timeout: 60_000 }).toBe(400)
  })

  test('a mistyped parameter does not export a different version', async () => {
    const course = await givenCourse()
    const { status, bytes } = await exportOf(course.id, '?versoin=draft')
    expect([status, JSON.parse(bytes.toString()).issues[0].path]).toEqual([400, 'versoin'])
  })

  test('the certificate design of somebody who may not set it is left, with a warning', async () => {
    const slug = 'template-design'
    const content = courseContent({ slug, price: { amount: 0, currency: 'USD' } })
    await publishCourse(api.deps, { ...content, certificate: { issuer: 'Faculty of Knots' } })
    const template = (await findCourseId(api.deps.db, slug)) ?? ''
    const { bytes } = await exportOf(template, '', admin.token)
    const [course, author] = [await givenCourse(), await api.given.learner()]
    const { add } = api.as(owner).members
    await add.mutate({ courseId: course.id, email: author.email, role: 'author' })
    const own = { token: author.token, 'if-match': '"r1"' }
    const { body } = await importTo(course.id, bytes, own)
    expect(body.warnings.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('title is not taken'),
      expect.stringContaining('summary is not taken'),
      expect.stringContaining('slug'),
      expect.stringContaining('certificate is not taken'),
    ])
    const taken = await importTo(course.id, bytes, { 'if-match': `"r${body.revision}"` })
    expect([taken.body.outcome, taken.body.warningCount]).toEqual(['imported', 1])
  })

  test('a key writes the draft and leaves the terms, although it acts for an administrator', async () => {
    const course = await givenCourse()
    const zip = await givenZip('template-key')
    const { token } = await givenKey(api, ['authoring:read', 'authoring:write'], {
      courseIds: [course.id],
    })
    const imported = await importTo(course.id, zip, { token, 'if-match': '"r1"' })
    expect([imported.status, imported.body.outcome]).toEqual([200, 'imported'])
    const { price } = await api.as(owner).authoring.get.query({ courseId: course.id })
    expect(price.amount).toBe(0)

    const other = await givenCourse()
    const refused = await importTo(other.id, zip, { token, 'if-match': '"r1"' })
    expect(refused.body.error).toBe('CourseNotFound')
    expect((await exportOf(course.id, '', token)).status).toBe(200)

    const reader = await givenKey(api, ['authoring:read'], { courseIds: [course.id] })
    const byReader = await importTo(course.id, zip, { token: reader.token, 'if-match': '"r2"' })
    expect([byReader.status, byReader.body.error]).toEqual([403, 'KeyNotAllowed'])
  })

  test('a book is looked at first, and then becomes the draft, which keeps its price', async () => {
    const course = await givenCourse()
    const { price } = await api.as(owner).authoring.get.query({ courseId: course.id })
    const book = {
      'book.toml': '[book]\ntitle = "Knots"\nlanguage = "en"\n',
      'src/SUMMARY.md': '# Summary\n\n- [The bowline](bowline.md)\n- [The hitch](hitch.md)\n',
      'src/bowline.md': '# The bowline\n\nIt keeps its loop. ![gone](gone.png)\n',
      'src/hitch.md': '# The hitch\n\nIt holds a fender.\n',
      'src/forgotten.md': '# Forgotten\n\nNobody lists it.\n',
    }
    const files = Object.entries(book).map(([name, text]) => ({ name, content: Buffer.from(text) }))
    const zip = await buffer(zipFiles(Readable.from(files)))
    const told = { title: 'Knots', lessons: 2, pages: { left: ['src/forgotten.md'] } }
    const looked = await api.request(
      `POST /api/v1/authoring/courses/${course.id}/import?look=true`,
      {
        token: owner.token,
        body: zip,
        headers: { 'content-type': 'application/zip', 'if-match': '"r1"' },
      },
    )
    expect([looked.status, looked.body]).toMatchObject([200, { ...told, outcome: 'looked' }])
    expect(looked.body.warningCount).toBeGreaterThan(0)
    expect(looked.body).toMatchObject({ revision: 1, kind: 'major', changeCount: 2 })
    const before = await api.as(owner).drafts.get.query({ courseId: course.id })
    expect([before.revision, before.sections]).toEqual([1, []])

    const imported = await importTo(course.id, zip, { 'if-match': '"r1"' })
    expect([imported.status, imported.body]).toMatchObject([200, { ...told, outcome: 'imported' }])
    const { sections } = await api.as(owner).drafts.get.query({ courseId: course.id })
    expect(sections.flatMap(({ lessons }) => lessons.map(({ title }) => title))).toEqual([
      'The bowline',
      'The hitch',
    ])
    const after = await api.as(owner).authoring.get.query({ courseId: course.id })
    expect(after).toMatchObject({ price, slug: course.slug })
  })

  test('a price of a course that is not published counts as a change of its terms, once', async () => {
    const course = await givenCourse()
    const zip = await givenZip('template-price')
    const { authoring } = api.as(owner)
    const imported = await importTo(course.id, zip, { 'if-match': '"r1"' })
    const priced = await authoring.get.query({ courseId: course.id })
    expect(priced).toMatchObject({ price: { amount: 900, currency: 'EUR' }, revision: 2 })
    await expect(
      authoring.update.mutate({ courseId: course.id, revision: 1, summary: 'Read before.' }),
    ).rejects.toMatchObject({ data: { error: 'DraftChanged', facts: { revision: 2 } } })
    const again = await importTo(course.id, zip, { 'if-match': `"r${imported.body.revision}"` })
    expect(again.body.outcome).toBe('unchanged')
    const { items } = await authoring.history.query({ courseId: course.id })
    expect(items.filter(({ event }) => event === 'terms-changed')).toMatchObject([
      { details: { priceAmount: 900, priceCurrency: 'EUR' } },
    ])
    expect((await authoring.get.query({ courseId: course.id })).revision).toBe(2)
  })

  test('names what is wrong with file and line, and writes nothing', async () => {
    const course = await givenCourse()
    const wrong = await importTo(course.id, Buffer.from('not a zip'), { 'if-match': '"r1"' })
    expect([wrong.status, wrong.body.issues]).toEqual([
      400,
      [{ path: 'the zip', message: 'this is not a zip, or only a part of one' }],
    ])
    const zip = await givenZip('template-2')
    const at = zip.indexOf('minutes: 5')
    zip.write('minutes: 0', at)
    const damaged = await importTo(course.id, zip, { 'if-match': '"r1"' })
    expect(damaged.body.issues).toEqual([{ path: 'course.yaml', message: expect.any(String) }])
    const draft = await api.as(owner).drafts.get.query({ courseId: course.id })
    expect(draft).toMatchObject({ revision: 1, sections: [] })
  })

  test('is for members alone, and strangers are refused before their body is read', async () => {
    const course = await givenCourse()
    const [stranger, reviewer] = [await api.given.learner(), await api.given.learner()]
    await api
      .as(owner)
      .members.add.mutate({ courseId: course.id, email: reviewer.email, role: 'reviewer' })
    const zip = Buffer.alloc(100)

    expect((await exportOf(course.id, '?version=draft', stranger.token)).status).toBe(404)
    expect((await exportOf(course.id, '?version=draft', reviewer.token)).status).toBe(200)
    // Exports the draft by default, as nothing is published yet.
    const exported = await exportOf(course.id, '', reviewer.token)
    expect([exported.status, exported.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('-draft.zip'),
    ])
    expect((await exportOf(course.id, '?version=1', reviewer.token)).status).toBe(404)
    expect((await importTo(course.id, zip, { token: stranger.token })).status).toBe(404)
    expect((await importTo(course.id, zip, { token: reviewer.token })).status).toBe(403)
    const refused = await api.deps.db.execute(sql`
      select details from audit_events where user_id = ${reviewer.id} and event = 'access-refused'`)
    expect(refused.rows).toEqual([{ details: { operation: 'authoring.import' } }])
    expect((await importTo(course.id, zip, { token: 'x' })).status).toBe(401)
    const large = Buffer.alloc(maxZipBytes + 1)
    expect((await importTo(course.id, large, { token: stranger.token })).status).toBe(404)
    expect((await importTo(course.id, large)).status).toBe(413)
    expect((await importTo(course.id, '{}', { 'content-type': 'application/json' })).status).toBe(
      415,
    )
  })

  test('is refused where the content comes from a folder; the price of a published course stays', async () => {
    const zip = await givenZip('template-3')
    const courseId = (await findCourseId(api.deps.db, 'template-3')) ?? ''
    const refused = await importTo(courseId, zip, { token: admin.token })
    expect([refused.status, refused.body.error]).toEqual([409, 'ManagedElsewhere'])
    for (const version of ['0', '9', 'x'])
      expect([400, 404]).toContain(
        (await exportOf(courseId, `?version=${version}`, admin.token)).status,
      )
  })
})
