import { readFile, stat } from 'node:fs/promises'
import { findCourse, findCourseId } from '../../../../db/queries/learning/courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { comparedFolder } from '../../../../server/features/authoring/compare-folder.ts'
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
import {
  type Publication,
  publishCourse,
} from '../../../../server/features/authoring/publish-course.ts'
import type { CourseContent } from '../../../../server/features/drafts/types.ts'
import { contentOfVersion } from '../../../../server/features/impact/compared-content.ts'
import { describeImpact } from '../../../../server/features/impact/describe-impact.ts'
import type { Impact } from '../../../../server/features/impact/schema.ts'
import type { CautionOptions } from '../../caution.ts'
import { asRehearsed, confirm, rollBack } from '../../confirm.ts'
import { explainFailure } from '../../failures.ts'
import { type CommandResult, printable, progress } from '../../output.ts'
import { withDeps } from '../../with-deps.ts'
import { impactText, whenCounted } from './impact-table.ts'
import { watchMove } from './move-course.ts'

export interface ImportOptions extends CautionOptions {
  note?: string
  reach?: 'new' | 'everyone'
  setPrice?: true
  takeOver?: true
}

interface FailedImport {
  folder: string
  outcome: 'failed'
  message: string
  /** The mistakes in the folder; absent when publishing failed. */
  problems?: readonly Problem[]
}

interface Imported extends Publication {
  folder: string
  warnings: Problem[]
  /** Null for a course that was not published before. */
  impact: Impact | null
}

interface Reading {
  folder: string
  course: CourseContent
  warnings: Problem[]
}

/** A folder with what its publication would do to the course that is there. */
interface Preview extends Reading {
  impact: Impact | null
  /** The version that the impact was shown for. */
  baseVersion: number | null
}

/** Publishes every folder without mistakes; nothing is written of the others. */
export async function importCourses(
  folders: string[],
  options: ImportOptions,
): Promise<CommandResult> {
  const readings: (Reading | FailedImport)[] = []
  for (const folder of folders) readings.push(await readFolder(folder))
  if (readings.every(isFailed)) return resultOf(readings)

  return withDeps(async (deps) => {
    const previews: (Preview | FailedImport)[] = []
    for (const reading of readings)
      previews.push(isFailed(reading) ? reading : await preview(deps, reading))
    const changing = previews.filter(changesCourse)
    for (const { course, impact } of changing)
      if (impact !== null) process.stderr.write(`${course.slug}\n${impactText(impact)}`)
    if (changing.length > 0) await ask(changing, options)

    const imports: (Imported | FailedImport)[] = []
    for (const item of previews)
      imports.push(isFailed(item) ? item : await publish(deps, item, options))
    const result = resultOf(imports)
    return options.dryRun === true ? asRehearsed(result) : result
  })
}

function resultOf(imports: (Imported | FailedImport)[]): CommandResult {
  return {
    json: { items: imports },
    text: imports.map(sentenceOf).join(''),
    failed: imports.some(isFailed),
  }
}

function isFailed(item: Reading | Imported | FailedImport): item is FailedImport {
  return 'outcome' in item && item.outcome === 'failed'
}

async function readFolder(folder: string): Promise<Reading | FailedImport> {
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

async function preview(deps: Deps, reading: Reading): Promise<Preview | FailedImport> {
  const { slug } = reading.course
  try {
    const courseId = await findCourseId(deps.db, slug)
    const current = courseId === undefined ? undefined : await findCourse(deps.db, { slug })
    if (courseId === undefined || current === undefined)
      return { ...reading, impact: null, baseVersion: null }

    const { version } = current
    const before = await contentOfVersion(deps.db, { courseId, number: version })
    const after = await comparedFolder(deps.db, courseId, reading.course)
    const impact = await whenCounted(deps, courseId, () =>
      describeImpact(deps, { courseId, before, after }),
    )
    return { ...reading, impact, baseVersion: version }
  } catch (error) {
    return fail(reading.folder, error)
  }
}

/** Whether learners or buyers could notice it; nobody has a course that is new. */
function changesCourse(item: Preview | FailedImport): item is Preview {
  return !isFailed(item) && item.impact !== null && item.impact.kind !== 'none'
}

/**
 * Asks at a terminal. Without one only what reaches learners at once needs `--yes`: a publication
 * alone changes nothing for those who are enrolled.
 */
async function ask(
  changing: readonly Preview[],
  { yes, dryRun, reach }: ImportOptions,
): Promise<void> {
  if (yes === true || dryRun === true) return
  if (!process.stdin.isTTY && reach !== 'everyone') return
  const names = changing.map(({ course }) => course.slug).join(', ')
  await confirm(`This publishes a new version of ${names}.`, 'publish')
}

async function publish(
  deps: Deps,
  { folder, course, warnings, impact, baseVersion }: Preview,
  { note, reach, setPrice, takeOver, dryRun }: ImportOptions,
): Promise<Imported | FailedImport> {
  if (dryRun !== true) progress(`Publishing ${course.slug}`)
  const options = { note, reach, setPrice, takeOver, baseVersion }
  try {
    const work = (ctx: Deps) => publishCourse(ctx, course, options)
    if (dryRun === true) return { folder, ...(await rollBack(deps, work)), impact, warnings }
    const published = await work(deps)
    if (published.moveId !== null) await watchMove(deps, published.moveId)
    return { folder, ...published, impact, warnings }
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

function sentenceOf(result: Imported | FailedImport): string {
  if (isFailed(result)) return ''
  const { slug, title, version, lessons, outcome, isArchived, keepsPrice } = result
  const hints = [
    ...(isArchived ? [`; stays archived until you run: course unarchive ${slug}`] : []),
    ...(keepsPrice ? ['; its price stays: --set-price takes that of the folder'] : []),
  ]
  const count = `${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`
  return `${slug}: ${outcome}, version ${version} with ${count} (${printable(title)})${hints.join('')}\n`
}
