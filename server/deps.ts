import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { createCertificateRenderer } from './adapters/certificate-renderer/renderer.ts'
import { createJobs } from './adapters/jobs.ts'
import { createFileMailer, createSmtpMailer, mailFolderOf } from './adapters/mailer.ts'
import { createSandboxPayments } from './adapters/payments.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { createKeys, readKeys } from './security/keys.ts'
import { createLimits } from './security/limits.ts'
import { createPasswords } from './security/passwords.ts'
import { createSessions } from './security/sessions.ts'
import { createTokens } from './security/tokens.ts'

export interface OpenDeps {
  deps: Deps
  database: Database
  /** Closes everything that was opened, in the order that lets work in hand finish. */
  close: () => Promise<void>
}

export interface OpenOptions {
  config: Config
  log: Logger
  /** Whether this process looks after the job queues; a short-lived one does not. */
  maintainJobs: boolean
}

/** Makes the real dependencies: starts PostgreSQL where none is configured, migrates, reads or makes the keys. */
export async function openDeps({ config, log, maintainJobs }: OpenOptions): Promise<OpenDeps> {
  const embedded = await startDatabase(config, log)
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    if (!config.production && (await createKeys(config.keysFile))) log.info({ file: config.keysFile }, 'made new keys')
    const keys = await readKeys(config.keysFile)
    await migrateDatabase(url)

    const database = connectDatabase({ url, log })
    const { db, withTransaction } = database
    const now = () => new Date()
    const jobs = await createJobs({ db, log, maintain: maintainJobs })
    const renderer = createCertificateRenderer({
      workDir: join(config.dataDir, 'renderer'),
      log,
      allowNoSandbox: config.chromiumAllowNoSandbox,
      ...(config.chromiumPath !== undefined && { chromiumPath: config.chromiumPath }),
    })
    const deps: Deps = {
      config,
      log,
      now,
      db,
      withTransaction,
      afterCommit: (action) => action(),
      keys,
      passwords: createPasswords({ peppers: keys.peppers, cost: config.bcryptCost }),
      tokens: await createTokens({ keys: keys.signing, issuer: config.publicUrl }),
      sessions: createSessions(config.tokenTtlMilliseconds),
      limits: createLimits({ db, now, scale: config.rateLimitScale }),
      jobs,
      mailer: createMailer(config, now),
      payments: config.paymentProvider === 'sandbox' ? createSandboxPayments({ publicUrl: config.publicUrl }) : undefined,
      renderer,
    }
    return {
      deps,
      database,
      close: async () => {
        await jobs.stop()
        await renderer.close()
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function startDatabase(config: Config, log: Logger): Promise<EmbeddedPostgres | undefined> {
  if (config.databaseUrl !== undefined) return undefined
  return startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log })
}

function createMailer({ smtpUrl, mailFrom, dataDir }: Config, now: () => Date) {
  if (smtpUrl !== undefined) return createSmtpMailer({ url: smtpUrl, from: mailFrom })
  return createFileMailer({ folder: mailFolderOf(dataDir), from: mailFrom, now })
}
