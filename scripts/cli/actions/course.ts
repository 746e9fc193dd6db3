import { listAllCourses } from '../../../db/queries/learning/courses.ts'
import type { Deps } from '../../../server/context.ts'
import { readCourseFolder } from '../../../server/features/authoring/course-folder/course-folder.ts'
import {
  CourseFolderError,
  formatProblem,
  type Problem,
} from '../../../server/features/authoring/course-folder/course-folder-error.ts'
import {
  type Publication,
  publishCourse,
} from '../../../server/features/authoring/publish-course.ts'
import type { CourseContent } from '../../../server/features/authoring/types.ts'
import { archiveCourse, unarchiveCourse } from '../../../server/features/courses/archive-course.ts'
import { formatMoney } from '../../../server/lib/money.ts'
import { explainFailure } from '../failures.ts'
import { type CommandResult, printable, progress } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

interface FailedImport {
  folder: string
  outcome: 'failed'
  message: string
  /** The mistakes in the folder; absent when publishing failed. */
  problems?: readonly Problem[]
}

type Import = FailedImport | ({ folder: string; warnings: Problem[] } & Publication)

interface Reading {
  folder: string
  course: CourseContent
  warnings: Problem[]
}

/** Publishes every folder without mistakes; nothing is written of the others. */
export async function importCourses(folders: string[]): Promise<CommandResult> {
  const readings: (Reading | FailedImport)[] = []
  for (const folder of folders) readings.push(await readFolder(folder))

  const imports = readings.every(isFailed)
    ? readings
    : await withDeps((deps) => publishAll(deps, readings))
  return {
    json: { items: imports },
    text: imports.map(sentenceOf).join(''),
    failed: imports.some(isFailed),
  }
}

function isFailed(item: Reading | Import): item is FailedImport {
  return 'outcome' in item && item.outcome === 'failed'
}

async function readFolder(folder: string): Promise<Reading | FailedImport> {
  progress(`Reading ${folder}`)
  try {
    const { course, warnings } = await readCourseFolder(folder)
    for (const warning of warnings) progress(`warning: ${formatProblem(warning)}`)
    return { folder, course, warnings }
  } catch (error) {
    return fail(folder, error)
  }
}

async function publishAll(
  deps: Deps,
  readings: readonly (Reading | FailedImport)[],
): Promise<Import[]> {
  const imports: Import[] = []
  for (const reading of readings)
    imports.push(isFailed(reading) ? reading : await publish(deps, reading))
  return imports
}

async function publish(deps: Deps, { folder, course, warnings }: Reading): Promise<Import> {
  progress(`Publishing ${course.slug}`)
  try {
    return { folder, ...(await publishCourse(deps, course)), warnings }
  } catch (error) {
    return fail(folder, error)
  }
}

function fail(folder: string, error: unknown): FailedImport {
  const message = explainFailure(error)
  process.stderr.write(`${message}\n`)
  const problems = error instanceof CourseFolderError && { problems: error.problems }
  return { folder, outcome: 'failed', message, ...problems }
}

function sentenceOf(result: Import): string {
  if (isFailed(result)) return ''
  const { slug, title, version, lessons, outcome, isArchived } = result
  const hint = isArchived ? `; stays archived until you run: course unarchive ${slug}` : ''
  const count = `${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`
  return `${slug}: ${outcome}, version ${version} with ${count} (${printable(title)})${hint}\n`
}

export async function changeCourseStatus(
  idOrSlug: string,
  status: 'archived' | 'published',
): Promise<CommandResult> {
  const change = status === 'archived' ? archiveCourse : unarchiveCourse
  const { course, isNew } = await withDeps((deps) => change(deps, idOrSlug))
  const { id, slug, title } = course
  const state = status === 'archived' ? 'archived' : 'in the catalogue'
  return {
    json: { course: { id, slug, title, status }, changed: isNew },
    text: `${slug} (${printable(title)}) ${isNew ? 'is now' : 'was already'} ${state}.\n`,
  }
}

export async function listCourses(): Promise<CommandResult> {
  const courses = await withDeps(({ db }) => listAllCourses(db))
  const items = courses.map(
    ({ id, slug, title, status, version, language, priceAmount, priceCurrency }) => {
      return {
        id,
        slug,
        title,
        status,
        version,
        language,
        price: { amount: priceAmount, currency: priceCurrency },
      }
    },
  )
  const rows = items.map(({ id, slug, title, status, version, price }) => {
    return [
      slug,
      title,
      status,
      String(version),
      price.amount === 0 ? 'free' : formatMoney(price),
      id,
    ]
  })
  return {
    json: { items },
    text:
      items.length === 0
        ? 'There are no courses.\n'
        : table(['SLUG', 'TITLE', 'STATUS', 'VERSION', 'PRICE', 'ID'], rows),
  }
}
