import { listAllCourses } from '../../../db/queries/courses.ts'
import type { Deps } from '../../../server/context.ts'
import {
  type CourseContent,
  readCourseFolder,
} from '../../../server/features/authoring/course-folder/course-folder.ts'
import {
  type Publication,
  publishCourse,
} from '../../../server/features/authoring/publish-course.ts'
import { formatMoney } from '../../../server/lib/money.ts'
import { explainFailure } from '../failures.ts'
import { type Outcome, printable, progress } from '../outcome.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

type Import = { folder: string } & (Publication | { outcome: 'failed'; message: string })

/** Publishes what can be published; of a folder that fails nothing is written. */
export async function importCourses(folders: string[]): Promise<Outcome> {
  const readings: Reading[] = []
  for (const folder of folders) readings.push(await readFolder(folder))

  const imports = readings.some(({ content }) => content !== undefined)
    ? await withDeps((deps) => publishAll(deps, readings))
    : readings.map(failureOf)
  return {
    json: { items: imports },
    text: imports.map(sentenceOf).join(''),
    failed: imports.some(({ outcome }) => outcome === 'failed'),
  }
}

interface Reading {
  folder: string
  content?: CourseContent
  message?: string
}

async function readFolder(folder: string): Promise<Reading> {
  progress(`Reading ${folder}`)
  try {
    return { folder, content: await readCourseFolder(folder) }
  } catch (error) {
    return fail(folder, error)
  }
}

async function publishAll(deps: Deps, readings: Reading[]): Promise<Import[]> {
  const imports: Import[] = []
  for (const reading of readings) imports.push(await publish(deps, reading))
  return imports
}

async function publish(deps: Deps, reading: Reading): Promise<Import> {
  const { folder, content } = reading
  if (content === undefined) return failureOf(reading)

  progress(`Publishing ${content.slug}`)
  try {
    return { folder, ...(await publishCourse(deps, content)) }
  } catch (error) {
    return failureOf(fail(folder, error))
  }
}

function fail(folder: string, error: unknown): Reading {
  const message = explainFailure(error)
  process.stderr.write(`${message}\n`)
  return { folder, message }
}

function failureOf({ folder, message = '' }: Reading): Import {
  return { folder, outcome: 'failed', message }
}

function sentenceOf(result: Import): string {
  if (result.outcome === 'failed') return ''
  const { slug, title, version, lessons, outcome } = result
  return `${slug}: ${outcome}, version ${version} with ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'} (${printable(title)})\n`
}

export async function listCourses(): Promise<Outcome> {
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
