import { readCourse } from '../../../../../books/folder/course-folder.ts'
import {
  CourseFolderError,
  type Problem,
} from '../../../../../books/reading/course-folder-error.ts'
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
import { setTermsOfSale } from '../set-terms-of-sale.ts'
import { storeReading } from '../store-reading.ts'
import { openZip } from './open-zip.ts'
import { type ImportedDraft, maxWarnings } from './schema.ts'

export interface CourseImport {
  courseId: string
  zip: Buffer
  /** Revision of the draft, which may be left out while none is open. */
  revision: number | undefined
}

const label = 'the zip'
/** Fields set together, until something is published. */
const termsOfSale = ['price', 'certificate', ...folderRuleNames]

/**
 * Replaces the draft of a course with the content of a zip. The course keeps its slug; price and
 * certificate design are taken only until something is published. Terms that the caller may not
 * change stay. Its files join the library; those that were uploaded stay.
 * @throws CourseNotFound, InvalidFields, ManagedElsewhere, RevisionRequired, DraftChanged,
 * CourseFilesFull
 */
export async function importCourse(
  ctx: UserContext,
  { courseId, zip, revision }: CourseImport,
): Promise<ImportedDraft> {
  const found = await findAuthoredCourse(ctx.db, { courseId, readerId: ctx.user.id })
  // Refuses before the zip's files take space.
  if (found?.managedBy === 'folder') throw new AppError('ManagedElsewhere')
  const { content, warnings } = await asInvalidFields(async () => {
    const reading = await readCourse(await openZip(zip, label))
    await requireRevision(ctx.db, { courseId, revision })
    const { course: content } = await storeReading(ctx, reading, { courseId })
    return { content, warnings: reading.warnings }
  })
  await requirePrintable(ctx, content)

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
    outcome: replaced.changed || isPriced ? 'imported' : 'unchanged',
    revision: replaced.revision,
    kind: after === undefined ? 'none' : compareContents(before, after).kind,
    warnings: all.slice(0, maxWarnings).map(toIssue),
    warningCount: all.length,
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
