import { pino } from 'pino'
import { connectDatabase } from '../../db/client.ts'
import { createJobs } from '../../server/adapters/jobs.ts'
import { type ContenderName, contenders } from './contenders.ts'
import { benchDeps } from './deps.ts'

/** One contender in a process of its own: listens, says where, and tells its CPU time whenever it is asked. */
const [, , name, databaseUrl] = process.argv as [string, string, ContenderName, string]

// The product logs as it does in production; the lines go where no disk slows them down.
const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false }))
const { db, withTransaction } = connectDatabase({ url: databaseUrl, log })
const jobs = await createJobs({ db, log, maintain: false })
const deps = await benchDeps({ log, db, withTransaction, jobs })
const app = await contenders[name](deps, databaseUrl)
const address = await app.listen({ host: '127.0.0.1', port: 0 })

process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
