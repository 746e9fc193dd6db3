import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent } from '../../../../content/draft.ts'
import { findLessonBodies } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { freezeFiles } from '../../courses/lessons/freeze-files.ts'

/** How many texts without changes are read at once. */
const textsAtOnce = 50

/**
 * Returns the files that the lessons of a draft show: SHA-256 by path, by lesson key. Omits lessons
 * without any. Looks also at texts that were not rewritten: a file that they name may have come,
 * gone or changed.
 */
export async function filesOfDraft(
  db: Deps['db'],
  { sections, files: library }: Pick<DraftContent, 'sections' | 'files'>,
): Promise<Map<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>()
  if (Object.keys(library).length === 0) return found

  const lessons = sections.flatMap((section) => section.lessons)
  for (let start = 0; start < lessons.length; start += textsAtOnce) {
    const some = lessons.slice(start, start + textsAtOnce)
    const texts = await findLessonBodies(
      db,
      some.flatMap(({ bodySha256 }) => bodySha256 ?? []),
    )
    for (const { key, content, bodySha256, details } of some) {
      await nextTurn()
      const text = content ?? texts.get(bodySha256 ?? '') ?? ''
      const files = freezeFiles({ content: text, details }, library)
      if (files !== null) found.set(key, files)
    }
  }
  return found
}
