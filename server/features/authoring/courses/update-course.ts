import type { CourseBranding } from '../../../../content/branding/course-branding.ts'
import { termNames, termsOf } from '../../../../content/course-fields.ts'
import { givenRules, ruleNames } from '../../../../content/course-rules.ts'
import { databaseError } from '../../../../db/postgres/failures.ts'
import {
  type AuthoredCourseRow,
  changeCourse,
  findAuthoredCourse,
  findCourseRevision,
} from '../../../../db/queries/courses/courses/authored-courses.ts'
import { lockCourseToWrite } from '../../../../db/queries/courses/courses/courses.ts'
import {
  listNaming,
  lockRequirements,
} from '../../../../db/queries/courses/courses/requirements.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { archiveCourse, unarchiveCourse } from '../../courses/courses/archive-course.ts'
import { fieldsRefused } from '../../courses/courses/writable-by.ts'
import {
  findOwnBranding,
  requirePrintable,
  storeCourseBranding,
} from '../../platform/branding/course-branding.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { changeDraftTerms, lockWrittenDraft } from '../drafts/change-draft.ts'
import { publishTerms } from '../versions/publish-terms.ts'
import { changeDesign } from './certificate-design.ts'
import { readDesignFiles } from './certificate-pictures.ts'
import { getAuthoredCourse } from './get-authored-course.ts'
import type { AuthoredCourse, UpdateCourseInput } from './schema.ts'

/** Fields that belong to the folder of a course, if it has one. */
const fieldsOfFolder = ['slug', ...termNames, 'certificate'] as const

/**
 * Changes the terms and the status of a course, in one transaction. Absent fields stay.
 * @throws DraftChanged, ManagedElsewhere, SlugTaken, InvalidFields
 */
export async function updateCourse(
  ctx: UserContext,
  input: UpdateCourseInput,
): Promise<AuthoredCourse> {
  const { courseId, title, status } = input
  if (namesOf(input) === '') return unchanged(ctx, input)
  if (title !== undefined) await requirePrintable(ctx, { title })
  await requireWritable(ctx, input)
  const design = await newDesign(ctx, input)

  return inTransaction(ctx, async (ctx) => {
    const before = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
    const isGivenBack = input.managedBy === 'folder' && (await isWrittenHere(ctx, courseId))
    await changeColumns(ctx, input, design)
    // Reads after the row was written: nobody publishes until this is committed.
    const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
    if (course === undefined) throw new AppError('CourseNotFound')

    refuseFieldsOfFolder(course, input)
    if (before !== undefined && before.slug !== course.slug) await refuseIfNamed(ctx, before)
    if (isGivenBack) await refuseToLoseDraft(ctx, courseId)
    await changeTerms(ctx, course, input)
    if (status !== undefined) await changeStatus(ctx, course, status)
    await recordHistory(ctx, 'terms-changed', { courseId, details: { fields: namesOf(input) } })
    return getAuthoredCourse(ctx, { courseId })
  })
}

/** @throws Forbidden */
async function requireWritable(ctx: UserContext, input: UpdateCourseInput): Promise<void> {
  const { courseId, revision: _, ...fields } = input
  const refused = await fieldsRefused(ctx, courseId, Object.keys(fields))
  const issues = refused.map((path) => ({ path, message: 'is for owners of the course' }))
  if (issues.length > 0) throw new AppError('Forbidden', { issues })
}

/** Returns the course as it is: without a field there is nothing to write or record. */
async function unchanged(
  ctx: UserContext,
  { courseId, revision }: UpdateCourseInput,
): Promise<AuthoredCourse> {
  const course = await getAuthoredCourse(ctx, { courseId })
  if (course.revision === revision) return course
  throw new AppError('DraftChanged', { facts: { revision: course.revision } })
}

interface NewDesign {
  /** Undefined if none of it is the course's own. */
  own: CourseBranding | undefined
}

/** Changes the design at the revision, at which alone it is written, after a trial print. */
async function newDesign(
  ctx: UserContext,
  { courseId, revision, title, certificate }: UpdateCourseInput,
): Promise<NewDesign | undefined> {
  if (certificate === undefined) return undefined
  const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
  if (course === undefined) throw new AppError('CourseNotFound')
  if (course.revision !== revision)
    throw new AppError('DraftChanged', { facts: { revision: course.revision } })

  const before = (await findOwnBranding(ctx.db, course.branding)) ?? {}
  const files = certificate ? await readDesignFiles(ctx, { courseId, certificate }) : undefined
  const own = changeDesign(before, certificate, files)
  if (own !== undefined)
    await requirePrintable(ctx, { title: title ?? course.title, certificate: own })
  return { own }
}

async function changeColumns(
  ctx: UserContext,
  input: UpdateCourseInput,
  design: NewDesign | undefined,
): Promise<void> {
  const { courseId, revision, slug, price } = input
  const isCurrent = await changeCourse(
    ctx.db,
    { id: courseId, revision },
    {
      ...(slug !== undefined && { slug }),
      ...(price !== undefined && { priceAmount: price.amount, priceCurrency: price.currency }),
      ...givenRules(ruleNames, input),
      ...(design !== undefined && { branding: await storeCourseBranding(ctx.db, design.own) }),
    },
  ).catch((error: unknown) => {
    const isTaken = databaseError(error)?.constraint === 'courses_slug_key'
    throw isTaken ? new AppError('SlugTaken') : error
  })
  if (isCurrent) return
  const current = await findCourseRevision(ctx.db, courseId)
  if (current === undefined) throw new AppError('CourseNotFound')
  throw new AppError('DraftChanged', { facts: { revision: current } })
}

/** Refuses fields of the folder, unless the same request takes the course over from it. */
function refuseFieldsOfFolder({ managedBy }: AuthoredCourseRow, input: UpdateCourseInput): void {
  if (managedBy === 'http') return
  if (fieldsOfFolder.some((field) => input[field] !== undefined))
    throw new AppError('ManagedElsewhere')
}

/** Refuses to change a slug by which others name the course. */
async function refuseIfNamed({ db }: UserContext, { id, slug }: AuthoredCourseRow): Promise<void> {
  await lockRequirements(db)
  const naming = await listNaming(db, { id, slug })
  if (naming.length === 0) return
  const message =
    `cannot change: ${naming.join(', ')} require it or have it as a part; publish those without ` +
    'it first'
  throw new AppError('InvalidFields', { issues: [{ path: 'slug', message }] })
}

async function isWrittenHere({ db }: UserContext, courseId: string): Promise<boolean> {
  return (await lockCourseToWrite(db, courseId))?.managedBy === 'http'
}

/** Refuses while a draft is open, which the first import would replace. */
async function refuseToLoseDraft({ db }: UserContext, courseId: string): Promise<void> {
  if (!(await lockWrittenDraft(db, courseId))) return
  const message = 'is not folder as long as a draft is open: publish or discard it first'
  throw new AppError('InvalidFields', { issues: [{ path: 'managedBy', message }] })
}

/** Changes the terms: in a new version if the course is published, otherwise in its draft. */
async function changeTerms(
  ctx: UserContext,
  course: AuthoredCourseRow,
  input: UpdateCourseInput,
): Promise<void> {
  const changed = termNames.filter(
    (field) =>
      input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(course[field]),
  )
  if (changed.length === 0) return

  const terms = termsOf(course)
  Object.assign(terms, Object.fromEntries(changed.map((field) => [field, input[field]])))
  if (course.version === null) await changeDraftTerms(ctx, { courseId: course.id, terms })
  else await publishTerms(ctx, { courseId: course.id, terms })
}

async function changeStatus(
  ctx: UserContext,
  { id, version }: AuthoredCourseRow,
  status: NonNullable<UpdateCourseInput['status']>,
): Promise<void> {
  if (version === null) {
    const message = 'needs a published version: publish the draft first'
    throw new AppError('InvalidFields', { issues: [{ path: 'status', message }] })
  }
  await (status === 'archived' ? archiveCourse(ctx, id) : unarchiveCourse(ctx, id))
}

/** Joins the names of the fields: "price, slug". */
function namesOf({ courseId: _, revision: __, ...fields }: UpdateCourseInput): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.map(([name]) => name).join(', ')
}
