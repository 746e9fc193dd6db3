import type { UserContext } from '../../../context.ts'
import type { Attempt, AttemptInput } from './schema.ts'
import { showAttempt } from './show-attempt.ts'
import { submitAttempt } from './submit-attempt.ts'

/**
 * Submits an attempt of the caller, and returns what the quiz reveals of it.
 * @throws AttemptNotFound, NotEnrolled
 */
export async function submitOwnAttempt(
  ctx: UserContext,
  { attemptId }: AttemptInput,
): Promise<Attempt> {
  const { attempt, ...known } = await submitAttempt(ctx, attemptId)
  return showAttempt(ctx, attempt, known)
}
