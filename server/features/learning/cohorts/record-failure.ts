import { isDatabaseUnavailable } from '../../../../db/postgres/failures.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { AppError } from '../../../errors/errors.ts'
import { refusalOf } from '../../../errors/refusal-of.ts'
import { recordEvent } from '../../../security/audit.ts'

/**
 * Records what could not be done for one person, who must not hold up all the others. Rethrows the
 * error if the database was out of reach, so that the job tries again.
 */
export async function recordFailure(
  ctx: Deps,
  error: unknown,
  {
    userId,
    ...facts
  }: { cohortId: string; task: string; userId: string | null; courseId?: string },
): Promise<void> {
  if (isDatabaseUnavailable(error)) throw error
  const refusal = refusalOf(error)
  const isExpected = refusal instanceof AppError
  if (!isExpected)
    ctx.log.error(
      { ...facts, userId, cause: describeCause(error) },
      'a cohort could not be changed',
    )
  const { name } = isExpected ? refusal : new AppError('InternalError')
  await recordEvent(ctx, 'cohort-enrollment-failed', { userId, details: { ...facts, error: name } })
}
