import { type CourseFiles, maxTextBytes, readText } from './course-files.ts'
import { CourseFolderError } from './course-folder-error.ts'

/**
 * Reads the text of an optional file; undefined without it.
 * @throws CourseFolderError for one that is there and cannot be read: it is not missing
 */
export async function readOptional(files: CourseFiles, name: string): Promise<string | undefined> {
  const mention = { file: files.labelOf(name), line: 1 }
  try {
    return await readText(files, name, { maxBytes: maxTextBytes, mention })
  } catch (error) {
    if (error instanceof CourseFolderError && isAbsence(error)) return undefined
    throw error
  }
}

/** Whether it means absence: hidden files are not listed, so that only the message tells. */
function isAbsence({ problems }: CourseFolderError): boolean {
  return problems.every(({ message }) => message.startsWith('there is no such file'))
}
