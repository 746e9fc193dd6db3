import { openSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { connectDatabase } from '../../db/postgres/client.ts'
import { createLog } from '../../lib/log.ts'
import { createServiceJobs } from '../../server/job-kinds.ts'
import { type ContenderName, contenders } from './contenders.ts'
import { benchDeps } from './deps.ts'

/*
 * Runs one contender in its own process: listens, reports its URL, and on request its CPU time or
 * the delay of its event loop.
 */
const [, , name, databaseUrl] = process.argv as [string, string, ContenderName, string]

// The product logs as it does in production; the lines go where no disk slows them down.
const log = createLog('info', { fileDescriptor: openSync('/dev/null', 'w') })
const database = connectDatabase({ url: databaseUrl, log })
const jobs = await createServiceJobs({ db: database.db, log, maintain: name === 'lyceum' })
const deps = await benchDeps({ log, database, jobs })
const build = await contenders[name]()
const app = await build(deps, databaseUrl)
const address = await app.listen({ host: '127.0.0.1', port: 0 })

/** Time between ticks of the event loop when a timer requests one every five milliseconds. */
const resolution = 5
const turns = monitorEventLoopDelay({ resolution })
turns.enable()

function millisecondsLate(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - resolution)
}

process.on('message', (what) => {
  if (what === 'usage')
    process.send?.({ cpu: process.cpuUsage(), bytes: process.memoryUsage.rss() })
  if (what === 'lag') {
    process.send?.({
      lag: { p99: millisecondsLate(turns.percentile(99)), max: millisecondsLate(turns.max) },
    })
    turns.reset()
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
