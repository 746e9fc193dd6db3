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
import { inTransaction, rehearse, type UserContext } from '../../../../context.ts'
import { AppError } from '../../../../errors/errors.ts'
import { fieldsRefused } from '../../../courses/courses/writable-by.ts'
import {
  keyOfCourseBranding,
  requirePrintable,
} from '../../../platform/branding/course-branding.ts'
import { recordHistory } from '../../../platform/history/record-history.ts'
import { draftChanged } from '../../drafts/change-draft.ts'
import { replaceDraft } from '../../drafts/replace-draft.ts'
import { keepTerms } from '../../versions/keep-terms.ts'
import { findPreviousCourse } from '../previous-course.ts'
import { maxWarnings } from '../schema.ts'
import { setTermsOfSale } from '../set-terms-of-sale.ts'
import { pretendStored, storeReading } from '../store-reading.ts'
import { tellImport, toIssue } from '../tell-import.ts'
import { openZip } from './open-zip.ts'
import type { ImportedDraft } from './schema.ts'

export interface CourseImport {
  courseId: string
  zip: Buffer
  /** Revision of the draft, which may be left out while none is open. */
  revision: number | undefined
  /** Whether it is only rehearsed. */
  look?: boolean
}

const label = 'the zip'
/** Fields set together, until something is published. */
const termsOfSale = ['price', 'certificate', ...folderRuleNames]

/**
 * Replaces the draft of a course with the content of a zip, in any format of books. The course keeps
 * its slug; price and certificate design are taken only until something is published. Terms that the caller may not
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
  const { content, unstored, reading } = await asInvalidFields(async () => {
    const reading = await readAny(ctx, await openZip(zip, label), found)
    await requireRevision(ctx.db, { courseId, revision })
    const stored = await storeReading(ctx, reading, { courseId, isRehearsal: look })
    return { content: stored.course, unstored: stored.unstored, reading }
  })
  await requirePrintable(ctx, content)

  async function write(ctx: UserContext): Promise<ImportedDraft> {
    await pretendStored(ctx, unstored)
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
    const warnings = [...reading.warnings, ...warnTerms({ course, content, maySetTerms, kept })]
    const done = replaced.changed || isPriced ? 'imported' : 'unchanged'
    return {
      ...(await tellImport(ctx.db, course, { ...reading, warnings })),
      outcome: look ? 'looked' : done,
      revision: look ? draft.revision : replaced.revision,
    }
  }
  return look ? rehearse(ctx, write) : inTransaction(ctx, write)
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
