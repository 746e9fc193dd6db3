import { readCourseTree } from '../../../../books/formats/read-course-tree.ts'
import {
  CourseFolderError,
  formatProblem,
  type Problem,
} from '../../../../books/reading/course-folder-error.ts'
import type { CourseReading } from '../../../../books/reading/types.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../../server/context.ts'
import {
  openRepository,
  shownAddress,
} from '../../../../server/features/authoring/sources/open-repository.ts'
import { findPreviousCourse } from '../../../../server/features/authoring/import/previous-course.ts'
import { explainFailure } from '../../failures.ts'
import { progress } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { type OpenTree, openTree, type ReadOptions } from './open-tree.ts'

export interface FailedImport {
  folder: string
  outcome: 'failed'
  message: string
  /** The mistakes in the folder; absent when publishing failed. */
  problems?: readonly Problem[]
}

export interface Reading extends CourseReading {
  /** The path or address as it was typed. */
  folder: string
  tree: OpenTree
}

/** Reads a folder or a zip, as it is without looking at what is published. */
export async function readFolder(
  folder: string,
  options: ReadOptions,
): Promise<Reading | FailedImport> {
  progress(`Reading ${folder}`)
  return attempt(folder, async () => {
    const tree = withProgress(await openTree(folder, options))
    return { folder, tree, ...(await readTree(tree, options)) }
  })
}

/** Fetches the newest commit of a repository and reads it. */
export async function readRepository(
  deps: Deps,
  url: string,
  { options, opened }: { options: ReadOptions; opened: AsyncDisposableStack },
): Promise<Reading | FailedImport> {
  const shown = shownAddress(url)
  progress(`Fetching ${shown}`)
  return attempt(shown, async () => {
    const repository = opened.use(
      await openRepository(deps, { url, branch: options.branch ?? null }),
    )
    progress(`Reading commit ${repository.commit.slice(0, 12)}`)
    const { folder = '' } = options
    const tree = withProgress({ files: repository.files, folder, listRenames: async () => [] })
    return { folder: shown, tree, ...(await readTree(tree, options)) }
  })
}

/** Adds to a reading which lessons were renamed since the current version. */
export async function readAgain({ db }: Deps, reading: Reading): Promise<Reading | FailedImport> {
  return attempt(reading.folder, async () => {
    const { tree } = reading
    const courseId = await findCourseId(db, reading.course.slug)
    const previous =
      courseId === undefined
        ? undefined
        : await findPreviousCourse(db, courseId, await tree.listRenames())
    const read =
      previous === undefined ? reading : ((await reading.withPrevious?.(previous)) ?? reading)
    for (const warning of read.warnings) progress(`warning: ${formatProblem(warning)}`)
    return { ...reading, ...read }
  })
}

const shownEvery = 100

/** Shows progress, because a book of hundreds of pages takes a while to read. */
function withProgress(tree: OpenTree): OpenTree {
  let read = 0
  const files = {
    ...tree.files,
    read: (...given: Parameters<typeof tree.files.read>) => {
      read += 1
      if (read % shownEvery === 0) progress(`Read ${read} files`)
      return tree.files.read(...given)
    },
  }
  return { ...tree, files }
}

function readTree(
  { files, folder }: OpenTree,
  { format = 'auto', allowMissing }: ReadOptions,
): Promise<CourseReading> {
  return readCourseTree(files, { format, folder, allowMissing: allowMissing === true })
}

async function attempt(
  folder: string,
  read: () => Promise<Reading>,
): Promise<Reading | FailedImport> {
  try {
    return await read()
  } catch (error) {
    return fail(folder, error)
  }
}

export function fail(folder: string, error: unknown): FailedImport {
  const message = explainFailure(error)
  surroundings().stderr.write(`${message}\n`)
  const problems = error instanceof CourseFolderError && { problems: error.problems }
  return { folder, outcome: 'failed', message, ...problems }
}
