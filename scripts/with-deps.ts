import { readConfig } from '../server/config.ts'
import type { Deps } from '../server/context.ts'
import { whenInterrupted } from './interruption.ts'
import { terminalLog } from './terminal-log.ts'

/** Works on the data of the service, whether its server runs or not, and leaves nothing running behind. */
export async function withDeps<Result>(work: (deps: Deps) => Promise<Result>): Promise<Result> {
  const config = readConfig()
  const { openDeps } = await import('../server/deps.ts')
  const opening = openDeps({ config, log: terminalLog(config.logLevel), maintainJobs: false })
  const close = () => opening.then((open) => open.close())
  const endInterruptions = whenInterrupted(close)
  try {
    const { deps } = await opening
    return await work(deps).finally(close)
  } finally {
    endInterruptions()
  }
}
