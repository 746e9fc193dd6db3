import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readCourse, readCourseFolder } from '../../../../../books/folder/course-folder.ts'
import { realCourse } from '../../../../../books/test/real-courses.ts'
import type { CourseContent } from '../../../../../content/draft.ts'
import { findCourse } from '../../../../../db/queries/courses/courses/courses.ts'
import { drafts } from '../../../../../db/schema/authoring/drafts.ts'
import { courses } from '../../../../../db/schema/courses/courses.ts'
import { type Api, forAllTests, startApi } from '../../../../test/api.ts'
import { makeTestDatabase } from '../../../../test/database.ts'
import { type Publication, publishCourse } from '../publish-course.ts'
import { exportCourse } from './export-course.ts'
import { openZip } from './open-zip.ts'

const api = await forAllTests(startApi())
const elsewhere = await forAllTests(startApi({ databaseUrl: await makeTestDatabase() }))

const svg = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="${color}"/></svg>`,
  ).toString('base64')}`

/** A course with everything that it can have. */
const everything: CourseContent = {
  slug: 'everything',
  title: 'He said: "tie #1 – 結び目", \'twice\'',
  summary: '- not a list: yes',
  language: 'pt-BR',
  license: 'CC-BY-4.0',
  source: 'https://example.org/?a=1#b',
  order: 'sequence',
  available: '2 days after cohort',
  due: '90 days after cohort',
  validFor: 24,
  price: { amount: 4900, currency: 'EUR' },
  certificate: {
    issuer: 'Faculty of Knots: "East"',
    logo: svg('red'),
    color: '#102030',
    signatures: [
      { name: 'Ada Lovelace', title: 'Dean', image: svg('blue') },
      { name: 'Grace Hopper', title: 'Admiral' },
    ],
    lines: ['Accredited: no.'],
  },
  sections: [
    {
      title: 'null',
      lessons: [
        lesson({ key: 'z-first', content: 'See [the next](ação.md#use), and `[not](ação.md)`.' }),
        lesson({
          key: 'ação',
          title: 'true',
          type: 'video',
          formerKeys: ['acao', 'a-cao'],
          content: '---\nA rule first, [back](z-first.md).\n\n```md\n[code](z-first.md)\n```',
        }),
      ],
    },
    {
      title: '結び目 👩🏽‍🚀',
      lessons: [
        lesson({
          key: 'b',
          required: false,
          minutes: 1440,
          details: {
            prerequisites: ['z-first'],
            available: '2027-01-10',
            due: '2027-01-10',
            page: 'Two Ropes/b_',
          },
          content: '# A heading\n\n  indented',
        }),
        lesson({ key: 'b-2', preview: true, content: '> quote\n\n\ttab \\ "and" trailing|' }),
      ],
    },
  ],
}

function lesson(
  of: Partial<CourseContent['sections'][number]['lessons'][number]> & { key: string },
): CourseContent['sections'][number]['lessons'][number] {
  return {
    title: `Lesson "${of.key}": a title`,
    type: 'text',
    minutes: 5,
    required: true,
    preview: false,
    content: `The text of ${of.key}.`,
    ...of,
  }
}

async function exported(
  at: Api,
  slug: string,
  version?: number | 'draft',
): Promise<{ fileName: string; bytes: Buffer }> {
  const course = await findCourse(at.deps.db, { slug })
  if (course === undefined) throw new Error('There is no such course.')
  const { fileName, zip } = await exportCourse(at.deps, { courseId: course.id, version })
  return { fileName, bytes: await buffer(zip) }
}

async function importedInto(at: Api, zip: Buffer): Promise<Publication> {
  const { course } = await readCourse(await openZip(zip, 'a.zip'))
  return publishCourse(at.deps, course)
}

async function goRound(content: CourseContent): Promise<void> {
  await publishCourse(api.deps, content)
  const first = await exported(api, content.slug)

  expect(await importedInto(elsewhere, first.bytes)).toMatchObject({ outcome: 'new course' })
  const second = await exported(elsewhere, content.slug)
  expect(second.fileName).toBe(first.fileName)
  expect(second.bytes.equals(first.bytes)).toBe(true)

  const before = await rowsOf(api, content.slug)
  expect(await importedInto(api, first.bytes)).toMatchObject({ outcome: 'unchanged', version: 1 })
  expect(await rowsOf(api, content.slug)).toEqual(before)
}

async function rowsOf(at: Api, slug: string): Promise<unknown> {
  const [course] = await at.deps.db.select().from(courses).where(eq(courses.slug, slug))
  const draft = await at.deps.db
    .select()
    .from(drafts)
    .where(eq(drafts.courseId, course?.id ?? ''))
  return { course, draft }
}

describe('a course that is exported, imported into an empty installation and exported again', () => {
  test('is the same zip, byte for byte, whatever it has; importing it again writes nothing', async () => {
    await goRound(everything)
  })

  for (const name of ['git-novice', 'security-101'] as const) {
    const { path, isHere, whySkipped } = realCourse(name)
    test.skipIf(!isHere)(`so is ${name}${whySkipped}`, async () => {
      await goRound((await readCourseFolder(path)).course)
    })
  }
})

test('the time and the place of an export leave no trace in its bytes', async () => {
  const content = { ...everything, slug: 'timeless' }
  await publishCourse(api.deps, content)
  const now = await exported(api, 'timeless')
  const zone = process.env.TZ
  process.env.TZ = 'Pacific/Auckland'
  const later = await exported(api, 'timeless')
  process.env.TZ = zone ?? 'UTC'

  expect(later.bytes.equals(now.bytes)).toBe(true)
})
