import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readCourse, readCourseFolder } from '../../../../books/folder/course-folder.ts'
import { courseFolder, FILES, MANIFEST } from '../../../../books/folder/test-support.ts'
import { realCourse } from '../../../../books/test/real-courses.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findLibrary } from '../../../../db/queries/courses/media/course-files.ts'
import { inTransaction } from '../../../context.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { indexLessons } from '../../courses/search/index-lessons.ts'
import { givenWritten } from '../drafts/test-support.ts'
import { uploaderOf } from '../files/test-support.ts'
import { draftCourse } from './draft-course.ts'
import { publishCourse } from './publish-course.ts'
import { pretendStored, storeReading } from './store-reading.ts'
import { exportCourse } from './zip/export-course.ts'
import { openZip } from './zip/open-zip.ts'

const api = await forAllTests(startApi())
const elsewhere = await forAllTests(startApi({ databaseUrl: await makeTestDatabase() }))

const png = (last: number) =>
  Buffer.from(
    '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de' +
      last.toString(16).padStart(2, '0'),
    'hex',
  )

/** Writes a course with every kind of lesson and file. */
function filesOf(slug: string): Record<string, string | Uint8Array> {
  const [, ...lines] = MANIFEST.replace('4900', '0').split('\n')
  return {
    ...FILES,
    'course.yaml': [
      `slug: ${slug}`,
      ...lines.slice(0, -1),
      '      - file: more/02-hitch.md',
      '        type: video',
      '        video:',
      '          sources: [{ file: videos/hitch.webm }, { url: "https://example.org/h.mp4" }]',
      '          poster: img/hitch.png',
      '          captions: [{ language: en, label: null, file: videos/hitch.vtt }]',
      '          seconds: 600',
      '          transcript: videos/hitch.md',
      '      - { type: link, key: away, title: Away, minutes: 2, link: { url: "https://example.org" } }',
      '      - { type: file, key: sheet, title: Sheet, minutes: 3, document: { file: lessons/s.pdf }, requires: [away] }',
      'authors: [Ada Lovelace]',
      'categories: [handcraft]',
      'tags: [knots, ropes]',
      'level: beginner',
      'cover: img/cover.png',
      'honesty: watched',
      'html: basic',
    ].join('\n'),
    '01-bowline.md': '# A\n\n![a](img/hitch.png) ![b](img/with%20blank.png) ![c](none.png)\n',
    'more/02-hitch.md': '# B\n\n![d](../img/hitch.png)\n\n[e]: <../img/with blank.png>\n',
    'videos/hitch.webm': Buffer.from('1a45dfa3', 'hex'),
    'videos/hitch.vtt': 'WEBVTT\n',
    'videos/hitch.md': 'See ![f](../img/hitch.png).\n',
    'img/hitch.png': png(1),
    'img/with blank.png': png(2),
    'img/cover.png': png(3),
    'lessons/s.pdf': '%PDF-1.7\n',
    'unnamed.png': png(4),
  }
}

const paths = [
  'img/cover.png',
  'img/hitch.png',
  'img/with blank.png',
  'lessons/s.pdf',
  'videos/hitch.vtt',
  'videos/hitch.webm',
]

async function importFolder(at: Api, path: string) {
  const { course } = await storeReading(at.deps, await readCourseFolder(path))
  return publishCourse(at.deps, course)
}

async function importZip(at: Api, zip: Buffer) {
  const { course } = await storeReading(at.deps, await readCourse(await openZip(zip, 'a.zip')))
  return publishCourse(at.deps, course)
}

async function courseIdOf(at: Api, slug: string): Promise<string> {
  return (await findCourseId(at.deps.db, slug)) ?? ''
}

async function exported(at: Api, slug: string, version?: number): Promise<Buffer> {
  const { zip } = await exportCourse(at.deps, { courseId: await courseIdOf(at, slug), version })
  return buffer(zip)
}

const tables = [
  'media',
  'media_chunks',
  'course_files',
  'published_files',
  'courses',
  'course_versions',
  'lesson_revisions',
  'lesson_bodies',
  'drafts',
  'draft_lessons',
  'course_history',
]

/** Reads rows so that every write shows, except the search's, which keeps transcripts as texts. */
async function rowsOf(at: Api): Promise<unknown> {
  await indexLessons(at.deps)
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const found = await at.deps.db.execute(
      sql.raw(`select count(*)::int as rows, md5(string_agg(xmin::text, ',' order by ctid)) as written
        from ${table}`),
    )
    rows[table] = found.rows[0]
  }
  return rows
}

describe('the files of a folder', () => {
  test('come with it, and a second import of the same folder writes nothing', async () => {
    await using folder = await courseFolder(filesOf('twice'))
    expect(await importFolder(api, folder.path)).toMatchObject({ outcome: 'new course' })
    const library = await findLibrary(api.deps.db, await courseIdOf(api, 'twice'))
    expect(Object.keys(library).sort()).toEqual(paths)

    const before = await rowsOf(api)
    expect(await importFolder(api, folder.path)).toMatchObject({ outcome: 'unchanged', version: 1 })
    expect(await rowsOf(api)).toEqual(before)
  })

  test('leave the library when no lesson names them any more, and older versions keep them', async () => {
    await using folder = await courseFolder(filesOf('shorter'))
    await importFolder(api, folder.path)
    const first = await exported(api, 'shorter')
    await writeFile(join(folder.path, '01-bowline.md'), '# A\n\n![a](img/hitch.png)\n')
    await writeFile(join(folder.path, 'more/02-hitch.md'), '# B\n\nNo picture.\n')
    await rm(join(folder.path, 'img/with blank.png'))

    expect(await importFolder(api, folder.path)).toMatchObject({ version: 2 })

    const library = await findLibrary(api.deps.db, await courseIdOf(api, 'shorter'))
    expect(Object.keys(library)).not.toContain('img/with blank.png')
    expect((await exported(api, 'shorter', 1)).equals(first)).toBe(true)
  })

  test('make a new version when a picture changes under the same name', async () => {
    await using folder = await courseFolder(filesOf('repainted'))
    await importFolder(api, folder.path)
    await writeFile(join(folder.path, 'img/hitch.png'), png(9))

    expect(await importFolder(api, folder.path)).toMatchObject({ outcome: 'new version' })
  })

  test('that are too large are refused by name before anything is stored', async () => {
    await using folder = await courseFolder(filesOf('too-large'))
    const before = await rowsOf(api)
    const mediaLimits = { maxFileBytes: 20, maxCourseBytes: 60 }
    const reading = await readCourseFolder(folder.path)

    const refusal = storeReading({ ...api.deps, mediaLimits }, reading)

    await expect(refusal).rejects.toThrow(
      [
        'img/cover.png: this file has 34 bytes, and MEDIA_MAX_FILE_BYTES allows 20: make it ' +
          'smaller, or link to it elsewhere',
        'img/hitch.png: this file has 34 bytes, and MEDIA_MAX_FILE_BYTES allows 20: make it ' +
          'smaller, or link to it elsewhere',
        'img/with blank.png: this file has 34 bytes, and MEDIA_MAX_FILE_BYTES allows 20: make it ' +
          'smaller, or link to it elsewhere',
        'course.yaml: the files of this course have 122 bytes together, and ' +
          'MEDIA_MAX_COURSE_BYTES allows 60: remove some, or use smaller ones',
      ].join('\n'),
    )
    expect(await rowsOf(api)).toEqual(before)
  })

  test('are found in a rehearsal that is rolled back, which stores nothing', async () => {
    await using folder = await courseFolder(filesOf('rehearsed'))
    const before = await rowsOf(api)
    const reading = await readCourseFolder(folder.path)
    const { course, unstored } = await storeReading(api.deps, reading, { isRehearsal: true })
    const rehearsal = inTransaction(api.deps, async (ctx) => {
      await pretendStored(ctx, unstored)
      const { outcome } = await draftCourse(ctx, course)
      throw new Error(outcome)
    })

    await expect(rehearsal).rejects.toThrow('draft')
    expect(await rowsOf(api)).toEqual(before)
  })
})

describe('a course with files that is exported, imported elsewhere and exported again', () => {
  test('is the same zip, byte for byte, and says all that it said', async () => {
    await using folder = await courseFolder(filesOf('round'))
    await importFolder(api, folder.path)
    const first = await exported(api, 'round')

    expect(await importZip(elsewhere, first)).toMatchObject({ outcome: 'new course' })
    expect((await exported(elsewhere, 'round')).equals(first)).toBe(true)
    expect(await importZip(api, first)).toMatchObject({ outcome: 'unchanged' })

    const reading = await readCourse(await openZip(first, 'a.zip'))
    const { course } = await readCourseFolder(folder.path)
    expect(reading.course).toEqual(course)
    expect(reading.files.map(({ path }) => path)).toEqual(paths)
  })

  test('keeps what its transcripts link to, and has no dead link in them', async () => {
    const transcript = [
      '---',
      'See [it](01-bowline.md#loop), [again](<./01-bowline.md>) and [himself](more/02-hitch.md).',
      'Or [a page](https://example.org), ![f](./img/hitch.png) and [none](n.md).',
      '[bowline]: %30%31-bowline.md',
    ].join('\n\n')
    await using folder = await courseFolder({
      ...filesOf('spoken'),
      'course.yaml': String(filesOf('spoken')['course.yaml']).replace('videos/hitch.md', 't.md'),
      't.md': transcript,
    })
    await importFolder(api, folder.path)
    const first = await exported(api, 'spoken')

    const files = await openZip(first, 'a.zip')
    const { course, warnings } = await readCourse(files)

    const mention = { file: '', line: 0 }
    const written = await files.read('transcripts/02-hitch.md', { maxBytes: 1e6, mention })
    expect(written.toString()).toBe(
      [
        '---',
        'See [it](../lessons-/01-bowline.md#loop), [again](<../lessons-/./01-bowline.md>) and ' +
          '[himself](../lessons-/02-hitch.md).',
        'Or [a page](https://example.org), ![f](.././img/hitch.png) and [none](n.md).',
        '[bowline]: ../lessons-/%30%31-bowline.md\n',
      ].join('\n\n'),
    )
    expect(warnings.filter(({ file }) => file.startsWith('transcripts/'))).toMatchObject([
      { line: 5, message: expect.stringContaining('transcripts/n.md') },
    ])
    expect(course).toEqual((await readCourseFolder(folder.path)).course)
    expect(await importZip(api, first)).toMatchObject({ outcome: 'unchanged' })
  })

  test('keeps a link to a text in a folder that is no lesson, which is a file', async () => {
    await using folder = await courseFolder({
      ...filesOf('noted'),
      '01-bowline.md': '# A\n\n[a](notes/more.md#top)\n\n[b](.notes/hidden.md)\n',
      'notes/more.md': '# More\n',
      '.notes/hidden.md': '# Hidden\n',
    })
    await importFolder(api, folder.path)
    const first = await exported(api, 'noted')

    const { course, files, warnings } = await readCourse(await openZip(first, 'a.zip'))

    expect(course.sections[0]?.lessons[0]?.content).toBe(
      '[a](notes/more.md#top)\n\n[b](.notes/hidden.md)',
    )
    expect(files.map(({ path }) => path)).toContain('notes/more.md')
    expect(warnings.map(({ message }) => message)).toContain(
      '"notes/more.md" is no lesson: learners get it as a file',
    )
    expect(await importZip(api, first)).toMatchObject({ outcome: 'unchanged' })
  })

  for (const name of ['git-novice', 'security-101'] as const) {
    const { path, isHere, whySkipped } = realCourse(name)
    test.skipIf(!isHere)(`so is ${name}, with its pictures${whySkipped}`, async () => {
      await importFolder(api, path)
      const { slug } = (await readCourseFolder(path)).course
      const first = await exported(api, slug)
      await importZip(elsewhere, first)
      expect((await exported(elsewhere, slug)).equals(first)).toBe(true)
      expect(await importFolder(api, path)).toMatchObject({ outcome: 'unchanged' })
    })
  }
})

describe('a zip with files over HTTP', () => {
  test('brings them into the library, where those that were uploaded stay', async () => {
    await using folder = await courseFolder(filesOf('template'))
    await importFolder(api, folder.path)
    const zip = await exported(api, 'template')
    const [admin, owner] = [await api.given.admin(), await api.given.learner()]
    const course = await api.as(admin).authoring.create.mutate({
      slug: 'from-zip',
      title: 'Knots',
      summary: 'Tie what holds.',
      language: 'en',
      price: { amount: 0, currency: 'EUR' },
      ownerEmail: owner.email,
    })
    const answer = await api.request(`POST /api/v1/authoring/courses/${course.id}/import`, {
      token: owner.token,
      body: zip,
      headers: { 'content-type': 'application/zip', 'if-match': '"r1"' },
    })

    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ outcome: 'imported' }),
    ])
    expect(Object.keys(await findLibrary(api.deps.db, course.id)).sort()).toEqual(paths)
    const again = await api.request(`POST /api/v1/authoring/courses/${course.id}/import`, {
      token: owner.token,
      body: zip,
      headers: { 'content-type': 'application/zip', 'if-match': `"r${answer.body.revision}"` },
    })
    expect(again.body).toMatchObject({ outcome: 'unchanged', revision: answer.body.revision })
  })

  test('is refused before its files are stored when somebody else wrote meanwhile', async () => {
    await using folder = await courseFolder(filesOf('late'))
    await importFolder(api, folder.path)
    const zip = await exported(api, 'late')
    const at = await startApi({ databaseUrl: await makeTestDatabase() })
    await using _ = at
    const course = await givenWritten(at)
    const send = (headers: object) =>
      at.request(`POST /api/v1/authoring/courses/${course.courseId}/import`, {
        token: course.author.token,
        body: zip,
        headers: { 'content-type': 'application/zip', ...headers },
      })

    const stale = await send({ 'if-match': '"r99"' })
    await uploaderOf(at, course.author, course).upload('open.png', png(7))
    const before = await rowsOf(at)
    const none = await send({})

    expect([stale.body.error, none.body.error]).toEqual(['DraftChanged', 'RevisionRequired'])
    expect(await rowsOf(at)).toEqual(before)
    expect(await at.deps.db.$count(sql`media`)).toBe(1)
  })

  test('is refused for a course that comes from a folder, before its files are stored', async () => {
    await using folder = await courseFolder(filesOf('managed'))
    await importFolder(api, folder.path)
    const zip = await readFile(join(folder.path, 'course.yaml'))
    const admin = await api.given.admin()
    const courseId = await courseIdOf(api, 'managed')

    const answer = await api.request(`POST /api/v1/authoring/courses/${courseId}/import`, {
      token: admin.token,
      body: zip,
      headers: { 'content-type': 'application/zip' },
    })

    expect([answer.status, answer.body.error]).toEqual([409, 'ManagedElsewhere'])
  })
})
