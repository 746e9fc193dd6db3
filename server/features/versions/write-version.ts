import { createHash } from 'node:crypto'
import { setCurrentVersion } from '../../../db/queries/learning/courses/courses.ts'
import {
  insertVersion,
  type NumberedVersion,
} from '../../../db/queries/learning/courses/versions.ts'
import {
  insertLessonBodies,
  insertLessons,
  type NewLesson,
} from '../../../db/queries/learning/lessons.ts'
import type { Deps } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import type { CourseTerms } from '../drafts/types.ts'

/** What a version says, its texts by their hashes. */
export interface VersionText {
  terms: CourseTerms
  sections: { title: string; lessons: VersionLesson[] }[]
}

export type VersionLesson = Omit<NewLesson, 'id' | 'position' | 'sectionPosition'>

export interface VersionToWrite {
  courseId: string
  number: number
  kind: NonNullable<NumberedVersion['kind']>
  note: string | null
  text: VersionText
  /** Texts of its lessons that may not be stored yet. */
  bodies: readonly { sha256: string; content: string }[]
}

/** Writes a version and makes it the current one, in the caller's transaction. */
export async function writeVersion(
  { db, now }: Deps,
  { courseId, number, kind, note, text, bodies }: VersionToWrite,
): Promise<void> {
  const versionId = newId()
  const sections = text.sections.map(({ title }, position) => ({
    id: newId(),
    versionId,
    position,
    title,
  }))
  await insertVersion(
    db,
    {
      id: versionId,
      courseId,
      number,
      ...text.terms,
      contentHash: hashOf(text),
      publishedAt: now(),
      kind,
      note,
    },
    sections,
  )

  const lessons = text.sections.flatMap(({ lessons }, sectionPosition) =>
    lessons.map((lesson) => ({ ...lesson, sectionPosition })),
  )
  await insertLessonBodies(db, [...bodies])
  await insertLessons(
    db,
    { courseId, version: number },
    lessons.map((lesson, position) => ({ ...lesson, position, id: newId() })),
  )
  await setCurrentVersion(db, courseId, number)
}

/** SHA-256 of everything in a version, hexadecimal. */
export function hashOf({ terms, sections }: VersionText): string {
  const { title, summary, language, license, source } = terms
  return sha256Of(
    JSON.stringify([
      [title, summary, language, license, source],
      sections.map(({ title, lessons }) => [title, lessons.map(fieldsOf)]),
    ]),
  )
}

function fieldsOf(lesson: VersionLesson): unknown[] {
  const { key, formerKeys, title, type, minutes, required, preview, bodySha256 } = lesson
  return [key, formerKeys.toSorted(), title, type, minutes, required, preview, bodySha256]
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
