import {
  findInvitation,
  listPromises,
  lockInvitationsTo,
  type Promised,
  replacePromises,
} from '../../../../db/queries/learning/invitations.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

/** Joins promises: each cohort once, and the course without one once, until their latest end. */
export function joinPromises(promises: readonly Promised[]): Promised[] {
  const byCohort = Map.groupBy(promises, ({ cohortId }) => cohortId)
  return [...byCohort].map(([cohortId, same]) => ({
    cohortId,
    endsAt: same.map(({ endsAt }) => endsAt).reduce(laterOf),
  }))
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null
  return one > other ? one : other
}

/**
 * Changes what an invitation promises, as read under its lock. With nothing left it is withdrawn.
 * Undefined if it is gone.
 */
export async function changePromises(
  ctx: ActorDeps,
  id: string,
  change: (promises: Promised[]) => Promised[],
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const found = await findInvitation(ctx.db, id)
    if (found === undefined) return
    const locked = await lockInvitationsTo(ctx.db, found.email)
    if (!locked.some((invitation) => invitation.id === id)) return
    const before = await listPromises(ctx.db, id)
    const after = joinPromises(change(before))
    if (after.length === 0) {
      await withdrawInvitation(ctx, id)
      return
    }
    await replacePromises(ctx.db, id, after)
    const details = changeOf(factsOf(before), factsOf(after))
    if (Object.keys(details).length === 0) return
    await recordEvent(ctx, 'invitation-changed', {
      userId: null,
      email: found.email,
      details: { invitationId: id, ...details },
    })
  })
}

function factsOf(promises: readonly Promised[]) {
  const cohortIds = promises.flatMap(({ cohortId }) => cohortId ?? [])
  return { cohortIds: cohortIds.toSorted().join(' ') }
}

/** Withdraws the cohort's own promise; others may remain. */
export async function withdrawPromise(
  ctx: ActorDeps,
  { id, cohortId }: { id: string; cohortId: string },
): Promise<void> {
  await changePromises(ctx, id, (promises) =>
    promises.filter((promised) => promised.cohortId !== cohortId),
  )
}
