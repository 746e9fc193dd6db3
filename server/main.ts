import { findUserByEmail } from '../db/queries/users.ts'
import { type App, buildApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { demoAccounts, seedDemo } from './demo/seed-demo.ts'
import { type OpenDeps, openDeps } from './deps.ts'
import { describeCause } from './errors/describe-cause.ts'
import { explainFailure } from './errors/explain-failure.ts'
import { drain } from './http/drain.ts'
import { jobHandlers } from './job-handlers.ts'
import { createLog } from './lib/log.ts'

/** How long the last resort may take to put away what is open. */
const lastResortMilliseconds = 5_000

/**
 * The first requests come before the probe print, which at the very first start unpacks the
 * browser.
 */
const probeDelayMilliseconds = 10_000

async function main(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const opening = openDeps({ config, log, maintainJobs: true })
  let app: App | undefined
  let stopping = false
  async function stop(): Promise<void> {
    stopping = true
    const { close } = await opening
    if (app !== undefined) await drain(app)
    await close()
  }

  // Also while it still starts: what was opened until then is closed again.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping')
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ cause: describeCause(error) }, 'could not stop in order')
          process.exit(1)
        },
      )
    })
  }
  // The last resort: what nobody caught leaves the process in a state that nobody knows. It stops,
  // and whatever runs it starts it again.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      log.fatal(
        { event, cause: describeCause(error) },
        'the server stops: something went wrong that nobody caught',
      )
      setTimeout(() => process.exit(1), lastResortMilliseconds)
      opening.then(({ close }) => close()).finally(() => process.exit(1))
    })
  }

  const open = await opening
  try {
    app = await serve(open)
  } catch (error) {
    await open.close()
    if (!stopping) throw error
  }
}

async function serve({ deps }: OpenDeps): Promise<App> {
  const { config, log } = deps
  const app = await buildApp(deps)
  await deps.jobs.work(jobHandlers(deps))
  const seeded = config.seedDemo && (await seedDemo(deps))
  collectGarbage()
  await app.server.listen({ host: config.host, port: config.port })
  // It listens: whatever else goes wrong must not take it away from those who are being answered.
  if (!config.production)
    await announce(deps).catch((error: unknown) =>
      log.warn({ cause: describeCause(error) }, 'could not say all that is here'),
    )
  log.info({ seeded }, 'ready')
  setTimeout(() => void tryPrinting(deps), probeDelayMilliseconds).unref()
  return app
}

/**
 * So that a missing browser, or a bad file to sign with, is in the log and in /readyz before the
 * first learner finishes. The browser stops again when idle.
 */
async function tryPrinting({ renderer, log }: OpenDeps['deps']): Promise<void> {
  try {
    await renderer.status()
  } catch (error) {
    log.error({ cause: describeCause(error) }, 'the browser for certificates could not be tried')
  }
  collectGarbage()
}

/**
 * What loading and the first print leave behind is a third of the process, and V8 would keep it.
 */
function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function announce({ config: { publicUrl, smtpUrl }, db }: OpenDeps['deps']): Promise<void> {
  const hasDemo = (await findUserByEmail(db, demoAccounts[0].email)) !== undefined
  const lines = [
    '',
    '  Lyceum is running',
    '',
    `  API            ${publicUrl}`,
    `  Documentation  ${publicUrl}/docs`,
    `  OpenAPI        ${publicUrl}/openapi.json`,
    `  Errors         ${publicUrl}/docs/errors`,
    ...(smtpUrl === undefined ? [`  Mailbox        ${publicUrl}/dev/mail`] : []),
    ...(hasDemo
      ? demoAccounts.map(
          ({ email, password, role }) => `  Demo ${role.padEnd(9)} ${email}  ${password}`,
        )
      : []),
    '',
    '',
  ]
  process.stdout.write(lines.join('\n'))
}

function refuseToStart(error: unknown, databaseUrl?: string): never {
  const unforeseen = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `Lyceum cannot start.\n${explainFailure(error, databaseUrl) ?? unforeseen}\n`,
  )
  process.exit(1)
}

try {
  const config = readConfig()
  await main(config).catch((error: unknown) => refuseToStart(error, config.databaseUrl))
} catch (error) {
  refuseToStart(error)
}
