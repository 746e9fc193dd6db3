import {
  findViolations,
  type InvariantName,
  replaceDataChecks,
  type Violation,
} from '../../../../db/queries/maintenance/invariants.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { invariantNames, invariants } from './invariants.ts'

/** How long jobs may take to follow up, in milliseconds. */
const millisecondsForJobs = 15 * 60_000
const listedAtMost = 20

export interface CheckedInvariant {
  invariant: InvariantName
  state: 'ok' | 'violated' | 'unchecked'
  /** Null when the check failed. */
  violations: number | null
  /** The first violations. */
  listed: Violation[]
}

export interface CheckOptions {
  /** 0 for a service with no jobs under way. */
  millisecondsForJobs?: number
}

/**
 * Checks every invariant, even if another check fails, and stores the number of violations for the
 * metrics.
 */
export async function checkData(
  ctx: Deps,
  options: CheckOptions = {},
): Promise<CheckedInvariant[]> {
  const checked: CheckedInvariant[] = []
  for (const name of invariantNames) checked.push(await checkInvariant(ctx, name, options))

  const checkedAt = ctx.now()
  await replaceDataChecks(
    ctx.db,
    checked.map(({ invariant, violations }) => ({ invariant, violations, checkedAt })),
  )
  return checked
}

async function checkInvariant(
  ctx: Deps,
  invariant: InvariantName,
  options: CheckOptions,
): Promise<CheckedInvariant> {
  try {
    const { total, listed } = await violationsOf(ctx, invariant, {
      ...options,
      limit: listedAtMost,
    })
    return { invariant, state: total === 0 ? 'ok' : 'violated', violations: total, listed }
  } catch (error) {
    ctx.log.error({ invariant, cause: describeCause(error) }, 'the data could not be checked')
    return { invariant, state: 'unchecked', violations: null, listed: [] }
  }
}

export function violationsOf(
  ctx: Deps,
  invariant: InvariantName,
  options: CheckOptions & { limit: number },
) {
  const { limit, millisecondsForJobs: milliseconds = millisecondsForJobs } = options
  const doneBefore = new Date(ctx.now().getTime() - milliseconds)
  return ctx.withTransaction((db) => findViolations(db, invariant, { limit, doneBefore }))
}

/** The nightly job: logs violations at level error. */
export async function watchData(ctx: Deps): Promise<void> {
  for (const { invariant, state, violations, listed } of await checkData(ctx)) {
    if (state === 'violated')
      ctx.log.error({ invariant, violations, listed }, `violated: ${invariants[invariant].promise}`)
  }
}
