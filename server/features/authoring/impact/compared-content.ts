import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent, DraftedLesson } from '../../../../content/draft.ts'
import { linkableKeys, resolveLessonLinks } from '../../../../content/files/lesson-links.ts'
import { findBodySizes, findVersionTerms } from '../../../../db/queries/authoring/impact.ts'
import { listSectionTitles } from '../../../../db/queries/courses/courses/versions.ts'
import { listHashedLessons } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { filesOfDraft } from '../drafts/files-of-draft.ts'
import { readDraftContent } from '../drafts/read-draft.ts'
import { shownCover } from '../drafts/shown-cover.ts'
import type { ComparedContent, ComparedLesson } from './types.ts'

/** Returns the content of a version; undefined if the course has none of this number. */
export async function contentOfVersion(
  db: Deps['db'],
  of: { courseId: string; number: number },
): Promise<ComparedContent | undefined> {
  const version = await findVersionTerms(db, of)
  if (version === undefined) return undefined
  const sections = await listSectionTitles(db, version.id)
  const { terms, ruled } = version
  return { terms, ruled, sections, lessons: await listHashedLessons(db, of) }
}

/** Returns the draft as it would be published; undefined if there is none. */
export async function contentOfDraft(
  db: Deps['db'],
  courseId: string,
): Promise<ComparedContent | undefined> {
  const draft = await readDraftContent(db, courseId)
  return draft && toComparedContent(db, draft)
}

/** Does the same with a draft that was read. Yields to other requests between two of its texts. */
export async function toComparedContent(
  db: Deps['db'],
  draft: DraftContent,
): Promise<ComparedContent> {
  const { courseId, terms, sections } = draft
  const files = await filesOfDraft(db, draft)
  const drafted = sections.flatMap(({ lessons }) => lessons)
  const hashes = drafted.flatMap(({ bodySha256 }) => bodySha256 ?? [])
  const sizes = await findBodySizes(db, hashes)
  const keys = linkableKeys(drafted)

  async function bodyOf({ bodySha256, content }: DraftedLesson) {
    if (bodySha256 !== null) return { bodySha256, size: sizes.get(bodySha256) ?? 0 }
    await nextTurn()
    const resolved = resolveLessonLinks(content ?? '', { courseId, keys })
    return {
      bodySha256: createHash('sha256').update(resolved).digest('hex'),
      size: Buffer.byteLength(resolved),
    }
  }

  const compared: ComparedLesson[] = []
  for (const [sectionPosition, { lessons }] of sections.entries())
    for (const lesson of lessons)
      compared.push({
        key: lesson.key,
        formerKeys: lesson.formerKeys,
        sectionPosition,
        title: lesson.title,
        type: lesson.type,
        minutes: lesson.minutes,
        required: lesson.required,
        preview: lesson.preview,
        details: lesson.details,
        files: files.get(lesson.key) ?? null,
        ...(await bodyOf(lesson)),
      })
  return {
    terms: { ...terms, ...shownCover(draft) },
    sections: sections.map(({ title }) => title),
    lessons: compared,
  }
}
