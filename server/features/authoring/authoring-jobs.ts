import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { expireUploads } from './files/finish-upload.ts'
import { countImpactJob, tidyImpacts } from './impact/count-impact.ts'
import { moveLearners, resumeMoves } from './moves/move-learners.ts'
import { resumeSyncs } from './sources/request-sync.ts'
import { syncSource } from './sources/sync-source.ts'

export function authoringJobs(deps: Deps) {
  return {
    'move-learners': (payload) => moveLearners(deps, payload),
    'count-impact': (payload) => countImpactJob(deps, payload),
    'sync-source': (payload, id) => syncSource(deps, payload, id),
  } satisfies Partial<ServiceJobHandlers>
}

/** Lists the hourly tasks that forget what has ended, and resume what stands still. */
export function cleanUpAuthoring(deps: Deps): (() => Promise<unknown>)[] {
  return [
    () => tidyImpacts(deps),
    () => resumeMoves(deps),
    () => resumeSyncs(deps),
    () => expireUploads(deps),
  ]
}
