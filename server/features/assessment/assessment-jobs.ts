import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { submitDueAttempts } from './attempts/submit-attempt.ts'
import { forgetOldResults, resumeRegrades, runRegrade } from './grades/run-regrade.ts'

export function assessmentJobs(deps: Deps) {
  return {
    regrade: (payload) => runRegrade(deps, payload),
    'submit-due-attempts': () => submitDueAttempts(deps),
  } satisfies Partial<ServiceJobHandlers>
}

/** Lists the hourly tasks that forget what has ended, and resume what stands still. */
export function cleanUpAssessment(deps: Deps): (() => Promise<unknown>)[] {
  return [() => resumeRegrades(deps), () => forgetOldResults(deps)]
}
