import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { createFileStorage } from './adapters/file-storage/file-storage.ts'
import { createIdentityProviders } from './adapters/identity-providers/identity-providers.ts'
import type { IdentityProviders } from './adapters/identity-providers/types.ts'
import { createMailer } from './adapters/mailer/mailer.ts'
import { createPayments } from './adapters/payments/payments.ts'
import type { PaymentProvider } from './adapters/payments/types.ts'
import { createBrandingCache } from './adapters/pdf-printer/branding-cache.ts'
import { createPdfPrinter, openPdfSigner } from './adapters/pdf-printer/pdf-printer.ts'
import type { PrinterOptions } from './adapters/pdf-printer/types.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './context.ts'
import { createServiceJobs } from './job-kinds.ts'
import { createSingleFlight, shareCalls } from './lib/single-flight.ts'
import { createCredentials } from './security/credentials.ts'
import { createHashPool, type HashPool } from './security/hash-pool.ts'
import { openKeyRing } from './security/key-ring.ts'
import { createKeys, requirePrivateKeys } from './security/keys.ts'
import { createLimits } from './security/limits.ts'
import { createPasswords } from './security/passwords.ts'
import { createSessions } from './security/sessions.ts'
import { createTokens } from './security/tokens.ts'

export interface OpenDeps {
  deps: Deps
  database: Database
  /** Closes everything that was opened, in the order that lets running work finish. */
  close: () => Promise<void>
}

export interface OpenOptions {
  config: Config
  log: Logger
  /** Whether this process maintains the job queues; a short-lived one does not. */
  maintainJobs: boolean
}

/**
 * Opens the real dependencies: starts PostgreSQL if none is configured, migrates, reads the keys or
 * makes them.
 */
export async function openDeps({ config, log, maintainJobs }: OpenOptions): Promise<OpenDeps> {
  const closing: (() => Promise<void>)[] = []
  async function closeAll(): Promise<void> {
    for (let step = closing.pop(); step !== undefined; step = closing.pop()) await step()
  }
  const close = shareCalls(closeAll)

  try {
    const server = await startDatabaseServer(config, log)
    closing.push(server.stop)
    if (!config.production && (await createKeys(config.keysFile)))
      log.info({ file: config.keysFile }, 'made new keys')
    const now = () => new Date()
    if (config.production) await requirePrivateKeys(config.keysFile)
    const { keys, close: closeKeys } = await openKeyRing(config.keysFile, { now, log })
    closing.push(async () => closeKeys())
    await migrateDatabase(server.url)

    const database = connectDatabase({ url: server.url, log })
    closing.push(database.close)
    const printer = createPdfPrinter(printerOptions(config, log))
    closing.push(printer.close)
    const jobs = await createServiceJobs({ db: database.db, log, maintain: maintainJobs })
    closing.push(jobs.stop)
    const deps = assembleDeps({
      config,
      log,
      now,
      database,
      keys,
      jobs,
      mailer: createMailer(config, now),
      printer,
      hashPool: createHashPool(),
    })
    return { deps, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

export interface DatabaseServer {
  url: string
  /** Undefined: it is not embedded. */
  clusterDir: string | undefined
  /** Leaves the server; an embedded one that nobody else uses stops. */
  stop: () => Promise<void>
}

/** The configured database, or an embedded PostgreSQL if none is configured. */
export async function startDatabaseServer(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<DatabaseServer> {
  if (databaseUrl !== undefined)
    return { url: databaseUrl, clusterDir: undefined, stop: () => Promise.resolve() }
  return startEmbeddedPostgres({ dataDir: embeddedFolderOf(dataDir), log })
}

/** Where the embedded PostgreSQL keeps its data, or says where it does. */
export function embeddedFolderOf(dataDir: string): string {
  return join(dataDir, 'postgres')
}

export function printerOptions(
  { dataDir, chromiumPath, chromiumNoSandbox, certificateIssuer, certificates }: Config,
  log: Logger,
): PrinterOptions {
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

/** The parts that differ between the service, its tests and its benchmark. */
export interface GivenDeps
  extends Pick<Deps, 'config' | 'log' | 'now' | 'keys' | 'jobs' | 'mailer' | 'printer'> {
  database: Pick<Database, 'db' | 'withTransaction' | 'poolState'>
  hashPool: HashPool
  /** Default: as configured. */
  payments?: PaymentProvider | undefined
  /** Default: as configured. */
  identityProviders?: IdentityProviders | undefined
}

/** All dependencies: the given ones, and those that follow from them and the configuration. */
export function assembleDeps({
  config,
  log,
  now,
  database: { db, withTransaction, poolState },
  keys,
  hashPool,
  payments = createPayments(config),
  identityProviders = createIdentityProviders(config.oauthProviders),
  ...given
}: GivenDeps): Deps {
  return {
    ...given,
    config,
    log,
    now,
    db,
    withTransaction,
    poolState,
    afterCommit: (action) => action(),
    keys,
    passwords: createPasswords({ keys, cost: config.bcryptCost, pool: hashPool }),
    tokens: createTokens({ keys, issuer: config.publicUrl }),
    credentials: createCredentials({ keys, now, publicUrl: config.publicUrl }),
    sessions: createSessions({
      lifetimeMilliseconds: config.tokenTtlMilliseconds,
      idleMilliseconds: config.sessionIdleTtlMilliseconds,
      now,
      log,
    }),
    limits: createLimits({ db, now, scale: config.rateLimitScale }),
    payments,
    identityProviders,
    files: createFileStorage(config.certificates.storage),
    inFlight: {
      certificateClaims: createSingleFlight(),
      certificatePrints: createSingleFlight(),
      receiptPrints: createSingleFlight(),
    },
    brandings: createBrandingCache(),
  }
}
