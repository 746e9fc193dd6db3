import { expect, expectTypeOf, test } from 'vitest'
import { termsOf } from '../../../../content/course-fields.ts'
import type { LessonType } from '../../../../content/lessons/lesson-type-names.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { Team } from '../../../test/authoring.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenWritten, pathOf, refusalOf, writerOf } from '../../authoring/drafts/test-support.ts'
import { givenPicture, pixel, uploaderOf } from '../../authoring/files/test-support.ts'
import { hashOf } from '../../authoring/versions/write-version.ts'
import type { Lesson } from './schema.ts'

const api = await forAllTests(startApi())

const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nTake the end.\n')
const video = {
  sources: [{ file: 'img/knot.png' }, { url: 'https://www.youtube.com/watch?v=abc123' }],
  poster: 'img/knot.png',
  captions: [{ language: 'en', label: 'English', file: 'knot.en.vtt' }],
  seconds: 240,
  transcript: 'As in ![the picture](img/knot.png).',
}
const link = { url: 'https://example.org/knots?page=2#bowline' }

async function publish({ courseId, owner }: Team) {
  const { revision, baseVersion } = await api.as(owner).drafts.get.query({ courseId })
  return api.as(owner).drafts.publish.mutate({ courseId, revision, baseVersion })
}

async function enrolled({ courseId }: Team): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.as(learner).transactions.create.mutate({ courseIds: [courseId] })
  return learner
}

/** Creates a published course, written over HTTP, with two files and one lesson of each type. */
async function givenTyped() {
  const team = await givenWritten(api, { lessons: ['required'] })
  const uploader = uploaderOf(api, team.author, team)
  await uploader.upload('img/knot.png', pixel)
  let revision = (await uploader.upload('knot.en.vtt', vtt)).draftRevision
  const lessons = [
    { key: 'to-watch', type: 'video', video },
    { key: 'to-keep', type: 'file', file: { file: 'img/knot.png' } },
    { key: 'to-visit', type: 'link', link, content: 'Go there.' },
    { key: 'old-video', type: 'video', content: 'The video is in this text.' },
  ]
  for (const lesson of lessons) {
    const { status, body, text } = await writerOf(api, team.author, team).post(revision, {
      title: `About ${lesson.key}`,
      ...lesson,
    })
    if (status !== 201) throw new Error(text)
    revision = body.draftRevision
  }
  await publish(team)
  return { team, uploader, learner: await enrolled(team) }
}

const read = async (user: GivenUser, { slug }: Team, key: string): Promise<Lesson> =>
  (await api.request(`GET /api/v1/courses/${slug}/lessons/${key}`, { token: user.token })).body

const address = expect.stringMatching(
  /^http:\/\/lyceum\.test\/media\/[0-9a-f]{64}\/knot(\.en)?\.\w+\?until=\d+&signature=/,
)

test('a lesson answers what its type has, with addresses in place of paths', async () => {
  const { team, learner } = await givenTyped()

  expect(await read(learner, team, 'to-watch')).toMatchObject({
    type: 'video',
    content: '',
    html: 'none',
    requires: [],
    video: {
      sources: [
        { url: address, type: 'image/png' },
        { url: 'https://www.youtube.com/watch?v=abc123', type: 'video/youtube' },
      ],
      poster: address,
      captions: [{ language: 'en', label: 'English', url: address }],
      seconds: 240,
      transcript: expect.stringContaining('](http://lyceum.test/media/'),
    },
  })
  expect(await read(learner, team, 'to-keep')).toMatchObject({
    type: 'file',
    file: { url: address, name: 'knot.png', type: 'image/png', size: pixel.length },
    requires: [],
  })
  expect(await read(learner, team, 'to-visit')).toMatchObject({
    type: 'link',
    content: 'Go there.',
    link,
  })
  expect(await read(learner, team, 'old-video')).toMatchObject({ type: 'video', video: null })
  const text = await read(learner, team, 'lesson-1')
  expect(text.type).toBe('text')
  expect(Object.keys(text)).not.toEqual(expect.arrayContaining(['video', 'file', 'link']))
})

test('links in a transcript lead to lessons, as in a text; authors read back what they wrote', async () => {
  const { team } = await givenTyped()
  const writer = writerOf(api, team.author, team)
  const { revision } = await writer.lesson('to-watch')
  const transcript = 'See [the page](to-visit.md#knots), not [x](https://example.org/y.md).'
  const saved = await writer.patch('to-watch', revision, { video: { ...video, transcript } })
  expect(saved.status).toBe(200)
  const shown = transcript.replace(
    'to-visit.md',
    `/api/v1/courses/${team.courseId}/lessons/to-visit`,
  )
  const path = pathOf(team, '/preview/lessons/to-watch')
  const preview = await api.request(`GET ${path}`, { token: team.author.token })
  expect(preview.body.video.transcript).toBe(shown)
  await publish(team)

  const learner = await enrolled(team)
  expect(await read(learner, team, 'to-watch')).toMatchObject({ video: { transcript: shown } })
  expect(await writer.lesson('to-watch')).toMatchObject({ video: { transcript } })
})

test('a client that looks at the type knows what else there is', async () => {
  const { team, learner } = await givenTyped()
  const lesson = await api
    .as(learner)
    .lessons.getByKey.query({ idOrSlug: team.courseId, key: 'to-keep' })
  expectTypeOf(lesson.type).toEqualTypeOf<LessonType>()
  expectTypeOf(lesson.content).toEqualTypeOf<string>()
  if (lesson.type !== 'file') throw new Error('This is a file.')
  expectTypeOf(lesson.file.size).toEqualTypeOf<number>()
  expect(lesson.file.size).toBe(pixel.length)
})

test('authors read back what they wrote, and previews show it', async () => {
  const { team } = await givenTyped()
  const writer = writerOf(api, team.author, team)

  expect(await writer.lesson('to-watch')).toMatchObject({ type: 'video', video })
  expect(await writer.lesson('to-keep')).toMatchObject({ file: { file: 'img/knot.png' } })
  const path = pathOf(team, '/preview/lessons/to-keep')
  const { body } = await api.request(`GET ${path}`, { token: team.author.token })
  expect(body).toMatchObject({ type: 'file', file: { url: address, size: pixel.length } })
})

test('what belongs to another type, is missing or leads nowhere is refused by its field', async () => {
  const { team } = await givenTyped()
  const writer = writerOf(api, team.author, team)
  const { revision } = await writer.get()
  const lesson = { key: 'new', title: 'New' }
  const refused = async (fields: object) =>
    refusalOf(await writer.post(revision, { ...lesson, ...fields }))
  const withUrl = (url: string) => refused({ type: 'link', link: { url } })

  expect(await refused({ type: 'text', video })).toEqual([400, 'InvalidFields', 'video'])
  expect(await refused({ type: 'link', link, file: { file: 'a/b.pdf' } })).toEqual([
    ...[400, 'InvalidFields', 'file'],
  ])
  expect(await refused({ type: 'file' })).toEqual([400, 'InvalidFields', 'file'])
  expect(await refused({ type: 'link' })).toEqual([400, 'InvalidFields', 'link'])
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://ada:secret@example.org',
    '/media/x',
    'https://',
    'https://example.org/a b',
    `https://example.org/${'x'.repeat(2000)}`,
  ])
    expect(await withUrl(url), url).toEqual([400, 'InvalidFields', 'link.url'])
  for (const file of ['../x.pdf', '/etc/passwd', 'a//b', 'a/./b', 'x\0.pdf'])
    expect(await refused({ type: 'file', file: { file } }), file).toMatchObject([
      400,
      expect.stringMatching(/^(Invalid|Missing)Fields$/),
      'file.file',
    ])
  const seconds = { ...video, seconds: 86_401 }
  expect(await refused({ type: 'video', video: seconds })).toEqual([
    ...[400, 'InvalidFields', 'video.seconds'],
  ])
  const patched = await writer.patch('to-watch', (await writer.lesson('to-watch')).revision, {
    link,
  })
  expect(refusalOf(patched)).toEqual([400, 'InvalidFields', 'link'])
})

test('a new type drops what belongs to the old one; a new text leaves it', async () => {
  const { team } = await givenTyped()
  const writer = writerOf(api, team.author, team)
  const change = async (key: string, changes: object) => {
    const { revision } = await writer.lesson(key)
    const { status, text } = await writer.patch(key, revision, changes)
    if (status !== 200) throw new Error(text)
    return writer.lesson(key)
  }

  expect(await change('to-watch', { content: 'Watch it twice.' })).toMatchObject({ video })
  const shorter = { ...video, seconds: 200, transcript: null }
  expect(await change('to-watch', { video: shorter })).toMatchObject({ video: shorter })
  expect(await change('to-watch', { requires: ['lesson-1'] })).toMatchObject({
    video: shorter,
    requires: ['lesson-1'],
  })
  const asLink = await change('to-watch', { type: 'link', link })
  expect(asLink).toMatchObject({ type: 'link', link, requires: ['lesson-1'] })
  expect(asLink).not.toHaveProperty('video')
  expect(await change('to-watch', { type: 'video' })).toMatchObject({ video: null })
  expect(await change('to-watch', { requires: [] })).toMatchObject({ requires: [] })
})

test('a lesson whose file the course does not have is not published', async () => {
  const { team } = await givenTyped()
  const writer = writerOf(api, team.author, team)
  const { revision } = await writer.lesson('to-keep')
  await writer.patch('to-keep', revision, { file: { file: 'img/none.pdf' } })

  await expect(publish(team)).rejects.toMatchObject({ data: { error: 'DraftHasProblems' } })
})

test('a changed picture or video is a minor version, and comes back when that is restored', async () => {
  const { team, uploader, learner } = await givenTyped()
  const before = await read(learner, team, 'to-keep')
  await uploader.upload('img/knot.png', givenPicture('tied'))
  expect(await publish(team)).toMatchObject({ outcome: 'published', kind: 'minor', version: 3 })

  const impact = await api
    .as(team.owner)
    .versions.diff.query({ courseId: team.courseId, from: 2, to: 3 })
  expect(impact.changes.map(({ key, what }) => [key, what])).toEqual([
    ['to-watch', 'edited'],
    ['to-keep', 'edited'],
  ])
  const { revision } = await api.as(team.owner).drafts.get.query({ courseId: team.courseId })
  await api.as(team.owner).versions.restore.mutate({ courseId: team.courseId, number: 2, revision })
  expect(await publish(team)).toMatchObject({ outcome: 'published', kind: 'minor', version: 4 })

  const newcomer = await enrolled(team)
  const after = await read(newcomer, team, 'to-keep')
  if (before.type !== 'file' || after.type !== 'file') throw new Error('These are files.')
  expect(after.file.url.split('/')[4]).toBe(before.file.url.split('/')[4])
})

test('a draft that changes nothing of its videos and files is no version', async () => {
  const { team } = await givenTyped()
  const writer = writerOf(api, team.author, team)
  const { revision, title } = await writer.lesson('to-watch')
  await writer.patch('to-watch', revision, { title: 'For a moment', video })
  const later = await writer.lesson('to-watch')
  await writer.patch('to-watch', later.revision, { title })

  expect(await publish(team)).toMatchObject({ outcome: 'unchanged' })
})

test('nothing of a video or a link reaches those who may not read the lesson', async () => {
  const { team } = await givenTyped()
  const stranger = await api.given.learner()
  for (const key of ['to-watch', 'to-keep', 'to-visit']) {
    const path = `GET /api/v1/courses/${team.slug}/lessons/${key}`
    const { status, text } = await api.request(path, { token: stranger.token })
    expect(status).toBe(403)
    expect(text).not.toMatch(/media|youtube|example\.org|knot/)
  }
  const course = await api.request(`GET /api/v1/courses/${team.slug}`, { token: stranger.token })
  expect(course.text).not.toMatch(/youtube|example\.org\/knots|signature=/)
})

test('the owner says what HTML in lessons becomes, and whether watching counts', async () => {
  const { team, learner } = await givenTyped()
  const { courseId, owner, author } = team
  const { revision } = await api.as(owner).authoring.get.query({ courseId })
  const terms = { courseId, revision, html: 'basic', honesty: 'watched' } as const
  await expect(api.as(author).authoring.update.mutate(terms)).rejects.toThrow()
  expect(await api.as(owner).authoring.update.mutate(terms)).toMatchObject({
    html: 'basic',
    honesty: 'watched',
  })
  expect(await read(learner, team, 'lesson-1')).toMatchObject({ html: 'basic' })
})

test('a version without anything beside its texts keeps the hash that it had', () => {
  const terms = { title: 'T', summary: 'S', language: 'en', license: null, source: 'A book' }
  const lesson = {
    key: 'one',
    formerKeys: ['b', 'a'],
    title: 'One',
    type: 'text' as const,
    minutes: 5,
    required: true,
    preview: false,
    bodySha256: 'f'.repeat(64),
  }
  const hash = (
    parts: Pick<Parameters<typeof hashOf>[0]['sections'][0]['lessons'][0], 'details' | 'files'>,
  ) =>
    hashOf({
      terms: termsOf(terms),
      coverSha256: null,
      sections: [{ title: 'All', lessons: [{ ...lesson, ...parts }] }],
    })

  expect(hash({ details: null, files: null })).toBe(
    'dde430d9d9dca280f7485aca4ce932cac9c03412ba0e41849a0bb6d04d3fcd22',
  )
  const one = hash({ details: { link, prerequisites: ['a'] }, files: null })
  expect(one).not.toBe('dde430d9d9dca280f7485aca4ce932cac9c03412ba0e41849a0bb6d04d3fcd22')
  expect(hash({ details: { prerequisites: ['a'], link }, files: null })).toBe(one)
})
