import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { exportCourse } from '../../../../server/features/authoring/import/zip/export-course.ts'
import { readWholeNumber } from '../../arguments.ts'
import { type CommandResult, said } from '../../output.ts'

interface ExportOptions {
  ofVersion?: string
  output?: string
}

/** Writes a zip that `course import` reads. */
export async function exportCourseZip(
  deps: Deps,
  { id: courseId, slug }: AuthoredCourseRow,
  { ofVersion: typed, output }: ExportOptions,
): Promise<CommandResult> {
  const version =
    typed === undefined || typed === 'draft' ? typed : readWholeNumber(typed, '--of-version')
  const { fileName, zip } = await exportCourse(deps, { courseId, version })
  const file = output ?? fileName
  // An existing file is not overwritten.
  await pipeline(zip, createWriteStream(file, { flags: 'wx' }))
  return said({ course: { id: courseId, slug }, file }, `${slug} is exported to ${file}.`)
}
