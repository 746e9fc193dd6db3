import {
  findCourse,
  type LockedCourse,
  lockCourse,
  lockCourseToWrite,
  updateCourse,
} from '../../../db/queries/learning/courses.ts'
import { type ActorDeps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { requirePrintable, storeCourseBranding } from '../branding/course-branding.ts'
import { beginDraft, lockWrittenDraft } from '../drafts/change-draft.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import type { CourseContent } from '../drafts/types.ts'
import { recordHistory } from '../history/record-history.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import type { Publication as PublishedDraft } from '../versions/schema.ts'

export interface PublishOptions {
  note?: string | undefined
  /** `everyone`: a minor correction also reaches those who are enrolled. */
  reach?: 'new' | 'everyone' | undefined
  /** Takes the price of the folder. Without it, the price counts when the course is new. */
  setPrice?: boolean | undefined
  /** A course that was written over HTTP comes from this folder from now on. */
  takeOver?: boolean | undefined
  /** The version that the impact was shown for; null for a course that was not there yet. */
  baseVersion?: number | null | undefined
}

export interface Publication {
  slug: string
  title: string
  version: number
  lessons: number
  /**
   * The change that was published: a new course, a new version, only a new price or certificate
   * design, or nothing.
   */
  outcome:
    | 'new course'
    | 'new version'
    | 'new price'
    | 'new certificate'
    | 'new price and certificate'
    | 'unchanged'
  /** It is archived and stays so: not in the catalogue, and not for sale. */
  isArchived: boolean
  /** The folder states a different price, which was not taken. */
  keepsPrice: boolean
  /** The move that brings a correction to everyone. */
  moveId: string | null
}

/**
 * Publishes the content of a folder as the newest version of its course, by way of its draft.
 * Publishing the same content again changes nothing; price and certificate are not part of it.
 * @throws ManagedElsewhere, VersionChanged, DraftHasProblems, ReviewRequired, InvalidFields
 */
export async function publishCourse(
  ctx: ActorDeps,
  content: CourseContent,
  options: PublishOptions = {},
): Promise<Publication> {
  const { slug, title } = content
  const lessons = content.sections.reduce((sum, section) => sum + section.lessons.length, 0)
  await requirePrintable(ctx, content)

  return inTransaction(ctx, async (ctx) => {
    const course = await openCourse(ctx, content, options)
    const { id: courseId, currentVersion: baseVersion } = course
    if (options.baseVersion !== undefined && options.baseVersion !== baseVersion)
      throw new AppError('VersionChanged')
    const { revision, changed } = await replaceDraft(ctx, {
      courseId,
      content,
      baseVersion,
      managedBy: 'folder',
    })
    if (changed) await recordHistory(ctx, 'content-imported', { courseId, details: { revision } })
    const { note, reach } = options
    const published = await publishDraft(ctx, {
      courseId,
      revision,
      baseVersion,
      note,
      reach,
    }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.name !== 'ReviewRequired') throw error
      throw new AppError('ReviewRequired', { message: reviewWords })
    })
    const terms = await setTerms(ctx, course, { content, setPrice: options.setPrice })
    return {
      slug,
      title,
      version: published.version,
      lessons,
      outcome: outcomeOf(published, terms),
      isArchived: course.status === 'archived',
      keepsPrice: terms.keepsPrice,
      moveId: published.moveId,
    }
  })
}

/** Locks the course, creating it if its slug is new, and sees to it that folders may write it. */
async function openCourse(
  ctx: ActorDeps,
  content: CourseContent,
  { takeOver = false }: PublishOptions,
): Promise<LockedCourse> {
  const { slug, price, title, summary, language, license = null, source = null } = content
  const newCourseId = newId()
  const { id: courseId } = await lockCourse(ctx.db, {
    id: newCourseId,
    slug,
    status: 'draft',
    priceAmount: price.amount,
    priceCurrency: price.currency,
    managedBy: 'folder',
    createdAt: ctx.now(),
  })
  if (courseId === newCourseId) {
    await beginDraft(ctx, { courseId, terms: { title, summary, language, license, source } })
    await recordHistory(ctx, 'course-created', { courseId, details: { slug } })
  }
  const course = await lockCourseToWrite(ctx.db, courseId)
  if (course === undefined) throw new AppError('CourseNotFound')
  if (course.managedBy === 'http') await takeOverCourse(ctx, course, takeOver)
  return course
}

/** An import writes and publishes in one step, which leaves nobody a draft to approve. */
const reviewWords =
  'This course requires a review, and an import publishes at once. Write the course over the API, ' +
  'which takes a zip as well, or set `requiresReview` of the course to false.'

const takeOverWords = {
  unasked:
    'The content of this course is written over the API. Take it over (--take-over) to import it ' +
    'from a folder from now on.',
  unpublished:
    'This course has a draft that is not published. Publish or discard it before you take the ' +
    'course over.',
}

async function takeOverCourse(
  ctx: ActorDeps,
  { id: courseId }: LockedCourse,
  takeOver: boolean,
): Promise<void> {
  if (!takeOver) throw new AppError('ManagedElsewhere', { message: takeOverWords.unasked })
  if (await lockWrittenDraft(ctx.db, courseId))
    throw new AppError('ManagedElsewhere', { message: takeOverWords.unpublished })
  await updateCourse(ctx.db, courseId, { managedBy: 'folder' })
  await recordHistory(ctx, 'terms-changed', { courseId, details: { managedBy: 'folder' } })
}

interface ChangedTerms {
  isNewPrice: boolean
  isNewCertificate: boolean
  keepsPrice: boolean
}

async function setTerms(
  ctx: ActorDeps,
  { id: courseId, currentVersion }: LockedCourse,
  { content, setPrice = false }: { content: CourseContent; setPrice?: boolean | undefined },
): Promise<ChangedTerms> {
  const current = await findCourse(ctx.db, { id: courseId })
  if (current === undefined) throw new Error('The course was not published.')
  const { amount: priceAmount, currency: priceCurrency } = content.price
  const branding = await storeCourseBranding(ctx.db, content.certificate)
  const isOtherPrice =
    current.priceAmount !== priceAmount || current.priceCurrency !== priceCurrency
  const isNewPrice = isOtherPrice && (setPrice || currentVersion === null)
  const isNewCertificate = current.branding !== branding
  if (isNewPrice || isNewCertificate)
    await updateCourse(ctx.db, courseId, {
      branding,
      ...(isNewPrice && { priceAmount, priceCurrency }),
    })
  if (currentVersion !== null && isNewPrice)
    await recordHistory(ctx, 'terms-changed', { courseId, details: { priceAmount, priceCurrency } })
  return { isNewPrice, isNewCertificate, keepsPrice: isOtherPrice && !isNewPrice }
}

function outcomeOf(
  { outcome, version }: PublishedDraft,
  { isNewPrice, isNewCertificate }: ChangedTerms,
): Publication['outcome'] {
  if (outcome === 'published') return version === 1 ? 'new course' : 'new version'
  if (isNewPrice) return isNewCertificate ? 'new price and certificate' : 'new price'
  return isNewCertificate ? 'new certificate' : 'unchanged'
}
