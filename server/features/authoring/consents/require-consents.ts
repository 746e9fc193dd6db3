import type { DraftContent } from '../../../../content/draft.ts'
import { type DraftProblem, error } from '../../../../content/rules/draft-problem.ts'
import { courseNamedIn } from '../../../../content/rules/requirements-of-courses.ts'
import { listWithoutConsent, lockOwnership } from '../../../../db/queries/authoring/consents.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { actsForSchool } from '../../platform/admin/refuse-own.ts'

/** Whose courses a published program may use: the school's are all. */
export type Publisher = 'school' | { userId: string | null }

/** Returns who publishes: operators and administrators are the school; a key owns no course. */
export function publisherOf(ctx: ActorDeps & { caller?: { key?: object } }): Publisher {
  if (actsForSchool(ctx)) return 'school'
  return { userId: ctx.caller?.key === undefined ? (ctx.user?.id ?? null) : null }
}

/**
 * Checks that a program gives away only courses that it has already, that its publisher owns, or
 * that their owners let it have. The school may use any, on record. Runs in the transaction that
 * has locked the program.
 * @throws ConsentMissing
 */
export async function requireConsents(
  ctx: ActorDeps,
  publisher: Publisher,
  draft: DraftContent,
): Promise<void> {
  const slugs = coursesIn(draft).map(({ slug }) => slug)
  if (slugs.length === 0) return
  const userId = publisher === 'school' ? (ctx.user?.id ?? null) : publisher.userId
  if (userId !== null) await lockOwnership(ctx.db, { slugs, userId })
  const missing = await listWithoutConsent(ctx.db, { programId: draft.courseId, slugs, userId })
  if (missing.length === 0) return
  if (publisher !== 'school')
    throw new AppError('ConsentMissing', { issues: issuesOf(draft, missing).slice(0, 20) })
  const details = { courseId: draft.courseId, courses: missing.join(' ') }
  await recordEvent(ctx, 'program-extended', { details })
}

/** Finds what would keep the caller from publishing the draft. */
export async function findMissingConsents(
  ctx: ActorDeps,
  draft: DraftContent,
): Promise<DraftProblem[]> {
  const publisher = publisherOf(ctx)
  const slugs = coursesIn(draft).map(({ slug }) => slug)
  if (publisher === 'school' || slugs.length === 0) return []
  const { userId } = publisher
  const missing = await listWithoutConsent(ctx.db, { programId: draft.courseId, slugs, userId })
  return issuesOf(draft, missing).map(({ path, message }) => error(path, message, 'noConsent'))
}

/** Returns the courses that the draft names, by its lessons. */
function coursesIn({ sections }: DraftContent): { key: string; slug: string }[] {
  const lessons = sections.flatMap((section) => section.lessons)
  return lessons.flatMap(({ key, details }) => {
    const slug = courseNamedIn(details)
    return slug === undefined ? [] : [{ key, slug }]
  })
}

function issuesOf(draft: DraftContent, missing: readonly string[]): Issue[] {
  return coursesIn(draft)
    .filter(({ slug }) => missing.includes(slug))
    .map(({ key, slug }) => ({
      path: `lessons.${key}.course`,
      message: `${slug} belongs to others: ask an owner of it to let this program have it`,
    }))
}
