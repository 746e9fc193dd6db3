import { createHash } from 'node:crypto'
import {
  findCourse,
  insertVersion,
  lockCourse,
  updateCourse,
} from '../../../db/queries/learning/courses.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import { requirePrintable, storeCourseBranding } from '../branding/course-branding.ts'
import type { CourseContent } from './types.ts'

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
}

/**
 * Publishes content as the newest version of its course. Publishing the same content again changes
 * nothing; price and certificate are not part of the content.
 */
export async function publishCourse(ctx: Deps, content: CourseContent): Promise<Publication> {
  const contentHash = hashOf(content)
  const { slug, title, price } = content
  const lessons = content.sections.reduce((sum, section) => sum + section.lessons.length, 0)
  await requirePrintable(ctx, content)

  return inTransaction(ctx, async ({ db, now }) => {
    const { id, currentVersion } = await lockCourse(db, {
      id: newId(),
      slug,
      status: 'draft',
      priceAmount: price.amount,
      priceCurrency: price.currency,
      createdAt: now(),
    })
    const current = await findCourse(db, { id })
    const isArchived = current?.status === 'archived'
    const done = { slug, title, lessons, isArchived }
    const branding = await storeCourseBranding(db, content.certificate)
    const terms = {
      status: isArchived ? 'archived' : 'published',
      priceAmount: price.amount,
      priceCurrency: price.currency,
      branding,
    } as const

    if (current?.contentHash === contentHash) {
      const isNewPrice =
        current.priceAmount !== price.amount || current.priceCurrency !== price.currency
      const isNewCertificate = current.branding !== branding
      const outcome = outcomeOf({ isNewPrice, isNewCertificate })
      if (outcome !== 'unchanged') await updateCourse(db, id, terms)
      return { ...done, version: current.version, outcome }
    }

    const version = (currentVersion ?? 0) + 1
    await insertContent(db, { courseId: id, version, content, contentHash, publishedAt: now() })
    await updateCourse(db, id, { ...terms, currentVersion: version })
    return { ...done, version, outcome: version === 1 ? 'new course' : 'new version' }
  })
}

function outcomeOf({
  isNewPrice,
  isNewCertificate,
}: {
  isNewPrice: boolean
  isNewCertificate: boolean
}): Publication['outcome'] {
  if (isNewPrice) return isNewCertificate ? 'new price and certificate' : 'new price'
  return isNewCertificate ? 'new certificate' : 'unchanged'
}

interface NewVersion {
  courseId: string
  version: number
  content: CourseContent
  contentHash: string
  publishedAt: Date
}

async function insertContent(
  db: Deps['db'],
  { courseId, version, content, contentHash, publishedAt }: NewVersion,
): Promise<void> {
  const versionId = newId()
  const { title, summary, language, license = null, source = null } = content
  const sections = content.sections.map((section, position) => ({
    id: newId(),
    versionId,
    position,
    title: section.title,
  }))
  const lessons = content.sections
    .flatMap((section, index) =>
      section.lessons.map((lesson) => ({ ...lesson, sectionId: sections[index]?.id ?? '' })),
    )
    .map((lesson, position) => ({ ...lesson, id: newId(), courseId, versionId, position }))

  await insertVersion(
    db,
    {
      id: versionId,
      courseId,
      number: version,
      title,
      summary,
      language,
      license,
      source,
      contentHash,
      publishedAt,
    },
    { sections, lessons },
  )
}

function hashOf({ title, summary, language, license, source, sections }: CourseContent): string {
  return createHash('sha256')
    .update(JSON.stringify([title, summary, language, license, source, sections]))
    .digest('hex')
}
