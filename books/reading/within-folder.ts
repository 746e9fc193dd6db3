import { posix } from 'node:path'
import type { CourseFiles } from './course-files.ts'
import { mistake, quote } from './course-folder-error.ts'

/** Narrows files to one folder, by their names in it; those around it are out of reach. */
export function withinFolder(files: CourseFiles, folder: string): CourseFiles {
  if (folder === '') return files
  const nameOf = (name: string) => posix.join(folder, name)
  const isInside = (name: string) => !name.startsWith('/') && nameOf(name).startsWith(`${folder}/`)
  const check = (name: string, { file, line }: { file: string; line: number }) => {
    if (isInside(name)) return
    const words = `the file ${quote(name)} is outside the course's folder: move it into the folder`
    throw mistake(file, line, words)
  }
  return {
    labelOf: (name) => files.labelOf(nameOf(name)),
    has: async (name) => isInside(name) && files.has(nameOf(name)),
    read: async (name, options) => {
      check(name, options.mention)
      return files.read(nameOf(name), options)
    },
    list: async () =>
      (await files.list())
        .filter((name) => name.startsWith(`${folder}/`))
        .map((name) => name.slice(folder.length + 1)),
    open: async (name, mention) => {
      check(name, mention)
      return files.open(nameOf(name), mention)
    },
  }
}
