import { newId } from '../../../lib/ids.ts'
import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { watchData } from './invariants/check-data.ts'
import { mailOperator } from './operators/mail-operator.ts'
import { tellOperators } from './operators/tell-operators.ts'

export function maintenanceJobs(deps: Deps) {
  return {
    'check-data': () => watchData(deps),
    'tell-operators': () => tellOperators(deps),
    'mail-operator': (payload, id = newId()) => mailOperator(deps, payload, id),
  } satisfies Partial<ServiceJobHandlers>
}
