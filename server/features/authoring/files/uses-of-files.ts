import { setImmediate as nextTurn } from 'node:timers/promises'
import { filesNamedIn } from '../../../../content/files/file-links.ts'
import { toFileLinks } from '../../../../content/files/lesson-links.ts'
import {
  type DraftLessonRow,
  type DraftRow,
  findDraft,
} from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findLessonBodies } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { sectionsOf } from '../drafts/read-draft.ts'
import type { FileUse } from './schema.ts'

/** How many texts without changes are read at once. */
const textsAtOnce = 50

/** A lesson of a draft, with its text as authors write it. */
export type LessonWithText = DraftLessonRow & { content: string }

/** Yields the lessons of a draft, read with its texts, in the order of its outline. */
export async function* eachLesson(db: Deps['db'], draft: DraftRow): AsyncGenerator<LessonWithText> {
  const lessons = sectionsOf(draft).flatMap((section) => section.lessons)
  for (let start = 0; start < lessons.length; start += textsAtOnce) {
    const some = lessons.slice(start, start + textsAtOnce)
    const texts = await findLessonBodies(
      db,
      some.flatMap(({ bodySha256 }) => bodySha256 ?? []),
    )
    for (const lesson of some) {
      // A text can be a megabyte of links: other requests get their turn before the next.
      await nextTurn()
      const isWritten = draft.isOpen && lesson.content !== null
      const text = lesson.content ?? texts.get(lesson.bodySha256 ?? '') ?? ''
      yield { ...lesson, content: isWritten ? text : toFileLinks(text, draft.courseId) }
    }
  }
}

/** Finds where a draft names the files of these paths: its cover, then lessons in their order. */
export async function findUses(
  db: Deps['db'],
  { courseId, paths }: { courseId: string; paths: readonly string[] },
): Promise<Map<string, FileUse[]>> {
  const uses = new Map(paths.map((path): [string, FileUse[]] => [path, []]))
  const draft = paths.length === 0 ? undefined : await findDraft(db, courseId, { texts: true })
  if (draft === undefined) return uses

  if (draft.cover != null) uses.get(draft.cover)?.push({ lessonKey: null, title: draft.title })
  for await (const { key, title, content, details } of eachLesson(db, draft))
    for (const path of filesNamedIn(content, details))
      uses.get(path)?.push({ lessonKey: key, title })
  return uses
}
