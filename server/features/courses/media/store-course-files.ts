import type { Deps } from '../../../context.ts'
import { storeMedia } from './store-media.ts'

/** A file to be stored, wherever it is now. */
export interface FileToStore {
  /** Path from the course's root, with `/`. */
  path: string
  size: number
  open(): Promise<AsyncIterable<Uint8Array>>
}

const filesAtOnce = 8

/**
 * Stores files of a course, and returns their SHA-256 by path. They are in no library yet: files in
 * none for a day are removed.
 * @throws FileTooLarge
 */
export async function storeCourseFiles(
  ctx: Deps,
  files: readonly FileToStore[],
  { onStored = () => undefined }: { onStored?: (file: FileToStore) => void } = {},
): Promise<Record<string, string>> {
  const { maxFileBytes } = ctx.mediaLimits
  const stored = new Map<string, string>()
  const waiting = files.values()
  const storeNext = async (): Promise<void> => {
    for (const file of waiting) {
      const { sha256 } = await storeMedia(ctx, await file.open(), { maxBytes: maxFileBytes })
      stored.set(file.path, sha256)
      onStored(file)
    }
  }
  await Promise.all(Array.from({ length: Math.min(filesAtOnce, files.length) }, storeNext))
  return Object.fromEntries(files.map(({ path }) => [path, stored.get(path) ?? '']))
}
