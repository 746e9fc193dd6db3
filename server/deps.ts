import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { createFileStorage } from './adapters/file-storage/file-storage.ts'
import { createIdentityProviders } from './adapters/identity-providers/identity-providers.ts'
import { createJobs } from './adapters/jobs/jobs.ts'
import {
  createFileMailer,
  createSmtpMailer,
  type Mailer,
  mailFolderOf,
} from './adapters/mailer/mailer.ts'
import { createSandboxPayments, type PaymentProvider } from './adapters/payments/payments.ts'
import { createStripePayments } from './adapters/payments/stripe-payments.ts'
import { openPdfSigner } from './adapters/pdf-printer/pdf/open-signer.ts'
import {
  createCertificateRenderer,
  type RendererOptions,
} from './adapters/pdf-printer/pdf-printer.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './context.ts'
import { createCredentials } from './security/credentials.ts'
import { openKeyRing } from './security/key-ring.ts'
import { createKeys } from './security/keys.ts'
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

/**
 * Makes the real dependencies: starts PostgreSQL where none is configured, migrates, reads or makes
 * the keys.
 */
export async function openDeps({ config, log, maintainJobs }: OpenOptions): Promise<OpenDeps> {
  const closing: (() => Promise<void>)[] = []
  async function closeAll(): Promise<void> {
    for (let step = closing.pop(); step !== undefined; step = closing.pop()) await step()
  }
  let closed: Promise<void> | undefined
  // Who calls it a second time waits for the first.
  function close(): Promise<void> {
    closed ??= closeAll()
    return closed
  }

  try {
    const server = await startDatabaseServer(config, log)
    closing.push(server.stop)
    if (!config.production && (await createKeys(config.keysFile)))
      log.info({ file: config.keysFile }, 'made new keys')
    const now = () => new Date()
    const { keys, close: closeKeys } = await openKeyRing(config.keysFile, { now, log })
    closing.push(async () => closeKeys())
    await migrateDatabase(server.url)

    const database = connectDatabase({ url: server.url, log })
    closing.push(database.close)
    const { db, withTransaction, poolState } = database
    const renderer = createCertificateRenderer(rendererOptions(config, log))
    closing.push(renderer.close)
    const jobs = await createJobs({ db, log, maintain: maintainJobs })
    closing.push(jobs.stop)
    const deps = await assembleDeps({
      config,
      log,
      now,
      db,
      withTransaction,
      poolState,
      keys,
      jobs,
      mailer: createMailer(config, now),
      payments: createPayments(config),
      renderer,
      identityProviders: createIdentityProviders(config.oauthProviders),
    })
    return { deps, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

export interface DatabaseServer {
  url: string
  isEmbedded: boolean
  /** Leaves it; an embedded one that nobody else uses stops. */
  stop: () => Promise<void>
}

/** The database that is configured; where none is, a PostgreSQL of our own. */
export async function startDatabaseServer(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<DatabaseServer> {
  if (databaseUrl !== undefined)
    return { url: databaseUrl, isEmbedded: false, stop: () => Promise.resolve() }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
  return { url, isEmbedded: true, stop }
}

export function rendererOptions(
  { dataDir, chromiumPath, chromiumNoSandbox, certificateIssuer, certificates }: Config,
  log: Logger,
): RendererOptions {
  const { branding, signingFile, signingPassword, mayMakeSigningFile } = certificates
  return {
    workDir: join(dataDir, 'renderer'),
    log,
    allowNoSandbox: chromiumNoSandbox,
    branding,
    signer: openPdfSigner({
      file: signingFile,
      password: signingPassword,
      makeFor: mayMakeSigningFile ? certificateIssuer : undefined,
      log,
    }),
    ...(chromiumPath !== undefined && { chromiumPath }),
  }
}

/** Undefined where no payments are taken. */
export function createPayments({
  paymentProvider,
  stripe,
  publicUrl,
  checkoutReturnUrl,
}: Config): PaymentProvider | undefined {
  if (paymentProvider === 'sandbox') return createSandboxPayments({ publicUrl })
  return stripe === undefined
    ? undefined
    : createStripePayments({ ...stripe, returnUrl: checkoutReturnUrl })
}

export function createMailer({ smtpUrl, mailFrom, dataDir }: Config, now: () => Date): Mailer {
  if (smtpUrl !== undefined) return createSmtpMailer({ url: smtpUrl, from: mailFrom })
  return createFileMailer({ folder: mailFolderOf(dataDir), from: mailFrom, now })
}

/** What differs between the service, its tests and its benchmark. */
export type GivenDeps = Pick<
  Deps,
  | 'config'
  | 'log'
  | 'now'
  | 'db'
  | 'withTransaction'
  | 'poolState'
  | 'keys'
  | 'jobs'
  | 'mailer'
  | 'payments'
  | 'renderer'
  | 'identityProviders'
>

/** All dependencies: those given, and those that follow from them. */
export async function assembleDeps(given: GivenDeps): Promise<Deps> {
  const { config, keys, db, now } = given
  return {
    ...given,
    afterCommit: (action) => action(),
    passwords: createPasswords({ keys, cost: config.bcryptCost }),
    tokens: createTokens({ keys, issuer: config.publicUrl }),
    credentials: createCredentials({ keys, now, publicUrl: config.publicUrl }),
    sessions: createSessions({
      lifetimeMilliseconds: config.tokenTtlMilliseconds,
      idleMilliseconds: config.sessionIdleTtlMilliseconds,
      now,
      log: given.log,
    }),
    limits: createLimits({ db, now, scale: config.rateLimitScale }),
    files: createFileStorage(config.certificates.storage),
  }
}
