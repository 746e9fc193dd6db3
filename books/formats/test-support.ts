import { courseFolder } from '../folder/test-support.ts'
import { openFolder } from '../reading/course-files.ts'
import { CourseFolderError, formatProblem } from '../reading/course-folder-error.ts'
import { readCourseTree, type TreeOptions } from './read-course-tree.ts'

type Tree = Record<string, string | Uint8Array>

/** Reads a folder with these files as a course, with its lessons and warnings at hand. */
export async function readTree(tree: Tree, options: Partial<TreeOptions> = {}) {
  await using folder = await courseFolder(tree)
  const files = await openFolder(folder.path)
  const reading = await readCourseTree(files, { format: 'auto', folder: '', ...options })
  const lessons = reading.course.sections.flatMap((section) => section.lessons)
  return {
    ...reading,
    lessons: new Map(lessons.map((lesson) => [lesson.key, lesson])),
    outline: reading.course.sections.map(({ title, lessons: own }) => [
      title,
      own.map(({ key }) => key),
    ]),
    warnings: reading.warnings.map((it) => shortened(formatProblem(it), folder.path)),
  }
}

/** Returns the mistakes of such a folder, a line each; 'none' if it is read. */
export async function mistakesOf(
  tree: Tree,
  options: Partial<TreeOptions> = {},
): Promise<string[]> {
  await using folder = await courseFolder(tree)
  const files = await openFolder(folder.path)
  try {
    await readCourseTree(files, { format: 'auto', folder: '', ...options })
    return ['none']
  } catch (error) {
    if (!(error instanceof CourseFolderError)) throw error
    return error.problems.map((it) => shortened(formatProblem(it), folder.path))
  }
}

function shortened(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, '').replaceAll(folder, '.')
}
