import { StorageUnavailable } from '../../../server/adapters/file-storage/types.ts'
import type { Deps } from '../../../server/context.ts'
import {
  findLostMedia,
  type LostMedia,
} from '../../../server/features/courses/media/find-lost-media.ts'
import { printable } from '../output.ts'

export interface CheckedMedia {
  check: 'media-is-stored'
  state: 'ok' | 'violated' | 'unchecked'
  found?: LostMedia
  reason?: string
}

/** Whether every picture, video and file of courses is in its storage. */
export async function checkMedia(deps: Pick<Deps, 'db' | 'media'>): Promise<CheckedMedia> {
  const check = 'media-is-stored'
  try {
    const found = await findLostMedia(deps)
    const isWhole = found.count === 0 && found.elsewhere.length === 0
    return { check, state: isWhole ? 'ok' : 'violated', found }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    return { check, state: 'unchecked', reason: error.message }
  }
}

/** The first line, and those below it. */
export function describeMedia({ check, found, reason }: CheckedMedia): [string, ...string[]] {
  const first = `${check}: Every file of a course is in the storage of MEDIA_STORAGE.`
  if (found === undefined)
    return [
      first,
      `${reason}`,
      '→ Correct MEDIA_STORAGE and its related settings, then check again.',
    ]
  const { count, files, elsewhere } = found
  return [
    first,
    ...elsewhere.flatMap(({ storage, count }) => [
      `in the storage "${storage}": ${count}`,
      `→ Set MEDIA_STORAGE=${storage} again, or import or upload these files anew.`,
    ]),
    ...files.map(nameOf),
    ...(count > files.length ? [`and ${count - files.length} more`] : []),
    ...(count > 0
      ? ['→ Restore them from your copy of the folder or bucket, or import or upload them again.']
      : []),
  ]
}

function nameOf({ slug, path, sha256 }: LostMedia['files'][number]): string {
  const place = slug === null ? 'no course' : `course ${slug}, ${path ?? 'an older version'}`
  return printable(`${place}, SHA-256 ${sha256}`)
}
