import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

type Actor = ActorDeps & { caller?: { key?: object } }

/** Whether the school acts: its operator, or an administrator in person, who is on record. */
export function actsForSchool({ user, caller }: Actor): boolean {
  return user === undefined || (user.role === 'admin' && caller?.key === undefined)
}

/** Returns the learner for whom the caller decides nothing: themselves; none for the school. */
export function ownLearnerOf(ctx: Actor): string | undefined {
  return actsForSchool(ctx) ? undefined : ctx.user?.id
}

/**
 * Refuses to act for oneself: staff and keys give learners access, time, marks and money back, but
 * nobody gives themselves any. Every operation that gives a learner something calls this, also in
 * bulk, and is in the list of `server/test/own-learner.test.ts`.
 * @throws NotForYourself
 */
export function refuseOwn(ctx: Actor, learnerId: string | null | undefined): void {
  // Lowers ids, which may be typed in capitals.
  const learner = learnerId?.toLowerCase()
  if (learner !== undefined && learner === ownLearnerOf(ctx)) throw new AppError('NotForYourself')
}
