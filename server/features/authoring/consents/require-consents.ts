import { listWithoutConsent, lockOwnership } from '../../../../db/queries/authoring/consents.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { actsForSchool } from '../../base/admin/refuse-own.ts'

/** With whose courses a program is published: the school's are all. */
export type Publisher = 'school' | { userId: string | null }

/** The operator and administrators speak for the school; a key owns no course. */
export function publisherOf(ctx: ActorDeps & { caller?: { key?: object } }): Publisher {
  if (actsForSchool(ctx)) return 'school'
  return { userId: ctx.caller?.key === undefined ? (ctx.user?.id ?? null) : null }
}

/**
 * Sees to it that a program gives away only courses that it has already, that its publisher owns,
 * or that their owners let it have. The school may, on record. In the transaction that has locked
 * the program.
 * @throws ConsentMissing
 */
export async function requireConsents(
  ctx: ActorDeps,
  publisher: Publisher,
  { programId, lessons }: { programId: string; lessons: readonly { key: string; slug: string }[] },
): Promise<void> {
  const slugs = lessons.map(({ slug }) => slug)
  if (slugs.length === 0) return
  const userId = publisher === 'school' ? (ctx.user?.id ?? null) : publisher.userId
  if (userId !== null) await lockOwnership(ctx.db, { slugs, userId })
  const missing = await listWithoutConsent(ctx.db, { programId, slugs, userId })
  if (missing.length === 0) return
  if (publisher !== 'school') throw consentMissing(lessons, missing)
  const details = { courseId: programId, courses: missing.join(' ') }
  await recordEvent(ctx, 'program-extended', { details })
}

function consentMissing(
  lessons: readonly { key: string; slug: string }[],
  missing: readonly string[],
): AppError {
  const issues = lessons
    .filter(({ slug }) => missing.includes(slug))
    .map(({ key, slug }) => ({
      path: `lessons.${key}.course`,
      message: `${slug} belongs to others: ask an owner of it to let this program have it`,
    }))
  return new AppError('ConsentMissing', { issues: issues.slice(0, 20) })
}
