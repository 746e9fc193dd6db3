import { hasAccepted, insertAcceptance } from '../../../../db/queries/platform/terms.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/**
 * Requires that the terms of today are accepted where the school has any.
 * @throws TermsNotAccepted
 */
export function requireTermsNamed(
  { config: { terms } }: Pick<Deps, 'config'>,
  accepted: string | undefined,
): void {
  if (terms === undefined || accepted === terms.version) return
  const message = `must be the version of the terms of today, ${terms.version}, once it is accepted`
  throw new AppError('TermsNotAccepted', {
    issues: [{ path: 'acceptedTerms', message }],
    facts: { version: terms.version, url: terms.url },
  })
}

/** Records that an account accepts the terms of today; does nothing where there are none. */
export async function recordTerms(
  { config: { terms }, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  userId: string,
): Promise<void> {
  if (terms === undefined) return
  await insertAcceptance(db, { userId, version: terms.version, acceptedAt: now() })
}

/**
 * Requires that an account accepts the terms of today, or has.
 * @throws TermsNotAccepted
 */
export async function requireTerms(
  ctx: Pick<Deps, 'config' | 'db' | 'now'>,
  { userId, accepted }: { userId: string; accepted: string | undefined },
): Promise<void> {
  const { terms } = ctx.config
  if (terms === undefined) return
  if (accepted === terms.version) return recordTerms(ctx, userId)
  const isAccepted = await hasAccepted(ctx.db, { userId, version: terms.version })
  if (!isAccepted) requireTermsNamed(ctx, accepted)
}
