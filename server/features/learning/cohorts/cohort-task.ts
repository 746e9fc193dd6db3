import type { Deps } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'

export type CohortTask = JobPayloads['change-cohort']
export type TaskOf<Name extends CohortTask['task']> = Extract<CohortTask, { task: Name }>

/** The work to do for one person. */
export interface CohortStep {
  /** Identifies the person: the next page begins behind it. */
  after: string
  userId: string | null
  /**
   * Runs in a transaction that has locked the purchases of the user. The cohort may have changed
   * since the list was read, so each step locks it and reads again what it depends on.
   */
  work: (ctx: Deps) => Promise<void>
}

export const listedAtOnce = 200
