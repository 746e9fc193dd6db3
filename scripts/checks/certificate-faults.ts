import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { findBrowsers } from '../../server/adapters/pdf-printer/test-support.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config/config.ts'
import { openDeps } from '../../server/deps.ts'
import { jobHandlers } from '../../server/job-handlers.ts'
import { printUnderFaults } from '../../server/test/printing-faults.ts'
import { openFolder } from './support/folder.ts'

/**
 * `node scripts/checks/certificate-faults.ts [CERTIFICATES] [SECONDS]`: SIGKILL to the browser
 * every 500 ms for 10 s while 300 certificates are printed and downloaded. Promised: no certificate
 * is lost, each exists within 60 s of the last fault, no download is incomplete, and no process
 * stays behind. Exit code 1 when a promise is broken. Linux only.
 */
const [certificates = 300, seconds = 10] = process.argv.slice(2).map(Number)
const promised = { millisecondsToTheLast: 60_000 }

let isKept = false
{
  await using folder = await openFolder('faults')
  const dataDir = folder.path
  const config = readConfig({
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '100000',
    BCRYPT_COST: '10',
    SEED_DEMO: 'false',
  })
  const { deps, close } = await openDeps({
    config,
    log: pino({ level: 'fatal' }),
    maintainJobs: true,
  })
  try {
    const app = await buildApp(deps)
    await deps.jobs.work(jobHandlers(deps))
    const report = await printUnderFaults(deps, {
      certificates,
      milliseconds: seconds * 1_000,
      patienceMilliseconds: 2 * promised.millisecondsToTheLast,
      download: async (path) => {
        const { statusCode, rawPayload } = await app.server.inject({ method: 'GET', url: path })
        return { status: statusCode, bytes: rawPayload }
      },
    })
    await app.server.close()
    await close()

    const processes = findBrowsers().length
    const left = (await readdir(join(dataDir, 'renderer'))).filter((name) =>
      name.startsWith('profile-'),
    ).length
    console.log({ certificates, ...report, processesLeft: processes, profilesLeft: left })
    isKept =
      report.missing === 0 &&
      report.wrong.length === 0 &&
      report.millisecondsToTheLast <= promised.millisecondsToTheLast &&
      Object.keys(report.downloads).every((status) => ['200', '503'].includes(status)) &&
      processes === 0 &&
      left === 0
  } finally {
    await close()
  }
}
process.exit(isKept ? 0 : 1)
