import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { type OpenDeps, openDeps } from './deps.ts'
import { demoAccounts, seedDemo } from './seed-demo.ts'
import { drain } from './shutdown.ts'
import { jobHandlers } from './work.ts'

async function main(): Promise<void> {
  const config = readConfig()
  const log = pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  })

  // The last resort: what nobody caught leaves the process in a state that nobody knows. It stops, and whatever runs it starts it again.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal(
        { event, reason: error instanceof Error ? error.stack : String(error) },
        'the server stops: something went wrong that nobody caught',
      )
      process.exit(1)
    })
  }

  const open = await openDeps({ config, log, maintainJobs: true })
  try {
    await serve(open)
  } catch (error) {
    await open.close()
    throw error
  }
}

async function serve({ deps, close }: OpenDeps): Promise<void> {
  const { config, log } = deps
  const app = await buildApp(deps)
  await deps.jobs.work(jobHandlers(deps))
  const seeded = config.seedDemo && (await seedDemo(deps))
  await app.server.listen({ host: config.host, port: config.port })
  if (!config.production) announce(config.publicUrl, { seeded: config.seedDemo, mailbox: config.smtpUrl === undefined })
  log.info({ seeded }, 'ready')

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping')
      drain(app)
        .then(close)
        .then(() => process.exit(0))
        .catch((error: unknown) => {
          log.error({ reason: String(error) }, 'could not stop in order')
          process.exit(1)
        })
    })
  }
}

function announce(url: string, { seeded, mailbox }: { seeded: boolean; mailbox: boolean }): void {
  const lines = [
    '',
    `  Lyceum is running`,
    '',
    `  API            ${url}/api`,
    `  OpenAPI        ${url}/openapi.json`,
    `  Errors         ${url}/docs/errors`,
    ...(mailbox ? [`  Mailbox        ${url}/dev/mail`] : []),
    ...(seeded ? demoAccounts.map(({ email, password, role }) => `  Demo ${role.padEnd(9)} ${email}  ${password}`) : []),
    '',
    '',
  ]
  process.stdout.write(lines.join('\n'))
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || (error instanceof Error && error.name.endsWith('Error') && error.name !== 'Error')
  const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`Lyceum cannot start.\n${text}\n`)
  process.exit(1)
})
