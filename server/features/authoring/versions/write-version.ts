import { createHash } from 'node:crypto'
import type { CourseTerms } from '../../../../content/course-fields.ts'
import { statedIn, type WrittenTerms } from '../../../../content/course-fields.ts'
import { setCurrentVersion } from '../../../../db/queries/courses/courses/courses.ts'
import {
  insertVersion,
  type NumberedVersion,
} from '../../../../db/queries/courses/courses/versions.ts'
import {
  insertLessonBodies,
  insertLessons,
  type NewLesson,
} from '../../../../db/queries/courses/lessons.ts'
import {
  insertProgramCourses,
  listProgramsOpenedBy,
} from '../../../../db/queries/learning/programs.ts'
import { sortedJson } from '../../../../db/sorted-json.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'
import { keepPublishedQuestions } from '../../assessment/questions/store-questions.ts'
import { refreshEntry } from '../../courses/catalogue/refresh-entry.ts'
import { keepPublished } from '../../courses/media/course-files.ts'

/** The content of a version, with its texts by their hashes. */
export interface VersionText {
  terms: CourseTerms
  /** Null without a cover. */
  coverSha256: string | null
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
  { db, now, jobs }: Deps,
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
      ruled: isRuled(text),
      coverSha256: text.coverSha256,
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
  await insertProgramCourses(db, { versionId, lessons: lessons.flatMap(courseIn) })
  await keepPublishedQuestions({ db, now }, lessons)
  await keepPublished(db, courseId, [
    ...lessons.flatMap(({ files }) => Object.values(files ?? {})),
    ...(text.coverSha256 === null ? [] : [text.coverSha256]),
  ])
  await setCurrentVersion(db, courseId, number)
  await refreshEntry({ db, now }, courseId)
  await jobs.enqueue(db, 'index-lessons', { courseId })
  for (const programId of await listProgramsOpenedBy(db, { courseId, number }))
    await jobs.enqueue(db, 'plan-openings', { programId, courseId })
}

/** Returns the course that a lesson of a program stands for. */
function courseIn({ key, details }: VersionLesson, position: number) {
  const slug = details?.course?.slug
  return typeof slug === 'string' ? [{ key, position, slug }] : []
}

function isRuled({ terms: { order, available }, sections }: VersionText): boolean {
  const rules = sections.flatMap(({ lessons }) =>
    lessons.flatMap(({ details }) => details?.prerequisites?.[0] ?? details?.available ?? []),
  )
  return order !== null || available !== null || rules.length > 0
}

/** SHA-256 of everything in a version, hexadecimal. */
export function hashOf({ terms, coverSha256, sections }: VersionText): string {
  const { title, summary, language, license = null, source = null, ...others } = statedIn(terms)
  return sha256Of(
    JSON.stringify([
      [title, summary, language, license, source, ...shownOf(others, coverSha256)],
      sections.map(({ title, lessons }) => [title, lessons.map(fieldsOf)]),
    ]),
  )
}

/** Leaves out what versions got later: without any of it the hash is what it was before. */
function shownOf(terms: Partial<WrittenTerms>, coverSha256: string | null): unknown[] {
  const { authors = [], categories = [], tags = [], level, cover, ...later } = terms
  const lists = [authors, categories, tags]
  const isAbsent = lists.every(({ length }) => length === 0) && !level && !cover
  const shown = isAbsent ? [] : [...lists, level ?? null, cover ?? null, coverSha256]
  return Object.keys(later).length === 0 ? shown : [...shown, sortedJson(later)]
}

function fieldsOf(lesson: VersionLesson): unknown[] {
  const { key, formerKeys, title, type, minutes, required, preview, bodySha256 } = lesson
  const fields = [key, formerKeys.toSorted(), title, type, minutes, required, preview, bodySha256]
  // Leaves out absent ones, so that the hash stays what it was before lessons had them.
  const { details, files } = lesson
  return details === null && files === null
    ? fields
    : [...fields, sortedJson(details), sortedJson(files)]
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
