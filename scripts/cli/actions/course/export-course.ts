import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { exportCourse } from '../../../../server/features/authoring/import/zip/export-course.ts'
import { readWholeNumber } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { withDeps } from '../../with-deps.ts'
import { findNamedCourse } from './course.ts'

export interface ExportOptions {
  ofVersion?: string
  output?: string
}

/** Writes a zip that `course import` reads. */
export async function exportCourseZip(
  idOrSlug: string,
  { ofVersion: typed, output }: ExportOptions,
): Promise<CommandResult> {
  const version =
    typed === undefined || typed === 'draft' ? typed : readWholeNumber(typed, '--of-version')
  return withDeps(async (deps) => {
    const { id: courseId, slug } = await findNamedCourse(deps.db, idOrSlug)
    const { fileName, zip } = await exportCourse(deps, { courseId, version })
    const file = output ?? fileName
    // What is there already is not overwritten.
    await pipeline(zip, createWriteStream(file, { flags: 'wx' }))
    return {
      json: { course: { id: courseId, slug }, file },
      text: `${slug} is exported to ${file}.\n`,
    }
  })
}
