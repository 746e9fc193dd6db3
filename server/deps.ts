import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '../db/postgres/client.ts'
import { createDatabaseClock } from '../db/postgres/connections/clock.ts'
import { migrateDatabase } from '../db/postgres/migrator/migrator.ts'
import { requireSchema } from '../db/postgres/migrator/schema-state.ts'
import { observeDatabase } from '../db/postgres/observed-database.ts'
import { openDatabase } from '../db/postgres/open-database.ts'
import { noReplicas, openReplicas, type Replicas } from '../db/postgres/replicas.ts'
import { findCourseGrade } from '../db/queries/assessment/grades/grades.ts'
import { createSingleFlight, shareCalls } from '../lib/single-flight.ts'
import { createFileStorage, createMediaStorage } from './adapters/file-storage/file-storage.ts'
import { createGit } from './adapters/git/git.ts'
import type { Git } from './adapters/git/types.ts'
import { createIdentityProviders } from './adapters/identity-providers/identity-providers.ts'
import type { IdentityProviders } from './adapters/identity-providers/types.ts'
import { createMailer } from './adapters/mailer/mailer.ts'
import { createPayments } from './adapters/payments/payments.ts'
import type { PaymentProvider } from './adapters/payments/types.ts'
import { createBrandingCache } from './adapters/pdf-printer/branding-cache.ts'
import { createPdfPrinter, openPdfSigner } from './adapters/pdf-printer/pdf-printer.ts'
import type { PrinterOptions } from './adapters/pdf-printer/types.ts'
import {
  openRateLimitStore,
  type RateLimitStore,
} from './adapters/rate-limit-store/rate-limit-store.ts'
import { createMetrics } from './adapters/telemetry/metrics.ts'
import {
  observeFiles,
  observeIdentityProviders,
  observeJobs,
  observeMailer,
  observeMedia,
  observePayments,
  observePrinter,
  type Telemetry,
} from './adapters/telemetry/observed.ts'
import type { Tracing } from './adapters/telemetry/tracing.ts'
import { createWebhookSender } from './adapters/webhook-sender/webhook-sender.ts'
import { applySchool, type Config } from './config/config.ts'
import { exemptionOf } from './config/exempt-networks.ts'
import type { Deps, Hooks } from './context.ts'
import { openEnrollment } from './features/learning/enrollments/open-enrollment.ts'
import { settleAccess } from './features/learning/programs/settle-access.ts'
import { requireKeysOfData } from './features/maintenance/keys/keys-of-data.ts'
import {
  holdBackMails,
  holdBackPayments,
  holdBackWebhooks,
} from './features/maintenance/quarantine/hold-back.ts'
import { checkProof } from './features/people/me/proof.ts'
import { createPublisher } from './features/platform/events/publish-events.ts'
import { readKept } from './features/platform/settings/kept-settings.ts'
import { webhookRetries } from './features/platform/webhooks/retries.ts'
import { openAcademy } from './http/academy/academy.ts'
import { createServiceJobs, jobNames } from './job-kinds.ts'
import { createApiKeys } from './security/api-keys.ts'
import { createCredentials } from './security/credentials.ts'
import { doorLimits } from './security/door-limits.ts'
import { createHashPool, type HashPool } from './security/hash-pool.ts'
import { openKeyRing } from './security/key-ring/key-ring.ts'
import { createKeys, requirePrivateKeys } from './security/key-ring/keys.ts'
import { createLimits, limits } from './security/limits.ts'
import { createMediaUrls } from './security/media-urls.ts'
import { resolveOutside } from './security/outside-addresses.ts'
import { createPasswords } from './security/passwords.ts'
import { createQuarantine } from './security/quarantine.ts'
import { resolveByDns, resolveByDnsOrSystem } from './security/resolve-host.ts'
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
  /**
   * Whether to create what is missing: the embedded database, keys in development, and the schema
   * of this release unless the settings forbid that. Otherwise it is refused.
   */
  makesWhatIsMissing: boolean
  /** Undefined if nothing is traced. */
  tracing?: Tracing | undefined
  /** Set by the command that continues with other keys than those of the data. */
  acceptsOtherKeys?: true | undefined
  /** Ends a migration that waits. */
  signal?: AbortSignal | undefined
}

/** Opens the real dependencies, and starts PostgreSQL if none is configured. */
export async function openDeps({
  config,
  log,
  maintainJobs,
  makesWhatIsMissing,
  tracing,
  acceptsOtherKeys,
  signal,
}: OpenOptions): Promise<OpenDeps> {
  const closing: (() => Promise<void>)[] = []
  async function closeAll(): Promise<void> {
    for (let step = closing.pop(); step !== undefined; step = closing.pop()) await step()
  }
  const close = shareCalls(closeAll)

  try {
    if (tracing !== undefined) closing.push(tracing.close)
    const server = await startDatabaseServer(config, log, { mayCreate: makesWhatIsMissing })
    closing.push(server.stop)
    const clock = createDatabaseClock()
    const { now } = clock
    if (config.keysText === undefined)
      await prepareKeysFile(config, { log, mayCreate: makesWhatIsMissing })
    const { keys, close: closeKeys } = await openKeyRing(config, { now, log })
    closing.push(async () => closeKeys())
    if (makesWhatIsMissing && config.migrateAtStart)
      await migrateDatabase(server.sessionUrl, { log, signal })
    else await requireSchema(server.url)

    const telemetry = { metrics: createMetrics(), tracing }
    const connected = await openDatabase({
      url: server.url,
      log,
      pooler: config.databasePooler,
      connectionTtlMilliseconds: config.databaseConnectionTtlMilliseconds,
      clock,
    })
    closing.push(connected.close)
    if (!acceptsOtherKeys) await requireKeysOfData({ ...connected, now }, keys)
    const database = tracing === undefined ? connected : traceDatabase(connected, tracing)
    const kept = await readKept({ db: database.db, log })
    applySchool(config, kept.values, kept.revision)
    const replicas = connectReplicas({ config, log, database, tracing })
    closing.push(replicas.close)
    const printer = createPdfPrinter(printerOptions(config, log, now))
    closing.push(printer.close)
    const jobs = await createServiceJobs({
      db: database.db,
      log,
      maintain: maintainJobs,
      observer: observeJobs(telemetry, jobNames),
    })
    closing.push(jobs.stop)
    const rateLimitStore =
      config.redisUrl === undefined ? undefined : await openRateLimitStore(config.redisUrl, { log })
    if (rateLimitStore !== undefined) closing.push(async () => rateLimitStore.close())
    const deps = assembleDeps({
      config,
      log,
      now,
      millisecondsAhead: clock.millisecondsAhead,
      rateLimitStore,
      database,
      replicas,
      keys,
      jobs,
      mailer: createMailer(config, now),
      printer,
      hashPool: createHashPool(),
      telemetry,
    })
    return { deps, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes the keys at the first start in development; in production, checks who can read them. */
async function prepareKeysFile(
  { production, keysFile }: Config,
  { log, mayCreate }: { log: Logger; mayCreate: boolean },
): Promise<void> {
  if (production) await requirePrivateKeys(keysFile)
  else if (mayCreate && (await createKeys(keysFile))) log.info({ file: keysFile }, 'made new keys')
}

export interface DatabaseServer {
  url: string
  /** URL of the database itself, not of a pooler: for work that needs its own session. */
  sessionUrl: string
  /** Undefined if it is not embedded. */
  clusterDir: string | undefined
  /** Leaves the server; an embedded one that nobody else uses stops. */
  stop: () => Promise<void>
}

/** The configured database, or an embedded PostgreSQL if none is configured. */
export async function startDatabaseServer(
  { databaseUrl, databaseMigrationUrl, dataDir }: Config,
  log: Logger,
  { mayCreate }: { mayCreate: boolean },
): Promise<DatabaseServer> {
  if (databaseUrl !== undefined)
    return {
      url: databaseUrl,
      sessionUrl: databaseMigrationUrl ?? databaseUrl,
      clusterDir: undefined,
      stop: () => Promise.resolve(),
    }
  const { startEmbeddedPostgres } = await import('../db/postgres/embedded/embedded.ts')
  const embedded = await startEmbeddedPostgres({
    dataDir: embeddedFolderOf(dataDir),
    log,
    mayCreate,
  })
  return { ...embedded, sessionUrl: embedded.url }
}

/** Returns where the embedded PostgreSQL keeps its data, or states where it does. */
export function embeddedFolderOf(dataDir: string): string {
  return join(dataDir, 'postgres')
}

export function printerOptions(
  { dataDir, chromiumPath, chromiumNoSandbox, certificateIssuer, certificates }: Config,
  log: Logger,
  now: () => Date,
): PrinterOptions {
  const { branding, signing, mayMakeSigningFile } = certificates
  return {
    workDir: join(dataDir, 'renderer'),
    log,
    allowNoSandbox: chromiumNoSandbox,
    branding,
    signer: openPdfSigner({
      ...signing,
      makeFor: mayMakeSigningFile ? certificateIssuer : undefined,
      log,
      now,
    }),
    ...(chromiumPath !== undefined && { chromiumPath }),
  }
}

/** Connects the read replicas, as configured. */
export function connectReplicas({
  config,
  log,
  database,
  tracing,
}: Pick<OpenOptions, 'config' | 'log' | 'tracing'> & { database: Database }): Replicas {
  if (config.databaseReplicaUrls.length === 0) return noReplicas(database)
  return openReplicas({
    urls: config.databaseReplicaUrls,
    primary: database,
    connect: (url) => {
      const replica = connectDatabase({
        url,
        log,
        pooler: config.databasePooler,
        connectionTtlMilliseconds: config.databaseConnectionTtlMilliseconds,
        takes: 'any',
      })
      return tracing === undefined ? replica : traceDatabase(replica, tracing)
    },
    log,
  })
}

/** Traces statements by their names, which hold no values. */
export function traceDatabase(database: Database, tracing: Tracing): Database {
  return observeDatabase(database, {
    isObserving: tracing.isRecording,
    observe: (statement, run) =>
      tracing.span(statement, run, {
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': statement },
      }),
  })
}

/** Lessons in about 20 MB, enough for a thousand courses of fifty. */
const lessonsInMemory = 50_000

/** The parts that differ between the service, its tests and its benchmark. */
export interface GivenDeps
  extends Pick<Deps, 'config' | 'log' | 'now' | 'keys' | 'jobs' | 'mailer' | 'printer'> {
  database: Pick<Database, 'db' | 'withTransaction' | 'poolState'>
  hashPool: HashPool
  /** Default: none, the machine's clock is the database's. */
  millisecondsAhead?: () => number
  /** How long a password may wait to be hashed. Default: ten seconds. */
  maxHashWaitMilliseconds?: number | undefined
  /** Default: none, the database answers everything. */
  replicas?: Replicas | undefined
  /** Default: measures only. */
  telemetry?: Telemetry | undefined
  /** Default: none, each process counts requests for itself. */
  rateLimitStore?: RateLimitStore | undefined
  /** Default: the system's. */
  git?: Git | undefined
  /** Default: as configured, and for three days. */
  webhooks?: Deps['webhooks'] | undefined
  /** Default: as configured. */
  payments?: PaymentProvider | undefined
  /** Default: as configured. */
  identityProviders?: IdentityProviders | undefined
}

/** Assembles all dependencies: the given ones, and those that follow from them and the settings. */
export function assembleDeps({
  config,
  log,
  now,
  database: { db, withTransaction, poolState },
  keys,
  hashPool,
  maxHashWaitMilliseconds,
  replicas = noReplicas({ db }),
  payments = createPayments(config),
  identityProviders = createIdentityProviders(config.oauthProviders),
  git = openGit(config),
  webhooks = openWebhooks(config, now),
  millisecondsAhead = () => 0,
  rateLimitStore,
  telemetry = { metrics: createMetrics(), tracing: undefined },
  ...given
}: GivenDeps): Deps {
  const files = createFileStorage(config.certificates.storage)
  const { limitRefusals } = telemetry.metrics
  for (const limit of Object.keys({ ...limits, ...doorLimits })) limitRefusals.inc({ limit }, 0)
  const quarantine = createQuarantine(db)
  return {
    ...given,
    ...telemetry,
    mailer: holdBackMails(observeMailer(given.mailer, telemetry), quarantine),
    printer: observePrinter(given.printer, telemetry),
    config,
    log,
    now,
    millisecondsAhead,
    db,
    withTransaction,
    poolState,
    replicas,
    afterCommit: (action) => action(),
    keys,
    passwords: createPasswords({
      keys,
      cost: config.bcryptCost,
      pool: hashPool,
      maxWaitMilliseconds: maxHashWaitMilliseconds,
    }),
    tokens: createTokens({ keys, issuer: config.publicUrl }),
    credentials: createCredentials({ keys, now, publicUrl: config.publicUrl }),
    sessions: createSessions({
      lifetimeMilliseconds: config.tokenTtlMilliseconds,
      idleMilliseconds: config.sessionIdleTtlMilliseconds,
      now,
      millisecondsAhead,
      log,
    }),
    apiKeys: createApiKeys({ now, log }),
    rateLimitStore,
    limits: createLimits({
      db,
      now,
      scale: config.rateLimitScale,
      isExempt: exemptionOf(config.limitExemptNetworks),
      onRefused: (limit) => limitRefusals.inc({ limit }),
    }),
    payments: payments && holdBackPayments(observePayments(payments, telemetry), quarantine),
    quarantine,
    publisher: createPublisher({ db, log }),
    identityProviders: observeIdentityProviders(identityProviders, telemetry),
    files: files && observeFiles(files, telemetry),
    git,
    webhooks: { ...webhooks, sender: holdBackWebhooks(webhooks.sender, quarantine) },
    media: observeMedia(createMediaStorage(config.media.storage, db), telemetry),
    mediaUrls: createMediaUrls({ keys, publicUrl: config.publicUrl }),
    mediaLimits: {
      maxFileBytes: config.media.maxFileBytes,
      maxCourseBytes: config.media.maxCourseBytes,
    },
    inFlight: {
      certificateClaims: createSingleFlight(),
      certificatePrints: createSingleFlight(),
      receiptPrints: createSingleFlight(),
    },
    brandings: createBrandingCache(),
    academy: openAcademy(config, log),
    outlines: new LRUCache({
      maxSize: lessonsInMemory,
      sizeCalculation: ({ length }) => length || 1,
    }),
    versionDays: new LRUCache({
      maxSize: lessonsInMemory,
      sizeCalculation: ({ lessons }) => lessons.length + 1,
    }),
    hooks: { openEnrollment, settleAccess, gradeOf, checkProof },
  }
}

/** Returns the grade; null if a quiz never shows it, as a certificate would tell it. */
async function gradeOf(...asked: Parameters<Hooks['gradeOf']>): Promise<number | null> {
  const { grade, hidden } = await findCourseGrade(...asked)
  return hidden ? null : grade
}

/** Opens git, which reaches only public hosts unless the settings allow more. */
function openGit({ dataDir, allowPrivateAddresses }: Config): Git {
  return createGit({
    workDir: join(dataDir, 'git'),
    allowPrivateAddresses,
    resolve: (host) => resolveOutside(host, { allowPrivate: allowPrivateAddresses }),
  })
}

/** Opens the sender of webhooks, with the same rule. */
function openWebhooks(
  { allowPrivateAddresses: allowPrivate }: Config,
  now: () => Date,
): Deps['webhooks'] {
  const resolve = allowPrivate ? resolveByDnsOrSystem : resolveByDns
  const sender = createWebhookSender({
    allowHttp: allowPrivate,
    now,
    resolve: (host) => resolveOutside(host, { allowPrivate, resolve }),
  })
  return { sender, retries: webhookRetries }
}
