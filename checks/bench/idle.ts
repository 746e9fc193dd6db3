import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { connectDatabase } from '../../db/postgres/client.ts'
import { startHeartbeat } from '../../server/features/assessment/deadlines/settle-outage.ts'
import { createServiceJobs } from '../../server/job-kinds.ts'
import { benchDeps } from './deps.ts'
import { buildLyceum } from './lyceum.ts'
import { withSetting } from './setting.ts'
import { recordStatements } from './statements/plans.ts'
import { printHead, printRow } from './times.ts'

/*
 * `node checks/bench/idle.ts`: what a server does in a minute in which nobody asks it anything:
 * its statements, by what they are, and its CPU time.
 */
const promised = { statements: 330, milliseconds: 400 }

await withSetting('idle', async ({ databaseUrl }) => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: databaseUrl, log })
  const jobs = await createServiceJobs({ db: database.db, log, maintain: true })
  const deps = await benchDeps({ log, database, jobs })
  await buildLyceum(deps)
  startHeartbeat(deps)
  await sleep(20_000)

  const before = process.cpuUsage()
  const sent = await recordStatements(() => sleep(60_000))
  const { user, system } = process.cpuUsage(before)
  const milliseconds = Math.round((user + system) / 1_000)

  printHead(['in a minute'])
  const kindOf = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 45)
  const kinds = Map.groupBy(sent, ({ name, text }) => name ?? kindOf(text))
  for (const [kind, { length }] of [...kinds].sort(([, a], [, b]) => b.length - a.length))
    printRow(kind, [length])
  printRow('statements', [sent.length])
  printRow('milliseconds of CPU', [milliseconds])
  if (sent.length > promised.statements || milliseconds > promised.milliseconds)
    process.exitCode = 1
})
process.exit()
