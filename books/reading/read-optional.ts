import { type CourseFiles, maxTextBytes, readText } from './course-files.ts'
import { CourseFolderError } from './course-folder-error.ts'

/**
 * The text of a file that need not be there; undefined without it.
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

/** Hidden files are not listed: only the mistake tells why one cannot be read. */
function isAbsence({ problems }: CourseFolderError): boolean {
  return problems.every(({ message }) => message.startsWith('there is no such file'))
}
