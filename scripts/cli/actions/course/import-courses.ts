import { findCourseId } from '../../../../db/queries/learning/courses/authored-courses.ts'
import { findCourse } from '../../../../db/queries/learning/courses/courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { comparedFolder } from '../../../../server/features/authoring/compare-folder.ts'
import type { Problem } from '../../../../server/features/authoring/course-folder/course-folder-error.ts'
import {
  type DraftedCourse,
  draftCourse,
} from '../../../../server/features/authoring/draft-course.ts'
import {
  type Publication,
  publishCourse,
} from '../../../../server/features/authoring/publish-course.ts'
import { contentOfVersion } from '../../../../server/features/impact/compared-content.ts'
import { describeImpact } from '../../../../server/features/impact/describe-impact.ts'
import type { Impact } from '../../../../server/features/impact/schema.ts'
import type { CautionOptions } from '../../caution.ts'
import { asRehearsed, confirm, rollBack } from '../../confirm.ts'
import { type CommandResult, printable, progress } from '../../output.ts'
import { withDeps } from '../../with-deps.ts'
import { impactText, whenCounted } from './impact-table.ts'
import { watchMove } from './move-course.ts'
import { type FailedImport, fail, type Reading, readFolder } from './read-folder.ts'

export interface ImportOptions extends CautionOptions {
  note?: string
  reach?: 'new' | 'everyone'
  setPrice?: true
  takeOver?: true
  /** Leaves a draft to be reviewed and published, instead of publishing. */
  draft?: true
}

type Imported = (Publication | DraftedCourse) & {
  folder: string
  warnings: Problem[]
  /** Null for a course that was not published before. */
  impact: Impact | null
}

/** A folder with what its publication would do to the course that is there. */
interface Preview extends Reading {
  impact: Impact | null
  /** The version that the impact was shown for. */
  baseVersion: number | null
}

/** Publishes or drafts every folder without mistakes; nothing is written of the others. */
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
      imports.push(isFailed(item) ? item : await writeCourse(deps, item, options))
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
 * alone changes nothing for those who are enrolled, and a draft nothing for anybody.
 */
async function ask(
  changing: readonly Preview[],
  { yes, dryRun, reach, draft }: ImportOptions,
): Promise<void> {
  if (yes === true || dryRun === true || draft === true) return
  if (!process.stdin.isTTY && reach !== 'everyone') return
  const names = changing.map(({ course }) => course.slug).join(', ')
  await confirm(`This publishes a new version of ${names}.`, 'publish')
}

async function writeCourse(
  deps: Deps,
  { folder, course, warnings, impact, baseVersion }: Preview,
  { note, reach, setPrice, takeOver, draft, dryRun }: ImportOptions,
): Promise<Imported | FailedImport> {
  const isRehearsed = dryRun === true
  if (!isRehearsed) progress(`${draft ? 'Drafting' : 'Publishing'} ${course.slug}`)
  const options = { note, reach, setPrice, takeOver, baseVersion }
  const work = (ctx: Deps): Promise<Publication | DraftedCourse> =>
    draft ? draftCourse(ctx, course, options) : publishCourse(ctx, course, options)
  try {
    const written = isRehearsed ? await rollBack(deps, work) : await work(deps)
    if (!isRehearsed && 'moveId' in written && written.moveId !== null)
      await watchMove(deps, written.moveId)
    return { folder, ...written, impact, warnings }
  } catch (error) {
    return fail(folder, error)
  }
}

function sentenceOf(result: Imported | FailedImport): string {
  if (isFailed(result)) return ''
  const { slug, title, version, lessons, outcome } = result
  const count = `${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`
  const place = 'requiresReview' in result && outcome !== 'unchanged' ? '' : `, version ${version}`
  const hints = ('requiresReview' in result ? hintsOfDraft(result) : hintsOfPublication(result))
    .map((hint) => `; ${hint}`)
    .join('')
  return `${slug}: ${outcome}${place} with ${count} (${printable(title)})${hints}\n`
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
