import type { PageCount } from '../../../../books/reading/count-pages.ts'
import type { Problem } from '../../../../books/reading/course-folder-error.ts'
import type { RenameSuggestion } from '../../../../books/reading/types.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { type Deps, rehearse } from '../../../../server/context.ts'
import { contentOfVersion } from '../../../../server/features/authoring/impact/compared-content.ts'
import { describeImpact } from '../../../../server/features/authoring/impact/describe-impact.ts'
import type { Impact } from '../../../../server/features/authoring/impact/schema.ts'
import { comparedFolder } from '../../../../server/features/authoring/import/compare-folder.ts'
import {
  type DraftedCourse,
  draftCourse,
} from '../../../../server/features/authoring/import/draft-course.ts'
import {
  type Publication,
  publishCourse,
} from '../../../../server/features/authoring/import/publish-course.ts'
import {
  pretendStored,
  storeReading,
} from '../../../../server/features/authoring/import/store-reading.ts'
import { isGitAddress } from '../../../../server/features/authoring/sources/open-repository.ts'
import type { PublishInput } from '../../../../server/features/authoring/versions/schema.ts'
import type { StoredMedia } from '../../../../server/features/courses/media/store-media.ts'
import { asRehearsed, type CautionOptions, confirm } from '../../confirm.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type CommandResult, printable, progress } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { withDeps } from '../../with-deps.ts'
import { impactText, whenCounted } from './impact-table.ts'
import { watchMove } from './move-course.ts'
import type { ReadOptions } from './open-tree.ts'
import {
  type FailedImport,
  fail,
  type Reading,
  readAgain,
  readFolder,
  readRepository,
} from './read-folder.ts'

export interface ImportOptions extends CautionOptions, ReadOptions {
  note?: string
  reach?: PublishInput['reach']
  setPrice?: true
  takeOver?: true
  /** Leaves a draft to be reviewed and published, instead of publishing. */
  draft?: true
}

type Imported = (Publication | DraftedCourse) & {
  folder: string
  /** The number of files that its lessons name. */
  files: number
  warnings: Problem[]
  /** How many pages look like lessons, and how many of them were taken. */
  pages: PageCount
  /** Lessons that may have been renamed. */
  suggestions: RenameSuggestion[]
  /** Null for a course that was not published before. */
  impact: Impact | null
}

/** A folder, and what publishing it would change in the existing course. */
interface Preview extends Reading {
  /** Files that are not stored, in a rehearsal. */
  unstored: StoredMedia[]
  impact: Impact | null
  /** The version that the impact was shown for. */
  baseVersion: number | null
}

/** Publishes or drafts every course without mistakes; nothing is written of the others. */
export async function importCourses(
  paths: string[],
  options: ImportOptions,
): Promise<CommandResult> {
  const readings: (string | Reading | FailedImport)[] = []
  for (const path of paths)
    readings.push(isGitAddress(path) ? path : await readFolder(path, options))
  const failed = readings.filter(isFailed)
  if (failed.length === readings.length) return resultOf(failed)

  return withDeps(async (deps) => {
    await using opened = new AsyncDisposableStack()
    const previews: (Preview | FailedImport)[] = []
    for (const item of readings) {
      const reading =
        typeof item === 'string' ? await readRepository(deps, item, { options, opened }) : item
      previews.push(isFailed(reading) ? reading : await preview(deps, reading, options))
    }
    const changing = previews.filter(changesCourse)
    for (const { course, impact } of changing)
      if (impact !== null) surroundings().stderr.write(`${course.slug}\n${impactText(impact)}`)
    if (changing.length > 0) await ask(changing, options)

    const imports: (Imported | FailedImport)[] = []
    for (const item of previews)
      imports.push(isFailed(item) ? item : await writeCourse(deps, item, options))
    const result = resultOf(imports)
    return options.dryRun === true ? asRehearsed(result) : result
  })
}

function resultOf(imports: (Imported | FailedImport)[]): CommandResult {
  return {
    json: { items: imports },
    text: imports.map(sentenceOf).join(''),
    failed: exitCodeOfAll(imports),
  }
}

/** Returns the exit code: if only paths were missing, scripts learn just that. */
function exitCodeOfAll(imports: readonly (Imported | FailedImport)[]): boolean | ExitCode {
  const failed = imports.filter(isFailed)
  const areMissing = failed.every(({ folder, problems }) =>
    problems?.some(({ file, line, message }) => {
      return file === folder && line === 0 && message.startsWith('there is no such folder')
    }),
  )
  return failed.length > 0 && (areMissing ? exitCodes.notFound : true)
}

function isFailed(item: string | Reading | Imported | FailedImport): item is FailedImport {
  return typeof item !== 'string' && 'outcome' in item && item.outcome === 'failed'
}

async function preview(
  deps: Deps,
  first: Reading,
  options: ImportOptions,
): Promise<Preview | FailedImport> {
  const { slug } = first.course
  const reading = await readAgain(deps, first)
  if (isFailed(reading)) return reading
  if (options.dryRun === true) showSuggestions(reading)
  try {
    const courseId = await findCourseId(deps.db, slug)
    const { course, unstored } = await storeFiles(deps, reading, options)
    const stored = { ...reading, course, unstored }
    const current = courseId === undefined ? undefined : await findCourse(deps.db, { slug })
    if (courseId === undefined || current === undefined)
      return { ...stored, impact: null, baseVersion: null }

    const { version } = current
    const before = await contentOfVersion(deps.db, { courseId, number: version })
    const after = await comparedFolder(deps.db, courseId, course)
    const impact = await whenCounted(deps, courseId, () =>
      describeImpact(deps, { courseId, before, after }),
    )
    return { ...stored, impact, baseVersion: version }
  } catch (error) {
    return fail(reading.folder, error)
  }
}

/** Titles alone are wrong now and then, so a person confirms them. */
function showSuggestions({ suggestions = [] }: Reading): void {
  if (suggestions.length === 0) return
  progress('These lessons may have been renamed. If they were, learners keep their progress with')
  progress('these lines in a keys.yaml beside the description of the book:')
  for (const { from, to, title } of suggestions) progress(`  ${from}: ${to} # ${title}`)
}

const shownEvery = 100
const shownBytes = 20_000_000

function storeFiles(deps: Deps, reading: Reading, { dryRun }: ImportOptions) {
  let stored = 0
  return storeReading(deps, reading, {
    isRehearsal: dryRun === true,
    onStored: ({ path, size }) => {
      stored += 1
      if (size >= shownBytes) progress(`Stored ${path}`)
      else if (stored % shownEvery === 0) progress(`Stored ${stored} files`)
    },
  })
}

/** Whether learners or buyers could notice it; nobody has a course that is new. */
function changesCourse(item: Preview | FailedImport): item is Preview {
  return !isFailed(item) && item.impact !== null && item.impact.kind !== 'none'
}

/**
 * Asks at a terminal. Without one only what reaches learners at once needs `--yes`: a publication
 * alone changes nothing for those who are enrolled, and a draft nothing for anybody.
 */
async function ask(
  changing: readonly Preview[],
  { yes, dryRun, reach, draft }: ImportOptions,
): Promise<void> {
  if (yes === true || dryRun === true || draft === true) return
  if (!surroundings().stdin.isTTY && reach !== 'everyone') return
  const names = changing.map(({ course }) => course.slug).join(', ')
  await confirm(`This publishes a new version of ${names}.`, 'publish')
}

async function writeCourse(
  deps: Deps,
  { folder, course, warnings, pages, suggestions = [], unstored, impact, baseVersion }: Preview,
  { note, reach, setPrice, takeOver, draft, dryRun }: ImportOptions,
): Promise<Imported | FailedImport> {
  const isRehearsed = dryRun === true
  const lessons = course.sections.reduce((sum, section) => sum + section.lessons.length, 0)
  const what = `${course.slug}: ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`
  if (!isRehearsed) progress(`${draft ? 'Drafting' : 'Publishing'} ${what}`)
  const options = { note, reach, setPrice, takeOver, baseVersion }
  const work = async (ctx: Deps): Promise<Publication | DraftedCourse> => {
    if (isRehearsed) await pretendStored(ctx, unstored)
    return draft ? draftCourse(ctx, course, options) : publishCourse(ctx, course, options)
  }
  try {
    const written = isRehearsed ? await rehearse(deps, work) : await work(deps)
    if (!isRehearsed && 'moveId' in written && written.moveId !== null)
      await watchMove(deps, written.moveId)
    const files = Object.keys(course.files ?? {}).length
    return { folder, ...written, files, impact, warnings, pages, suggestions }
  } catch (error) {
    return fail(folder, error)
  }
}

function sentenceOf(result: Imported | FailedImport): string {
  if (isFailed(result)) return ''
  const { slug, title, version, lessons, files, outcome, pages } = result
  const shown = files === 0 ? '' : ` and ${files} ${files === 1 ? 'file' : 'files'}`
  const count = `${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}${shown}`
  const place = 'requiresReview' in result && outcome !== 'unchanged' ? '' : `, version ${version}`
  const ofKind = 'requiresReview' in result ? hintsOfDraft(result) : hintsOfPublication(result)
  const hints = [...hintsOfPages(pages), ...ofKind].map((hint) => `; ${hint}`).join('')
  return `${slug}: ${outcome}${place} with ${count} (${printable(title)})${hints}\n`
}

function hintsOfPages({ found, taken }: PageCount): string[] {
  return found > taken ? [`${taken} of ${found} pages were taken`] : []
}

function hintsOfPublication({ slug, isArchived, keepsPrice }: Publication): string[] {
  return [
    ...(isArchived ? [`stays archived until you run: course unarchive ${slug}`] : []),
    ...(keepsPrice ? ['its price stays: --set-price takes that of the folder'] : []),
  ]
}

function hintsOfDraft(draft: DraftedCourse): string[] {
  const { slug, outcome, requiresReview, keepsPrice, keepsCertificate } = draft
  const first = requiresReview ? 'have it approved, then publish it' : 'publish it'
  return [
    ...(keepsPrice ? ['its price stays'] : []),
    ...(keepsCertificate ? ['its certificate design stays until you import without --draft'] : []),
    ...(outcome === 'unchanged' ? [] : [`${first} with: course publish ${slug}`]),
  ]
}
