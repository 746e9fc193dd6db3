import { readFileSync } from 'node:fs'
import { findUserByEmail } from '../db/queries/people/users/users.ts'
import { withDeadline } from '../lib/deadline.ts'
import { createLog } from '../lib/log.ts'
import type { Poller } from '../lib/poller.ts'
import type { Tracing } from './adapters/telemetry/tracing.ts'
import { type App, buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config/config.ts'
import { demoAccounts } from './demo/demo-accounts.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { type OpenDeps, openDeps } from './deps.ts'
import { describeCause } from './errors/describe-cause.ts'
import { explainFailure } from './errors/explain-failure.ts'
import { startHeartbeat } from './features/assessment/deadlines/settle-outage.ts'
import { planMoveOfBodies } from './features/courses/lessons/move-lesson-bodies.ts'
import { tryMediaStorage } from './features/courses/media/try-storage.ts'
import { planIndexing } from './features/courses/search/index-lessons.ts'
import { linkForFirstAdministrator } from './features/people/setup/first-administrator.ts'
import { planTakingTextsOut } from './features/platform/audit/take-texts-out.ts'
import { followSettings } from './features/platform/settings/kept-settings.ts'
import { type Dispatcher, startDispatcher } from './features/platform/webhooks/dispatcher.ts'
import { drain } from './http/drain.ts'

/** How long closing may take after an uncaught error. */
const closeMilliseconds = 5_000

/**
 * Delays the probe print, leaving time for the first requests: at the very first start it unpacks
 * the browser.
 */
const probeDelayMilliseconds = 10_000

async function main(config: Config): Promise<void> {
  const tracing = await openTracing(config)
  const log = createLog(config.logLevel, tracing && { fields: tracing.logFields })
  for (const warning of config.warnings) log.warn({ warning }, 'an unsafe setting')
  if (config.academyIsMissing)
    log.warn(
      'the academy is not built, and PUBLIC_URL shows no school: see "Install" in ' +
        'docs/deployment.md, or set ACADEMY=off',
    )
  const starting = new AbortController()
  const { signal } = starting
  const opening = openDeps({
    config,
    log,
    maintainJobs: true,
    makesWhatIsMissing: true,
    tracing,
    signal,
  })
  let app: App | undefined
  let dispatcher: Dispatcher | undefined
  let heartbeat: Poller | undefined
  let settings: Poller | undefined
  let stopping = false
  async function stop(): Promise<void> {
    stopping = true
    starting.abort()
    const open = await opening.catch(() => undefined)
    if (open === undefined) return
    const { close, deps } = open
    const { drainDelayMilliseconds: delayMilliseconds } = config
    const endOtherWork = async () => {
      await Promise.all([
        deps.jobs.stop(),
        deps.publisher.stop(),
        dispatcher?.stop(),
        heartbeat?.stop(),
        settings?.stop(),
      ])
    }
    if (app?.server.server.listening) await drain(app, { delayMilliseconds, endOtherWork })
    await close()
  }

  // Listens during the start, too: whatever is open by then is closed again.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) {
        log.warn({ signal }, 'asked again: ends at once')
        process.exit(1)
      }
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
  endWithNpm()
  // Stops after an uncaught error, which leaves the process in an unknown state; whatever runs it
  // starts it again. Further failures meanwhile, because all is closed, are meaningless.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (stopping) return
      stopping = true
      log.fatal({ event, cause: describeCause(error) }, 'the server stops after an uncaught error')
      const closing = opening.then(({ close }) => close())
      withDeadline(closeMilliseconds, closing).finally(() => process.exit(1))
    })
  }

  const open = await opening.catch((error: unknown) => {
    if (!stopping) throw error
  })
  if (open === undefined) return
  try {
    app = await buildApp(open.deps)
    await serve(app, open)
    if (stopping) return
    dispatcher = startDispatcher(open.deps)
    heartbeat = startHeartbeat(open.deps)
    settings = followSettings(open.deps)
    await startJobs(open.deps)
  } catch (error) {
    await open.close()
    if (!stopping) throw error
  }
}

/**
 * Ends the server when `npm start` has ended: npm passes a signal to the shell between them, which
 * may end alone, and is not asked if killed. The shell's parent is known on Linux only.
 */
function endWithNpm(): void {
  // biome-ignore lint/style/noProcessEnv: what npm says, and no setting
  if (process.env.npm_lifecycle_event !== 'start') return
  const shell = process.ppid
  const npm = parentOf(shell)
  const isOver = () => process.ppid !== shell || (npm !== undefined && parentOf(shell) !== npm)
  const look = setInterval(() => {
    if (!isOver()) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  look.unref()
}

function parentOf(pid: number): number | undefined {
  try {
    const [, parent] = /^PPid:\s*(\d+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return parent === undefined ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

/** Opens tracing; if unused, nothing of it is loaded, or has to be installed. */
async function openTracing({ tracing, logLevel }: Config): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined
  const { openTracing } = await import('./adapters/telemetry/otel-tracing.ts').catch(
    (error: unknown) => {
      if (!String(error).includes("Cannot find package '@opentelemetry/")) throw error
      throw new ConfigError(
        "OTEL_EXPORTER_OTLP_ENDPOINT: OpenTelemetry's packages are not installed. To install them: " +
          'npm run tracing:install',
      )
    },
  )
  return openTracing(tracing, createLog(logLevel))
}

async function serve(app: App, { deps }: OpenDeps): Promise<void> {
  const { config, log } = deps
  const seeded = config.seedDemo && (await seedDemo(deps))
  await app.server.listen({ host: config.host, port: config.port })
  deps.publisher.start()
  // Ignores a failed announcement, which must not end a server that listens.
  if (!config.production)
    await announce(deps).catch((error: unknown) =>
      log.warn({ cause: describeCause(error) }, 'could not print the announcement'),
    )
  await inviteAdministrator(deps).catch((error: unknown) =>
    log.warn({ cause: describeCause(error) }, 'could not look for an administrator'),
  )
  log.info({ seeded }, 'ready')
  void prepareAcademy(deps)
  setTimeout(() => void tryPrinting(deps), probeDelayMilliseconds).unref()
  void tryStorage(deps)
}

/** Starts the jobs, loading their work with the first: the server answers already. */
async function startJobs(deps: OpenDeps['deps']): Promise<void> {
  await deps.jobs.work(async () => (await import('./job-handlers.ts')).jobHandlers(deps))
  await planMoveOfBodies(deps)
  await planIndexing(deps)
  await planTakingTextsOut(deps)
}

/** Prepares it beside the work of the server, which answers already. */
async function prepareAcademy({ academy, config }: OpenDeps['deps']): Promise<void> {
  await academy?.prepare()
  if (academy?.state === 'ready' && !config.production)
    process.stdout.write(`  The academy is ready: ${config.publicUrl}\n\n`)
}

/** Warns before somebody uploads. Existing files may be readable, so the server goes on. */
async function tryStorage({ media, log }: OpenDeps['deps']): Promise<void> {
  if (media.kind === 'database') return
  await tryMediaStorage(media).catch((error: unknown) =>
    log.error(
      { cause: describeCause(error) },
      'files of courses cannot be stored: correct MEDIA_STORAGE and its related settings, or the ' +
        'permissions there',
    ),
  )
}

/**
 * Shows a missing browser or a bad signing file in the log and in /readyz before the first learner
 * finishes. The browser stops again at once.
 */
async function tryPrinting({ printer, log }: OpenDeps['deps']): Promise<void> {
  try {
    await printer.status()
  } catch (error) {
    log.error({ cause: describeCause(error) }, 'the test print failed')
  }
}

/** Prints how a school gets its first administrator, as long as it has none. */
async function inviteAdministrator(deps: OpenDeps['deps']): Promise<void> {
  const link = await linkForFirstAdministrator(deps)
  if (link === undefined) return
  process.stdout.write(
    '  This school has no administrator. Create an account, then open this link with it, within ' +
      `a day:\n  ${link}\n\n`,
  )
}

async function announce({
  config: { publicUrl, smtpUrl },
  db,
  academy,
}: OpenDeps['deps']): Promise<void> {
  const hasDemo = (await findUserByEmail(db, demoAccounts[0].email)) !== undefined
  const lines = [
    '',
    '  Lyceum is running',
    '',
    ...(academy === undefined ? [] : [`  Academy        ${publicUrl}`]),
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
