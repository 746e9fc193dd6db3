import { userInfo } from 'node:os'
import { readConfig } from '../../server/config/config.ts'
import type { Deps } from '../../server/context.ts'
import { whenInterrupted } from './interruption.ts'
import { surroundings } from './surroundings.ts'
import { terminalLog } from './terminal-log.ts'

/** The operator's account, for the audit log; its number when it has no name. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Runs work on the service's data, whether its server is running or not, and leaves nothing
 * running. Makes no database and no keys, and migrates nothing: what is missing is refused.
 */
export async function withDeps<Result>(
  work: (deps: Deps) => Promise<Result>,
  options: { acceptsOtherKeys?: true | undefined } = {},
): Promise<Result> {
  const config = readConfig(surroundings().env)
  const { openDeps } = await import('../../server/deps.ts')
  const starting = new AbortController()
  const { signal } = starting
  const log = terminalLog(config.logLevel)
  const opening = openDeps({
    config,
    log,
    maintainJobs: false,
    makesWhatIsMissing: false,
    signal,
    ...options,
  })
  const close = () => opening.then((open) => open.close())
  const endInterruptions = whenInterrupted(() => {
    starting.abort()
    return close()
  })
  try {
    const { deps } = await opening
    return await work({ ...deps, operator: operatorName() }).finally(close)
  } finally {
    endInterruptions()
  }
}
