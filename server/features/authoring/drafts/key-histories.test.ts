import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CourseContent } from '../../../../content/draft.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { AppError } from '../../../errors/errors.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import { discardDraft } from './discard-draft.ts'
import { getDraft } from './read-draft.ts'
import { replaceDraft } from './replace-draft.ts'
import { givenWritten } from './test-support.ts'
import { createLesson, deleteLesson, updateLesson } from './write-lesson.ts'

const api = await forAllTests(startApi())
const { deps } = api

/** Uses few keys, so that they collide. */
const key = fc.constantFrom('lesson-1', 'lesson-2', 'lesson-3', 'new')
const at = fc.nat(3)
const edit = fc.oneof(
  fc.record({ do: fc.constant('create' as const), key, former: fc.option(key) }),
  fc.record({ do: fc.constant('rename' as const), at, key }),
  fc.record({ do: fc.constant('join' as const), at, other: at }),
  fc.record({ do: fc.constant('delete' as const), at }),
)
const histories = fc.array(
  fc.record({
    /** Whether lessons are written one by one, or the whole comes from a folder. */
    by: fc.constantFrom('http' as const, 'http' as const, 'folder' as const),
    edits: fc.array(edit, { minLength: 1, maxLength: 2 }),
    editsAfterwards: at,
  }),
  { minLength: 3, maxLength: 6 },
)

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never
interface Keyed {
  key: string
  formerKeys: string[]
}

const text = { type: 'text', minutes: 5, required: true, preview: false } as const

async function draftOf(courseId: string) {
  const { sections, revision, baseVersion } = await getDraft(deps, courseId)
  return { lessons: sections.flatMap(({ lessons }) => lessons), revision, baseVersion }
}

async function performOverHttp(courseId: string, edit: Edit): Promise<unknown> {
  const { lessons, revision } = await draftOf(courseId)
  if (edit.do === 'create') {
    const formerKeys = edit.former === null ? [] : [edit.former]
    const lesson = { ...text, key: edit.key, formerKeys, title: edit.key, content: 'Text.' }
    return createLesson(deps, { courseId, revision, section: 0, ...lesson })
  }
  const lesson = lessons[edit.at]
  if (lesson === undefined) return undefined
  const { key } = lesson
  const change = { courseId, key, revision: lesson.revision }
  if (edit.do === 'delete') return deleteLesson(deps, change)
  if (edit.do === 'rename') return updateLesson(deps, { ...change, newKey: edit.key })
  const other = lessons[edit.other]
  if (other === undefined || other === lesson) return undefined
  await deleteLesson(deps, { courseId, key: other.key, revision: other.revision })
  const formerKeys = [...lesson.formerKeys, ...other.formerKeys, other.key]
  const { lessons: left } = await draftOf(courseId)
  const { revision: current = 0 } = left.find((it) => it.key === key) ?? {}
  return updateLesson(deps, { ...change, revision: current, formerKeys })
}

function inFolder(lessons: Keyed[], edit: Edit): Keyed[] {
  if (edit.do === 'create')
    return [...lessons, { key: edit.key, formerKeys: edit.former === null ? [] : [edit.former] }]
  return lessons.flatMap((lesson, index) => {
    if (index !== edit.at) return lesson
    if (edit.do === 'delete') return []
    if (edit.do === 'rename')
      return { key: edit.key, formerKeys: [...lesson.formerKeys, lesson.key] }
    const other = lessons[edit.other] ?? lesson
    return { ...lesson, formerKeys: [...lesson.formerKeys, other.key] }
  })
}

async function performInFolder(courseId: string, slug: string, edits: Edit[]): Promise<unknown> {
  const { lessons: before, baseVersion } = await draftOf(courseId)
  // Keeps only former keys that the folder's author wrote down, if any.
  const lessons = edits.reduce(
    inFolder,
    before.map(({ key }): Keyed => ({ key, formerKeys: [] })),
  )
  const written = lessons.map((it) => ({ ...text, ...it, title: it.key, content: randomUUID() }))
  const content: CourseContent = {
    slug,
    title: 'Keys',
    summary: 'They come and go.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
    sections: [{ title: 'The only section', lessons: written }],
  }
  return replaceDraft(deps, { courseId, content, baseVersion, managedBy: 'folder' })
}

const manage = (courseId: string, by: 'http' | 'folder') =>
  deps.db.execute(sql`update courses set managed_by = ${by} where id = ${courseId}`)

/** Tries it; a refusal by name is no fault, and leaves the draft as it was. */
async function attempt(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return false
  }
}

async function publish(courseId: string) {
  const { revision, baseVersion } = await draftOf(courseId)
  return publishDraft(deps, { courseId, revision, baseVersion })
}

test('whatever was published can be edited, renamed and published again, whatever its keys were before', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { courseId, slug } = await givenWritten(api, { lessons: Array(3).fill('required') })
      let renamings = 0
      for (const { by, edits, editsAfterwards } of history) {
        await manage(courseId, by)
        if (by === 'folder') await attempt(performInFolder(courseId, slug, edits))
        else for (const edit of edits) await attempt(performOverHttp(courseId, edit))
        if (!(await attempt(publish(courseId))))
          await discardDraft(deps, { courseId, revision: (await draftOf(courseId)).revision })

        await manage(courseId, 'http')
        const { lessons } = await draftOf(courseId)
        const lesson = lessons[editsAfterwards % lessons.length]
        if (lesson === undefined) throw new Error('A published course has lessons.')
        const change = { courseId, key: lesson.key, revision: lesson.revision }
        await updateLesson(deps, { ...change, content: randomUUID() })
        expect(await publish(courseId)).toMatchObject({ outcome: 'published' })
        const { revision } = await draftOf(courseId)
        const newKey = `fresh-${++renamings}`
        await updateLesson(deps, { ...change, revision, newKey })
        await discardDraft(deps, { courseId, revision: revision + 1 })
      }
    }),
    propertyRuns(2),
  )
})
