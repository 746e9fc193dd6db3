import { openSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { connectDatabase } from '../../db/client.ts'
import { createJobs } from '../../server/adapters/jobs/jobs.ts'
import { createLog } from '../../server/lib/log.ts'
import { type ContenderName, contenders } from './contenders.ts'
import { benchDeps } from './deps.ts'

/**
 * One contender in a process of its own: listens, says where, and tells its CPU time or how late
 * its event loop is whenever it is asked.
 */
const [, , name, databaseUrl] = process.argv as [string, string, ContenderName, string]

// The product logs as it does in production; the lines go where no disk slows them down.
const log = createLog('info', openSync('/dev/null', 'w'))
const { db, withTransaction, poolState } = connectDatabase({ url: databaseUrl, log })
const jobs = await createJobs({ db, log, maintain: false })
const deps = await benchDeps({ log, db, withTransaction, poolState, jobs })
const app = await contenders[name](deps, databaseUrl)
const address = await app.listen({ host: '127.0.0.1', port: 0 })

/**
 * How long the event loop takes from one turn to the next when it is asked for one every five
 * milliseconds.
 */
const resolution = 5
const turns = monitorEventLoopDelay({ resolution })
turns.enable()

function millisecondsLate(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - resolution)
}

process.on('message', (what) => {
  if (what === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  if (what === 'lag') {
    process.send?.({
      lag: { p99: millisecondsLate(turns.percentile(99)), max: millisecondsLate(turns.max) },
    })
    turns.reset()
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
