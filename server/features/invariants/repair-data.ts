import type { InvariantName, Violation } from '../../../db/queries/invariants.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { recordEvent } from '../../security/audit.ts'
import { type CheckOptions, violationsOf } from './check-data.ts'
import { invariantNames, invariants } from './invariants.ts'
import type { Mend } from './repairs.ts'

const atOnce = 500

export interface RepairedViolation {
  invariant: InvariantName
  violation: Violation
}

/**
 * Mends what can be mended, one violation after the other, and puts each on record. What is left
 * over is for people: check again.
 */
export async function repairData(
  deps: Deps,
  options: CheckOptions = {},
): Promise<RepairedViolation[]> {
  const mended: RepairedViolation[] = []
  for (const invariant of invariantNames) {
    const { mend } = invariants[invariant]
    if (mend !== undefined)
      mended.push(...(await mendInvariant(deps, { invariant, mend, options })))
  }
  return mended
}

async function mendInvariant(
  deps: Deps,
  { invariant, mend, options }: { invariant: InvariantName; mend: Mend; options: CheckOptions },
): Promise<RepairedViolation[]> {
  const mended: RepairedViolation[] = []
  const tried = new Set<string>()
  for (;;) {
    const found = await violationsOf(deps, invariant, { ...options, limit: atOnce })
    const fresh = found.listed.filter((violation) => !tried.has(JSON.stringify(violation)))
    if (fresh.length === 0) return mended

    for (const violation of fresh) {
      tried.add(JSON.stringify(violation))
      if (await mendOne(deps, { invariant, violation, mend })) mended.push({ invariant, violation })
    }
  }
}

async function mendOne(
  deps: Deps,
  { invariant, violation, mend }: RepairedViolation & { mend: Mend },
): Promise<boolean> {
  const mendAndRecord = async (ctx: Deps) => {
    const isMended = await mend(ctx, violation)
    const { userId } = violation
    if (isMended) {
      await recordEvent(ctx, 'data-mended', {
        userId: typeof userId === 'string' ? userId : null,
        details: { ...violation, invariant },
      })
    }
    return isMended
  }
  const mending = invariants[invariant].mendsOutside
    ? mendAndRecord(deps)
    : inTransaction(deps, mendAndRecord)
  return mending.catch((error: unknown) => {
    deps.log.error({ invariant, violation, cause: describeCause(error) }, 'could not be mended')
    return false
  })
}
