import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowsers } from '../server/adapters/pdf-printer/test-support.ts'
import { buildApp } from '../server/app.ts'
import { jobHandlers } from '../server/job-handlers.ts'
import { printUnderFaults } from '../server/test/printing-faults.ts'
import { openPlace } from './support/place.ts'

/**
 * `node checks/certificate-faults.ts [CERTIFICATES] [SECONDS]`: SIGKILL to the browser
 * every 500 ms for 10 s while 300 certificates are printed and downloaded. Promised: no certificate
 * is lost, each exists within 60 s of the last fault, no download is incomplete, and no process
 * stays behind. Exit code 1 when a promise is broken. Linux only.
 */
const [certificates = 300, seconds = 10] = process.argv.slice(2).map(Number)
const promised = { millisecondsToTheLast: 60_000 }

let isKept = false
{
  await using place = await openPlace('faults', { NODE_ENV: 'development' })
  const { deps } = place
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
  await place.close()

  const processes = findBrowsers().length
  const left = (await readdir(join(place.folder, 'renderer'))).filter((name) =>
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
}
process.exit(isKept ? 0 : 1)
