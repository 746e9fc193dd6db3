import { readFile, stat } from 'node:fs/promises'
import {
  openFolder,
  tooLarge,
} from '../../../../server/features/authoring/course-folder/course-files.ts'
import {
  type CourseReading,
  readCourse,
} from '../../../../server/features/authoring/course-folder/course-folder.ts'
import {
  CourseFolderError,
  formatProblem,
  type Problem,
} from '../../../../server/features/authoring/course-folder/course-folder-error.ts'
import { maxZipBytes, openZip } from '../../../../server/features/authoring/course-zip/open-zip.ts'
import type { CourseContent } from '../../../../server/features/drafts/types.ts'
import { explainFailure } from '../../failures.ts'
import { progress } from '../../output.ts'

export interface FailedImport {
  folder: string
  outcome: 'failed'
  message: string
  /** The mistakes in the folder; absent when publishing failed. */
  problems?: readonly Problem[]
}

export interface Reading {
  folder: string
  course: CourseContent
  warnings: Problem[]
}

export async function readFolder(folder: string): Promise<Reading | FailedImport> {
  progress(`Reading ${folder}`)
  try {
    const { course, warnings } = await readFiles(folder)
    for (const warning of warnings) progress(`warning: ${formatProblem(warning)}`)
    return { folder, course, warnings }
  } catch (error) {
    return fail(folder, error)
  }
}

/** A folder, or a zip like that of the export. */
async function readFiles(path: string): Promise<CourseReading> {
  const found = path.toLowerCase().endsWith('.zip') ? await stat(path) : undefined
  if (found === undefined || !found.isFile()) return readCourse(await openFolder(path))
  if (found.size > maxZipBytes) throw tooLarge(path, `${found.size} bytes`, maxZipBytes)
  return readCourse(await openZip(await readFile(path), path))
}

export function fail(folder: string, error: unknown): FailedImport {
  const message = explainFailure(error)
  process.stderr.write(`${message}\n`)
  const problems = error instanceof CourseFolderError && { problems: error.problems }
  return { folder, outcome: 'failed', message, ...problems }
}
