import { readCourse } from '../../../../../books/folder/course-folder.ts'
import { readCourseTree } from '../../../../../books/formats/read-course-tree.ts'
import type { CourseFiles } from '../../../../../books/reading/course-files.ts'
import {
  CourseFolderError,
  type Problem,
} from '../../../../../books/reading/course-folder-error.ts'
import type { CourseReading } from '../../../../../books/reading/types.ts'
import { folderRuleNames } from '../../../../../content/course-rules.ts'
import type { CourseContent } from '../../../../../content/draft.ts'
import { findDraft, lockDraft } from '../../../../../db/queries/authoring/drafts/drafts.ts'
import {
  type AuthoredCourseRow,
  findAuthoredCourse,
} from '../../../../../db/queries/courses/courses/authored-courses.ts'
import { inTransaction, type UserContext } from '../../../../context.ts'
import { AppError } from '../../../../errors/errors.ts'
import { fieldsRefused } from '../../../courses/courses/writable-by.ts'
import {
  keyOfCourseBranding,
  requirePrintable,
} from '../../../platform/branding/course-branding.ts'
import { recordHistory } from '../../../platform/history/record-history.ts'
import { draftChanged } from '../../drafts/change-draft.ts'
import { replaceDraft } from '../../drafts/replace-draft.ts'
import { compareContents } from '../../impact/compare-contents.ts'
import { contentOfDraft, contentOfVersion } from '../../impact/compared-content.ts'
import { keepTerms } from '../../versions/keep-terms.ts'
import { findPreviousCourse } from '../previous-course.ts'
import { setTermsOfSale } from '../set-terms-of-sale.ts'
import { storeReading } from '../store-reading.ts'
import { openZip } from './open-zip.ts'
import { type ImportedDraft, maxWarnings } from './schema.ts'

export interface CourseImport {
  courseId: string
  zip: Buffer
  /** Revision of the draft, which may be left out while none is open. */
  revision: number | undefined
  /** Only reads it: writes nothing, and says what was found. */
  look?: boolean
}

const label = 'the zip'
/** Fields set together, until something is published. */
const termsOfSale = ['price', 'certificate', ...folderRuleNames]

/**
 * Replaces the draft of a course with the content of a zip, in any format of books. The course keeps its slug; price and
 * certificate design are taken only until something is published. Terms that the caller may not
 * change stay. Its files join the library; those that were uploaded stay.
 * @throws CourseNotFound, InvalidFields, ManagedElsewhere, RevisionRequired, DraftChanged,
 * CourseFilesFull
 */
export async function importCourse(
  ctx: UserContext,
  { courseId, zip, revision, look = false }: CourseImport,
): Promise<ImportedDraft> {
  const found = await findAuthoredCourse(ctx.db, { courseId, readerId: ctx.user.id })
  // Refuses before the zip's files take space.
  if (found?.managedBy === 'folder') throw new AppError('ManagedElsewhere')
  const { content, reading } = await asInvalidFields(async () => {
    const reading = await readAny(ctx, await openZip(zip, label), found)
    await requireRevision(ctx.db, { courseId, revision })
    const stored = await storeReading(ctx, reading, { courseId, isRehearsal: look })
    return { content: stored.course, reading }
  })
  await requirePrintable(ctx, content)
  const { warnings } = reading
  const told = factsOf(reading, content)
  if (look)
    return {
      ...told,
      outcome: 'looked',
      revision: revision ?? 0,
      kind: 'none',
      warnings: warnings.slice(0, maxWarnings).map(toIssue),
      warningCount: warnings.length,
    }

  const { course, replaced, isPriced, maySetTerms, kept } = await inTransaction(
    ctx,
    async (ctx) => {
      await lockDraft(ctx.db, courseId)
      await requireRevision(ctx.db, { courseId, revision })
      const course = await findAuthoredCourse(ctx.db, { courseId, readerId: ctx.user.id })
      const draft = await findDraft(ctx.db, courseId)
      if (course === undefined || draft === undefined) throw new AppError('CourseNotFound')
      const { content: writable, kept } = await keepTerms(ctx, draft, content)
      const maySetTerms = (await fieldsRefused(ctx, courseId, termsOfSale)).length === 0
      const replaced = await replaceDraft(ctx, {
        courseId,
        revision,
        content: writable,
        baseVersion: course.version,
        managedBy: 'http',
      })
      if (replaced.changed)
        await recordHistory(ctx, 'content-imported', {
          courseId,
          details: { revision: replaced.revision },
        })
      const isPriced =
        maySetTerms && course.version === null && (await setTermsOfSale(ctx, course, content))
      return { course, replaced, isPriced, maySetTerms, kept }
    },
  )

  const after = await contentOfDraft(ctx.db, courseId)
  const before =
    course.version === null
      ? undefined
      : await contentOfVersion(ctx.db, { courseId, number: course.version })
  const all = [...warnings, ...warnTerms({ course, content, maySetTerms, kept })]
  return {
    ...told,
    outcome: replaced.changed || isPriced ? 'imported' : 'unchanged',
    revision: replaced.revision,
    kind: after === undefined ? 'none' : compareContents(before, after).kind,
    warnings: all.slice(0, maxWarnings).map(toIssue),
    warningCount: all.length,
  }
}

/** Reads a course of our own format, or a book of any other, which says nothing about its sale. */
async function readAny(
  { db }: Pick<UserContext, 'db'>,
  files: CourseFiles,
  course: AuthoredCourseRow | undefined,
): Promise<CourseReading> {
  const names = await Promise.all(['course.yaml', 'program.yaml'].map((name) => files.has(name)))
  if (course === undefined || names.includes(true)) return readCourse(files)
  const previous = await findPreviousCourse(db, course.id, [])
  const { slug, priceAmount: amount, priceCurrency: currency } = course
  const own = { format: 'auto', folder: '', slug, allowMissing: true } as const
  const reading = await readCourseTree(files, { ...own, ...(previous && { previous }) })
  return { ...reading, course: { ...reading.course, price: { amount, currency } } }
}

/** Tells what was found: what it becomes, which pages are left out, which lessons got new keys. */
function factsOf(
  { pages, suggestions = [] }: CourseReading,
  { title, sections, files }: CourseContent,
) {
  return {
    title,
    lessons: sections.flatMap(({ lessons }) => lessons).length,
    files: Object.keys(files ?? {}).length,
    pages: { found: pages.found, left: pages.left.slice(0, maxWarnings) },
    renamed: suggestions.slice(0, maxWarnings),
  }
}

/** @throws RevisionRequired, DraftChanged */
async function requireRevision(
  db: UserContext['db'],
  { courseId, revision }: Pick<CourseImport, 'courseId' | 'revision'>,
): Promise<void> {
  const draft = await findDraft(db, courseId)
  if (draft === undefined) return
  if (revision === undefined && draft.isOpen) throw new AppError('RevisionRequired')
  if (revision !== undefined && revision !== draft.revision) throw draftChanged(draft)
}

/** Runs a step, and reports mistakes of the zip as invalid fields. */
async function asInvalidFields<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof CourseFolderError)) throw error
    const issues = error.problems.slice(0, maxWarnings).map(toIssue)
    throw new AppError('InvalidFields', { issues })
  }
}

function toIssue({ file, line, message }: Problem): { path: string; message: string } {
  return { path: line === 0 ? file : `${file}:${line}`, message }
}

/** Warns of terms that the zip states differently and the course keeps. */
function warnTerms({
  course,
  content,
  maySetTerms,
  kept,
}: {
  course: AuthoredCourseRow
  content: CourseContent
  maySetTerms: boolean
  kept: readonly string[]
}): Problem[] {
  const ignored = (field: string, advice = 'change it with the terms of the course') => ({
    file: 'course.yaml',
    line: 0,
    message: `${field} is not taken from a zip: ${advice}`,
  })
  const maySet = maySetTerms && course.version === null
  const { certificate } = content
  const isOtherDesign =
    certificate !== undefined && keyOfCourseBranding(certificate) !== course.branding
  const { amount, currency } = content.price
  const otherRules = folderRuleNames.filter(
    (rule) => (content[rule] ?? course[rule]) !== course[rule],
  )
  const isOtherPrice = course.priceAmount !== amount || course.priceCurrency !== currency
  return [
    ...kept.map((term) => ignored(term, 'an owner of the course changes it')),
    ...(content.slug === course.slug ? [] : [ignored('slug')]),
    ...(isOtherPrice && !maySet ? [ignored('price')] : []),
    ...(maySet ? [] : otherRules.map((rule) => ignored(rule))),
    ...(isOtherDesign && !maySet
      ? [ignored('certificate', 'change it with the terms of the course, except for its pictures')]
      : []),
  ]
}
