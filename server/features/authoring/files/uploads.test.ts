import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { pieceBytes } from '../../courses/uploads/staging.ts'
import { givenWritten } from '../drafts/test-support.ts'
import { expireUploads } from './finish-upload.ts'
import { givenPicture, pixel, sha256Of, uploaderOf } from './test-support.ts'

const api = await forAllTests(startApi())

async function givenUploader() {
  const team = await givenTeam(api)
  return { team, uploader: uploaderOf(api, team.author, team) }
}

const listOf = async (uploader: ReturnType<typeof uploaderOf>) =>
  (await uploader.list()).body.items.map(({ path }: { path: string }) => path)

test('a picture is uploaded, listed with an address that shows it, and taken out again', async () => {
  const { team, uploader } = await givenUploader()

  const started = await uploader.start('img/knot.png', pixel, { type: 'image/png' })
  expect(started.status).toBe(201)
  expect(started.body).toMatchObject({
    state: 'open',
    received: 0,
    name: 'img/knot.png',
    part: { method: 'PUT', from: 0, bytes: pixel.length },
  })
  const { id, part } = started.body
  const sent = await api.request(`PUT ${part.url}`, {
    token: team.author.token,
    body: pixel,
    headers: { 'content-type': 'application/octet-stream', ...part.headers },
  })
  expect([sent.status, sent.body]).toEqual([200, { received: pixel.length }])
  expect((await uploader.get(id)).body).toMatchObject({ state: 'stored', part: null })

  const finished = await uploader.finish(id)

  expect(finished.status).toBe(200)
  expect(finished.body).toMatchObject({
    file: { path: 'img/knot.png', sha256: sha256Of(pixel), bytes: pixel.length, type: 'image/png' },
    draftRevision: 2,
  })
  const { items } = (await uploader.list()).body
  expect(items).toMatchObject([{ path: 'img/knot.png', type: 'image/png' }])
  const { pathname, search } = new URL(items[0].url)
  const picture = await api.server.inject({ url: pathname + search })
  expect([picture.statusCode, picture.rawPayload]).toEqual([200, pixel])

  expect((await uploader.remove('img/knot.png')).body).toEqual({
    path: 'img/knot.png',
    draftRevision: 3,
  })
  expect(await listOf(uploader)).toEqual([])
  expect((await uploader.remove('img/knot.png')).body.error).toBe('FileNotFound')
})

test('a file whose bytes were lost is taken again, and then shown', async () => {
  const { uploader } = await givenUploader()
  const picture = givenPicture('to be lost')
  const { file } = await uploader.upload('img/lost.png', picture)
  const { pathname, search } = new URL(file.url)
  const statusOf = async () => (await api.server.inject({ url: pathname + search })).statusCode
  await api.deps.db.execute(
    sql`delete from media_chunks where name =
      (select name from media where sha256 = ${sha256Of(picture)})`,
  )
  expect(await statusOf()).toBe(503)

  expect((await uploader.start('img/lost.png', picture)).body.state).toBe('open')
  await uploader.upload('img/lost.png', picture)

  expect(await statusOf()).toBe(200)
})

test('every step can be repeated after its answer was lost', async () => {
  const { uploader } = await givenUploader()
  const { id } = (await uploader.start('knot.png', pixel)).body
  await uploader.sendBytes(id, pixel)

  const again = await uploader.sendBytes(id, pixel)
  expect([again.status, again.body.error, again.body.facts]).toEqual([
    409,
    'UploadOutOfStep',
    { received: pixel.length },
  ])
  const first = await uploader.finish(id)
  const second = await uploader.finish(id)

  expect(second.body).toEqual(first.body)
  expect((await uploader.get(id)).body).toMatchObject({ state: 'finished', part: null })
  expect((await uploader.sendBytes(id, pixel)).body.error).toBe('UploadOutOfStep')
  // Checks that another file at its path does not change what the upload brought.
  await uploader.upload('knot.png', givenPicture('new'))
  expect((await uploader.finish(id)).body.file).toMatchObject({ sha256: sha256Of(pixel) })
})

test('a large file comes in pieces, and goes on where it was interrupted', async () => {
  const bytes = Buffer.concat([pixel, Buffer.alloc(pieceBytes, 7)])
  const { uploader } = await givenUploader()
  const started = (await uploader.start('large.png', bytes)).body
  expect(started.part).toMatchObject({ from: 0, bytes: pieceBytes })

  const first = bytes.subarray(0, 1_000_000)
  await uploader.sendBytes(started.id, first, { whole: bytes.length })
  const { received, part } = (await uploader.get(started.id)).body
  expect([received, part.from, part.bytes]).toEqual([
    1_000_000,
    1_000_000,
    bytes.length - 1_000_000,
  ])
  expect((await uploader.finish(started.id)).body).toMatchObject({
    error: 'UploadOutOfStep',
    facts: { received: 1_000_000 },
  })
  const rest = bytes.subarray(received)
  await uploader.sendBytes(started.id, rest, { from: received, whole: bytes.length })

  expect((await uploader.finish(started.id)).body.file).toMatchObject({ bytes: bytes.length })
  const { rows } = await api.database.db.execute(sql`
    select count(distinct c.name)::int as files from media_chunks c
    where not exists (select from media m where m.name = c.name)`)
  expect(rows).toEqual([{ files: 0 }])
})

test('of two clients that upload the same path the last one to finish wins', async () => {
  const { team, uploader } = await givenUploader()
  const other = uploaderOf(api, team.owner, team)
  const [one, two] = [givenPicture('one'), givenPicture('two')]
  const [first, second] = await Promise.all([
    uploader.start('knot.png', one),
    other.start('knot.png', two),
  ])
  await uploader.sendBytes(first.body.id, one)
  await other.sendBytes(second.body.id, two)

  const done = [await other.finish(second.body.id), await uploader.finish(first.body.id)]

  expect(done.map(({ body }) => body.draftRevision)).toEqual([2, 3])
  expect((await uploader.list()).body.items).toMatchObject([{ sha256: sha256Of(one) }])
})

test('two senders of the same bytes at once leave the file whole', async () => {
  const { uploader } = await givenUploader()
  const { id } = (await uploader.start('knot.png', pixel)).body

  const sent = await Promise.all([1, 2, 3].map(() => uploader.sendBytes(id, pixel)))

  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const done = await Promise.all([1, 2, 3].map(() => uploader.finish(id)))
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(done.map(({ text }) => text.replace(/"url":"[^"]*"/, ''))).size).toBe(1)
})

test('content that the course has is not sent again; that of another course is', async () => {
  const { uploader } = await givenUploader()
  const picture = givenPicture('of one course')
  await uploader.upload('knot.png', picture)

  const renamed = await uploader.start('img/renamed.png', picture)
  const stranger = (await givenUploader()).uploader
  const guessed = await stranger.start('guessed.png', picture)

  expect(renamed.body).toMatchObject({ state: 'stored', part: null })
  expect((await uploader.finish(renamed.body.id)).status).toBe(200)
  expect(await listOf(uploader)).toEqual(['img/renamed.png', 'knot.png'])
  expect(guessed.body).toMatchObject({ state: 'open', received: 0 })
  expect((await stranger.finish(guessed.body.id)).body.error).toBe('UploadOutOfStep')
})

test('a file under a second path, the same again and a removed one count as changes rightly', async () => {
  const { uploader } = await givenUploader()
  expect((await uploader.upload('knot.png', pixel)).draftRevision).toBe(2)
  expect((await uploader.upload('knot.png', pixel)).draftRevision).toBe(2)
  expect((await uploader.upload('other.png', pixel)).draftRevision).toBe(3)
})

test('what differs from what was announced is refused by name and dropped', async () => {
  const { uploader } = await givenUploader()
  const { id } = (await uploader.start('knot.png', pixel, { sha256: 'a'.repeat(64) })).body
  await uploader.sendBytes(id, pixel)

  const refused = await uploader.finish(id)

  expect([refused.status, refused.body.error]).toEqual([422, 'FileMismatch'])
  expect((await uploader.get(id)).body).toMatchObject({ state: 'open', received: 0 })
  expect(await listOf(uploader)).toEqual([])
  const long = (await uploader.start('knot.png', pixel)).body
  const tooMany = await uploader.sendBytes(long.id, givenPicture('and more'), {
    range: `bytes 0-${pixel.length - 1}/${pixel.length}`,
  })
  expect(tooMany.body).toMatchObject({
    error: 'InvalidFields',
    issues: [{ path: 'Content-Range' }],
  })
  const short = await uploader.sendBytes(long.id, pixel.subarray(1), {
    range: `bytes 0-${pixel.length - 1}/${pixel.length}`,
  })
  expect(short.body.error).toBe('InvalidFields')
  expect((await uploader.get(long.id)).body.received).toBe(0)
})

test('the type is decided by the bytes, whatever the sender and the name say', async () => {
  const { uploader } = await givenUploader()
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const { id } = (await uploader.start('picture.png', page, { type: 'image/png' })).body
  await uploader.sendBytes(id, page)

  const { file } = (await uploader.finish(id)).body

  expect(file.type).toBe('text/html')
  const { pathname, search } = new URL(file.url)
  const answer = await api.server.inject({ url: pathname + search })
  expect(answer.headers['content-disposition']).toMatch(/^attachment/)
})

test.each([
  ['out of the course', '../x.png'],
  ['absolute', '/x.png'],
  ['with a dot in its way', 'a/./b.png'],
  ['hidden', 'a/.b.png'],
  ['with an empty part', 'a//b.png'],
  ['of a folder', 'a/'],
  ['with a backslash', 'a\\b.png'],
  ['with a NUL', 'a\0b.png'],
  ['with a line end', 'a\nb.png'],
  ['that turns the text around', 'a\u202Egnp.exe'],
  ['with half a character', 'a\uD800.png'],
  ['with a scheme', 'javascript:alert(1)'],
  ['with a space at the end', 'a.png '],
  ['with a dot at the end', 'a.png.'],
  ['too long', `${'a'.repeat(300)}.png`],
  ['with a part that file systems do not take', `img/${'结'.repeat(100)}.png`],
  ['that Windows keeps for a device', 'img/con.png'],
  ['of a lesson', 'a-typed-client.md'],
  ['of what an export describes the course by', 'Course.yaml'],
  ['of the terms of a book', 'lyceum.yaml'],
  ['empty', ''],
])('a path %s is refused with the field at fault', async (_what, name) => {
  const { uploader } = await givenUploader()
  const answer = await uploader.start(name, pixel)
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'name'])
})

test('content that lies in a former storage is sent again, and then lies in the new one', async () => {
  const { uploader } = await givenUploader()
  const picture = givenPicture('moves')
  await uploader.upload('img/moves.png', picture)
  const sha256 = sha256Of(picture)
  const { db } = api.deps
  await db.execute(sql`update media set storage = 'folder' where sha256 = ${sha256}`)

  expect((await uploader.start('img/moves.png', picture)).body.state).toBe('open')
  const { file } = await uploader.upload('img/moves.png', picture)

  const { pathname, search } = new URL(file.url)
  expect((await api.server.inject({ url: pathname + search })).rawPayload).toEqual(picture)
})

test('a path that differs in case only is refused; the same in another Unicode form is the same', async () => {
  const { uploader } = await givenUploader()
  await uploader.upload('img/Knöt.png', pixel)

  const twin = await uploader.start('img/knöt.png', givenPicture('twin'))
  expect(twin.body).toMatchObject({ error: 'InvalidFields', issues: [{ path: 'name' }] })

  const decomposed = 'img/Knöt.png'.normalize('NFD')
  await uploader.upload(decomposed, givenPicture('decomposed'))
  expect(await listOf(uploader)).toEqual(['img/Knöt.png'])
  expect((await uploader.remove(decomposed)).status).toBe(200)
})

test('a file and a folder of one name are refused in either order, whichever is finished first', async () => {
  const { team, uploader } = await givenUploader()
  await uploader.upload('k', pixel)
  await uploader.upload('a/b/c.png', pixel)

  const refusals = [
    await uploader.start('k/x/y.png', pixel),
    await uploader.start('K/y.png', pixel),
    await uploader.start('A', pixel),
    await uploader.start('a/b', pixel),
  ]

  expect(refusals.map(({ status, body }) => [status, body.error, body.issues])).toEqual(
    [
      'lies in a folder with the name of the file k: give one of them a different name',
      'lies in a folder with the name of the file k: give one of them a different name',
      'is the folder of a/b/c.png: give one of them a different name',
      'is the folder of a/b/c.png: give one of them a different name',
    ].map((message) => [400, 'InvalidFields', [{ path: 'name', message }]]),
  )
  const both = await Promise.all(['m', 'm/n/o.png'].map((name) => uploader.start(name, pixel)))
  const done = [await uploader.finish(both[1]?.body.id), await uploader.finish(both[0]?.body.id)]
  expect(done.map(({ status }) => status)).toEqual([200, 400])
  expect(done[1]?.body.issues).toMatchObject([{ path: 'm' }])
  for (const name of ['kk', 'k.png', 'a/bb', 'ab/c.png']) await uploader.upload(name, pixel)
  const exported = await api.request(
    `GET /api/v1/authoring/courses/${team.courseId}/export?version=draft`,
    { token: team.author.token },
  )
  expect(exported.status).toBe(200)
})

test('bytes that are missing or compressed are refused with what is wrong about them', async () => {
  const { team, uploader } = await givenUploader()
  const { part } = (await uploader.start('knot.png', pixel)).body
  const put = (headers: object, body?: Buffer) =>
    api.request(`PUT ${part.url}`, {
      token: team.author.token,
      headers: { ...part.headers, ...headers },
      ...(body && { body }),
    })

  const none = await put({})
  const empty = await put({ 'content-type': 'application/octet-stream' }, Buffer.alloc(0))
  const packed = await put({ 'content-encoding': 'gzip' }, gzipSync(pixel))

  expect([none.status, none.body.error, none.body.message]).toEqual([
    400,
    'MissingFields',
    'There is no body. Send the bytes of the file that `part` asks for.',
  ])
  expect(empty.body).toMatchObject({
    error: 'InvalidFields',
    issues: [{ path: 'Content-Range', message: expect.stringContaining('send them again') }],
  })
  expect([packed.status, packed.body.error, packed.body.message]).toEqual([
    415,
    'UnsupportedMediaType',
    'Send the body uncompressed, without the header Content-Encoding.',
  ])
})

test.each([
  [{ bytes: 0 }, 'bytes'],
  [{ bytes: -1 }, 'bytes'],
  [{ bytes: 1.5 }, 'bytes'],
  [{ sha256: 'abc' }, 'sha256'],
  [{ type: 'image/png\r\nx: y' }, 'type'],
])('an announcement with %j is refused', async (changes, field) => {
  const { uploader } = await givenUploader()
  const answer = await uploader.start('knot.png', pixel, changes)
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, field])
})

test.each([
  ['bytes 0-68/71', 'not of the size announced'],
  ['bytes 5-3/70', 'backwards'],
  ['items 0-1/70', 'of something else'],
  ['bytes 0-99999999999999999999/70', 'beyond numbers'],
])('the range %s is refused: %s', async (range) => {
  const { uploader } = await givenUploader()
  const { id } = (await uploader.start('knot.png', pixel)).body
  const answer = await uploader.sendBytes(id, pixel, { range })
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'Content-Range'])
})

test('an upload belongs to its course, and to those who write it', async () => {
  const { team, uploader } = await givenUploader()
  const { id } = (await uploader.start('knot.png', pixel)).body
  const elsewhere = (await givenUploader()).uploader
  for (const answer of [
    await elsewhere.get(id),
    await elsewhere.finish(id),
    await elsewhere.cancel(id),
    await elsewhere.sendBytes(id, pixel),
    await uploader.get('no-id'),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, 'UploadNotFound'])

  const reviewer = uploaderOf(api, team.reviewer, team)
  expect((await reviewer.sendBytes(id, pixel)).body.error).toBe('Forbidden')
  const stranger = uploaderOf(api, await api.given.learner(), team)
  expect((await stranger.sendBytes(id, pixel)).body.error).toBe('CourseNotFound')
})

test('a course that comes from a folder takes no files from elsewhere', async () => {
  const course = await givenWritten(api)
  const uploader = uploaderOf(api, course.author, course)
  const open = (await uploader.start('open.png', pixel)).body
  await uploader.sendBytes(open.id, pixel)
  await uploader.upload('knot.png', givenPicture('there'))
  await api.database.db.execute(
    sql`update courses set managed_by = 'folder' where id = ${course.courseId}`,
  )

  const refused = [
    await uploader.start('a.png', givenPicture('new')),
    await uploader.finish(open.id),
    await uploader.remove('knot.png'),
  ]

  expect(refused.map(({ body }) => body.error)).toEqual(Array(3).fill('ManagedElsewhere'))
})

test('twenty uploads of a course are open at most; a finished or canceled one makes room', async () => {
  const { uploader } = await givenUploader()
  const begin = (index: number) => uploader.start(`${index}.png`, givenPicture(`${index}`))
  const started = await Promise.all(Array.from({ length: 25 }, (_, index) => begin(index)))
  const open = started.filter(({ status }) => status === 201)
  expect(open).toHaveLength(20)
  expect(started.find(({ status }) => status !== 201)?.body.error).toBe('TooManyUploads')

  await uploader.cancel(open[0]?.body.id)
  expect((await begin(100)).status).toBe(201)
  expect((await begin(101)).status).toBe(409)
})

test('fifty uploads of one person are open at most, in however many courses at once', async () => {
  const { team, uploader } = await givenUploader()
  const { author } = team
  const admin = await api.given.admin()
  const uploaders = [uploader]
  for (let index = 0; index < 6; index += 1) {
    const other = await givenTeam(api)
    const { courseId } = other
    await api.as(admin).members.add.mutate({ courseId, email: author.email, role: 'author' })
    uploaders.push(uploaderOf(api, author, other))
  }
  for (let index = 0; index < 45; index += 1)
    await uploaders[index % 3]?.start(`${index}.png`, pixel)

  // Starts uploads in courses that have room for all.
  const started = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      uploaders[3 + (index % 4)]?.start(`more/${index}.png`, pixel),
    ),
  )

  expect(started.filter((answer) => answer?.status === 201)).toHaveLength(5)
  expect(started.filter((answer) => answer?.body.error === 'TooManyUploads')).toHaveLength(15)
})

test('what files and open uploads take together is bounded before bytes are taken', async () => {
  await using small = await startApi({
    config: {
      media: { ...api.deps.config.media, maxFileBytes: 1_000, maxCourseBytes: 2_000 },
    },
  })
  const team = await givenTeam(small)
  const uploader = uploaderOf(small, team.author, team)
  const large = await uploader.start('a.png', Buffer.alloc(1_001))
  expect([large.status, large.body.error]).toEqual([413, 'FileTooLarge'])

  expect((await uploader.start('a.bin', Buffer.alloc(900, 1))).status).toBe(201)
  await uploader.upload('b.bin', Buffer.alloc(900, 2))
  const full = await uploader.start('c.bin', Buffer.alloc(900, 3))
  expect([full.status, full.body.error]).toEqual([409, 'CourseFilesFull'])
})

test('an upload that nobody finishes is forgotten after a day, with what had arrived', async () => {
  await using late = await startApi()
  const team = await givenTeam(late)
  const uploader = uploaderOf(late, team.author, team)
  const { id } = (await uploader.start('knot.png', pixel)).body
  await uploader.sendBytes(id, pixel)
  const { pieces } = await rowOf(id)
  expect(await chunksOf(pieces)).toBe(1)

  late.advance(24 * 3600_000 + 1_000)
  const again = uploaderOf(late, await late.given.admin(), team)
  expect((await again.finish(id)).body.error).toBe('UploadNotFound')
  await expireUploads(late.deps)

  expect(await rowOf(id)).toBeUndefined()
  expect(await chunksOf(pieces)).toBe(0)
})

async function rowOf(id: string) {
  const { rows } = await api.database.db.execute<{ pieces: string[] }>(
    sql`select pieces from uploads where id = ${id}`,
  )
  return rows[0] as { pieces: string[] }
}

async function chunksOf(pieces: string[]): Promise<number> {
  const { rows } = await api.database.db.execute(
    sql`select count(*)::int as chunks from media_chunks where name in ${pieces}`,
  )
  return rows[0]?.chunks as number
}

test('a file opens a draft, and voids its approval', async () => {
  const course = await givenWritten(api)
  const uploader = uploaderOf(api, course.author, course)
  const { courseId } = course
  const draft = () => api.as(course.author).drafts.get.query({ courseId })
  expect((await draft()).isOpen).toBe(false)

  const { draftRevision } = await uploader.upload('knot.png', pixel)
  expect(await draft()).toMatchObject({ isOpen: true, revision: draftRevision })
  await api.as(course.author).drafts.requestReview.mutate({ courseId, revision: draftRevision })
  await api.as(course.reviewer).drafts.approve.mutate({ courseId, revision: draftRevision + 1 })
  expect((await draft()).review.approvedAt).not.toBeNull()

  await uploader.remove('knot.png')

  expect(await draft()).toMatchObject({ review: { requestedAt: null, approvedAt: null } })
})

test('files are listed page by page in the order of their paths', async () => {
  const { uploader } = await givenUploader()
  const paths = ['b/2.png', 'a.png', 'ä.png', 'b/1.png', 'Z.png']
  for (const path of paths) await uploader.upload(path, pixel)

  const seen: string[] = []
  let query = '?limit=2'
  for (;;) {
    const { items, nextCursor } = (await uploader.list(query)).body
    seen.push(...items.map(({ path }: { path: string }) => path))
    if (nextCursor === null) break
    query = `?limit=2&cursor=${nextCursor}`
  }

  expect(seen).toHaveLength(5)
  expect(new Set(seen)).toEqual(new Set(paths))
  expect((await uploader.list('?cursor=Lg')).body.issues).toMatchObject([{ path: 'cursor' }])
})
