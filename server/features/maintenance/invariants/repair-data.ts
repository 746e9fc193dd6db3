import type { InvariantName, Violation } from '../../../../db/queries/maintenance/invariants.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { withoutTexts } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { type CheckOptions, violationsOf } from './check-data.ts'
import { invariantNames, invariants } from './invariants.ts'
import type { Repair } from './repairs.ts'

const batchSize = 500

export interface RepairedViolation {
  invariant: InvariantName
  violation: Violation
}

/**
 * Repairs, one by one, violations that need no human judgment, and records each in the audit log.
 * Check again afterwards: what is left needs a person.
 */
export async function repairData(
  ctx: Deps,
  options: CheckOptions = {},
): Promise<RepairedViolation[]> {
  const repaired: RepairedViolation[] = []
  for (const invariant of invariantNames) {
    const { repair } = invariants[invariant]
    if (repair !== undefined)
      repaired.push(...(await repairInvariant(ctx, { invariant, repair, options })))
  }
  return repaired
}

async function repairInvariant(
  ctx: Deps,
  {
    invariant,
    repair,
    options,
  }: { invariant: InvariantName; repair: Repair; options: CheckOptions },
): Promise<RepairedViolation[]> {
  const repaired: RepairedViolation[] = []
  const tried = new Set<string>()
  for (;;) {
    const found = await violationsOf(ctx, invariant, { ...options, limit: batchSize })
    const fresh = found.listed.filter((violation) => !tried.has(JSON.stringify(violation)))
    if (fresh.length === 0) return repaired

    for (const violation of fresh) {
      tried.add(JSON.stringify(violation))
      if (await repairOne(ctx, { invariant, violation, repair }))
        repaired.push({ invariant, violation })
    }
  }
}

async function repairOne(
  ctx: Deps,
  { invariant, violation, repair }: RepairedViolation & { repair: Repair },
): Promise<boolean> {
  const repairAndRecord = async (ctx: Deps) => {
    const isRepaired = await repair(ctx, violation)
    const { userId } = violation
    if (isRepaired) {
      await recordEvent(ctx, 'data-repaired', {
        userId: typeof userId === 'string' ? userId : null,
        details: { ...withoutTexts(violation), invariant },
      })
    }
    return isRepaired
  }
  const repairing = invariants[invariant].repairsOutsideTransaction
    ? repairAndRecord(ctx)
    : inTransaction(ctx, repairAndRecord)
  return repairing.catch((error: unknown) => {
    ctx.log.error({ invariant, violation, cause: describeCause(error) }, 'could not be repaired')
    return false
  })
}
