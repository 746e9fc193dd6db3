import type { Deps } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'

export type CohortTask = JobPayloads['change-cohort']
export type TaskOf<Name extends CohortTask['task']> = Extract<CohortTask, { task: Name }>

/** What to do for one person. */
export interface CohortStep {
  /** Names them: the next page begins behind. */
  after: string
  userId: string | null
  /**
   * In a transaction that has locked the purchases of the user. The cohort may be another since the
   * list was read: each locks it and reads again what it goes by.
   */
  work: (ctx: Deps) => Promise<void>
}

export const listedAtOnce = 200
