import { findKnownContents } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { inStorage } from './store-media.ts'

const looksAtOnce = 8

/**
 * Returns the given contents, by SHA-256, that the course itself has with bytes in place: lost ones
 * are to be stored again. What other courses have stays their secret.
 */
export async function knownContents(
  { db, media }: Pick<Deps, 'db' | 'media'>,
  { courseId, contents }: { courseId: string; contents: readonly string[] },
): Promise<Set<string>> {
  const of = { courseId, contents, storage: media.kind }
  const rows = await findKnownContents(db, of)
  const there = new Set<string>()
  const waiting = rows.values()
  const lookAtNext = async (): Promise<void> => {
    for (const { sha256, name, size } of waiting)
      if ((await inStorage(() => media.size(name))) === size) there.add(sha256)
  }
  await Promise.all(Array.from({ length: Math.min(looksAtOnce, rows.length) }, lookAtNext))
  return there
}
