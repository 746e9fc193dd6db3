import {
  findViolations,
  type InvariantName,
  putDataChecks,
  type Violation,
} from '../../../db/queries/invariants.ts'
import type { Deps } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { invariantNames, invariants } from './invariants.ts'

/** How long jobs may take to follow up on what was done. */
const millisecondsForJobs = 15 * 60_000
const listedAtMost = 20

export interface CheckedInvariant {
  invariant: InvariantName
  state: 'ok' | 'violated' | 'unchecked'
  /** Null when it could not be counted. */
  violations: number | null
  /** The first of them. */
  listed: Violation[]
}

export interface CheckOptions {
  /** For a service without work in hand: 0. */
  millisecondsForJobs?: number
}

/**
 * Checks every invariant, whatever became of the others, and keeps for those who watch the service
 * how many violations there are.
 */
export async function checkData(
  deps: Deps,
  options: CheckOptions = {},
): Promise<CheckedInvariant[]> {
  const checked: CheckedInvariant[] = []
  for (const name of invariantNames) checked.push(await checkInvariant(deps, name, options))

  const checkedAt = deps.now()
  await putDataChecks(
    deps.db,
    checked.map(({ invariant, violations }) => ({ invariant, violations, checkedAt })),
  )
  return checked
}

async function checkInvariant(
  deps: Deps,
  invariant: InvariantName,
  options: CheckOptions,
): Promise<CheckedInvariant> {
  try {
    const { total, listed } = await violationsOf(deps, invariant, {
      ...options,
      limit: listedAtMost,
    })
    return { invariant, state: total === 0 ? 'ok' : 'violated', violations: total, listed }
  } catch (error) {
    deps.log.error({ invariant, cause: describeCause(error) }, 'the data could not be checked')
    return { invariant, state: 'unchecked', violations: null, listed: [] }
  }
}

export function violationsOf(
  deps: Deps,
  invariant: InvariantName,
  options: CheckOptions & { limit: number },
) {
  const { limit, millisecondsForJobs: milliseconds = millisecondsForJobs } = options
  const doneBefore = new Date(deps.now().getTime() - milliseconds)
  return deps.withTransaction((db) => findViolations(db, invariant, { limit, doneBefore }))
}

/** The nightly job: says at level error what is wrong. */
export async function watchData(deps: Deps): Promise<void> {
  for (const { invariant, state, violations, listed } of await checkData(deps)) {
    if (state === 'violated')
      deps.log.error(
        { invariant, violations, listed },
        `violated: ${invariants[invariant].promise}`,
      )
  }
}
