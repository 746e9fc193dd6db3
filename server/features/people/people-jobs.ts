import { deleteExpiredFlows } from '../../../db/queries/people/identities.ts'
import { deleteExpiredCodes } from '../../../db/queries/people/one-time-codes.ts'
import { deleteExpiredSessions } from '../../../db/queries/people/sessions.ts'
import { isOrderedId, newId } from '../../../lib/ids.ts'
import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { removeAbandonedAccounts } from './accounts/remove-abandoned-accounts.ts'
import { forgetEndedApiKeys } from './api-keys/list-api-keys.ts'
import { forgetOldDevices } from './auth/known-devices.ts'
import { sendCode } from './auth/send-code.ts'

export function peopleJobs(deps: Deps) {
  return {
    'send-code': (payload, id, isLastTry) =>
      sendCode(deps, payload, { requestId: requestIdOf(id), isLastTry }),
  } satisfies Partial<ServiceJobHandlers>
}

/** Lists the hourly tasks that forget what has ended, and resume what stands still. */
export function cleanUpPeople(deps: Deps): (() => Promise<unknown>)[] {
  return [
    () => deleteExpiredSessions(deps.db, deps.now()),
    () => deleteExpiredCodes(deps.db, deps.now()),
    () => forgetEndedApiKeys(deps),
    () => deleteExpiredFlows(deps.db, deps.now()),
    () => forgetOldDevices(deps),
    () => removeAbandonedAccounts(deps),
  ]
}

/**
 * Returns the id by which codes are compared: those of later requests count. An earlier release,
 * which may still run beside this one, gave its jobs random ids; most exceed any later ones.
 */
function requestIdOf(jobId: string | undefined): string {
  return jobId !== undefined && isOrderedId(jobId) ? jobId : newId()
}
