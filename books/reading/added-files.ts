import type { CourseFiles } from './course-files.ts'

/** Adds files that a reader made, by their names from the root. */
export function withAddedFiles(
  files: CourseFiles,
  added: ReadonlyMap<string, Buffer>,
): CourseFiles {
  return {
    ...files,
    has: async (name) => added.has(name) || files.has(name),
    read: async (name, options) => added.get(name) ?? files.read(name, options),
    open: async (name, mention) => {
      const bytes = added.get(name)
      if (bytes === undefined) return files.open(name, mention)
      return { size: bytes.length, bytes: piecesOf(bytes) }
    },
  }
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes
}
