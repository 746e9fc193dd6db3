import { folderRuleNames, givenRules } from '../../../../content/course-rules.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import {
  findCourse,
  type LockedCourse,
  updateCourse,
} from '../../../../db/queries/courses/courses/courses.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePrintable, storeCourseBranding } from '../../platform/branding/course-branding.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import type { Publisher } from '../consents/require-consents.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import type { Publication as PublishedDraft, PublishInput } from '../versions/schema.ts'
import { countLessons, type FolderOptions, writeFolder } from './write-folder.ts'

export interface PublishOptions extends FolderOptions {
  note?: string | undefined
  /** With `everyone`, a minor correction also reaches those who are enrolled. */
  reach?: PublishInput['reach'] | undefined
  /** Whether to take the folder's price. Otherwise it counts only for a new course. */
  setPrice?: boolean | undefined
  /** Default: the caller. */
  publisher?: Publisher | undefined
}

export interface Publication {
  slug: string
  title: string
  version: number
  lessons: number
  /**
   * The published change: a new course, a new version, only a new price or certificate design, or
   * nothing.
   */
  outcome:
    | 'new course'
    | 'new version'
    | 'new price'
    | 'new certificate'
    | 'new price and certificate'
    | 'unchanged'
  /** Whether it is archived and stays so: neither in the catalogue nor for sale. */
  isArchived: boolean
  /** Whether the folder states a different price, which was not taken. */
  keepsPrice: boolean
  /** The move that brings a correction to everyone. */
  moveId: string | null
}

/**
 * Publishes the content of a folder as the newest version of its course, by way of its draft.
 * Publishing the same content again changes nothing; price and certificate are not part of it.
 * @throws ManagedElsewhere, VersionChanged, DraftHasProblems, ConsentMissing, ReviewRequired,
 * InvalidFields
 */
export async function publishCourse(
  ctx: ActorDeps,
  content: CourseContent,
  options: PublishOptions = {},
): Promise<Publication> {
  const { slug, title } = content
  await requirePrintable(ctx, content)

  return inTransaction(ctx, async (ctx) => {
    const { course, revision } = await writeFolder(ctx, content, options)
    const { id: courseId, currentVersion: baseVersion } = course
    const { note, reach, publisher } = options
    const input = { courseId, revision, baseVersion, note, reach }
    const published = await publishDraft(ctx, input, publisher).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.name !== 'ReviewRequired') throw error
      throw new AppError('ReviewRequired', { message: reviewWords })
    })
    const terms = await setTerms(ctx, course, { content, setPrice: options.setPrice })
    return {
      slug,
      title,
      version: published.version,
      lessons: countLessons(content),
      outcome: outcomeOf(published, terms),
      isArchived: course.status === 'archived',
      keepsPrice: terms.keepsPrice,
      moveId: published.moveId,
    }
  })
}

/** Refusal of an import that publishes in one step, leaving nobody a draft to approve. */
const reviewWords =
  'This course requires a review, and nobody has approved this content. Leave it as a draft ' +
  '(--draft), have that approved, and publish it.'

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
  const rules = currentVersion === null ? givenRules(folderRuleNames, content) : {}
  if (isNewPrice || isNewCertificate || Object.keys(rules).length > 0)
    await updateCourse(ctx.db, courseId, {
      ...rules,
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
