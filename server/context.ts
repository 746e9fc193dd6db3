import type { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database, Db } from '../db/postgres/client.ts'
import type { Replicas } from '../db/postgres/replicas.ts'
import type { OutlineLesson } from '../db/queries/courses/lessons.ts'
import type { NewEnrollment, SettledEnrollment } from '../db/queries/learning/enrollments/settle.ts'
import type { VersionDays } from '../db/queries/learning/progress/learners-days.ts'
import type { EnrollmentKey } from '../db/schema/learning/enrollments.ts'
import type { Poller } from '../lib/poller.ts'
import type { SingleFlight } from '../lib/single-flight.ts'
import type { FileStorage, MediaStorage } from './adapters/file-storage/types.ts'
import type { Git } from './adapters/git/types.ts'
import type { IdentityProviders } from './adapters/identity-providers/types.ts'
import type { Mailer } from './adapters/mailer/types.ts'
import type { PaymentProvider } from './adapters/payments/types.ts'
import type { BrandingCache } from './adapters/pdf-printer/branding-cache.ts'
import type { PdfPrinter } from './adapters/pdf-printer/types.ts'
import type { RateLimitStore } from './adapters/rate-limit-store/rate-limit-store.ts'
import type { Metrics } from './adapters/telemetry/metrics.ts'
import type { Tracing } from './adapters/telemetry/tracing.ts'
import type { WebhookSender } from './adapters/webhook-sender/types.ts'
import type { Config } from './config/config.ts'
import type { ErrorName } from './errors/errors.ts'
import { refusalOf } from './errors/refusal-of.ts'
import type { Proof } from './features/platform/proof/schema.ts'
import type { Academy } from './http/academy/academy.ts'
import type { ServiceJobs } from './job-kinds.ts'
import type { ApiKeys } from './security/api-keys.ts'
import type { Credentials } from './security/credentials.ts'
import type { KeyRing } from './security/key-ring/key-ring.ts'
import type { LimitName, Limits } from './security/limits.ts'
import type { MediaUrls } from './security/media-urls.ts'
import type { ProvenPurpose } from './security/one-time-codes.ts'
import type { Passwords } from './security/passwords.ts'
import type { Permission } from './security/permissions.ts'
import type { Quarantine } from './security/quarantine.ts'
import type { Sessions, SignedInUser } from './security/sessions.ts'
import type { Tokens } from './security/tokens.ts'
import type { Language } from './texts/texts.ts'

/**
 * Everything that a domain function may use. Time and the outside are passed in, so that tests can
 * replace them.
 */
export interface Deps {
  config: Config
  log: Logger
  /** Returns the database's time: the one clock for all that is compared with its data. */
  now: () => Date
  /** Returns how far the machine's clock is ahead of that one; negative if behind. */
  millisecondsAhead: () => number
  db: Db
  withTransaction: Database['withTransaction']
  poolState: Database['poolState']
  /** Replicas for reports, and for reads that may be a few seconds old. */
  replicas: Replicas
  /** Runs the action once the surrounding transaction is committed; at once if there is none. */
  afterCommit: (action: () => void) => void
  keys: KeyRing
  passwords: Passwords
  tokens: Tokens
  credentials: Credentials
  sessions: Sessions
  apiKeys: ApiKeys
  limits: Limits
  quarantine: Quarantine
  /** Store that counts requests for all processes; undefined if each counts for itself. */
  rateLimitStore: RateLimitStore | undefined
  jobs: ServiceJobs
  /** Numbers committed events. */
  publisher: Poller
  webhooks: {
    sender: WebhookSender
    /** Milliseconds from each failure to the next attempt. */
    retries: readonly number[]
  }
  mailer: Mailer
  /** Undefined if no payments are taken. */
  payments: PaymentProvider | undefined
  printer: PdfPrinter
  /** Storage of PDFs; undefined if they are in the database. */
  files: FileStorage | undefined
  /** Reads others' repositories. */
  git: Git
  /** Storage of courses' pictures, videos and files. */
  media: MediaStorage
  mediaUrls: MediaUrls
  /** Maximum size of such a file, and of all of a course together. */
  mediaLimits: { maxFileBytes: number; maxCourseBytes: number }
  /** Third parties that people sign in with. */
  identityProviders: IdentityProviders
  metrics: Metrics
  /** Undefined if nothing is traced. */
  tracing: Tracing | undefined
  /** Work in progress that callers who need the same result join. */
  inFlight: InFlight
  brandings: BrandingCache
  /** The frontend that comes with the server; undefined if there is none. */
  academy: Academy | undefined
  /** Lessons of versions, by the version's id: they never change. */
  outlines: LRUCache<string, readonly OutlineLesson[]>
  /** Days that versions state, by the version's id. */
  versionDays: LRUCache<string, VersionDays>
  hooks: Hooks
  /** The operating system's name of the user at the command line. Absent in the server. */
  operator?: string | undefined
}

/** Calls of areas above the caller's, where an import would point upwards. */
export interface Hooks {
  /**
   * Enrolls, or reopens what had ended. The shop calls it once something is paid, and learning,
   * which it does not know, opens the course.
   */
  openEnrollment: (ctx: Deps, enrollment: NewEnrollment) => Promise<SettledEnrollment | undefined>
  /**
   * Ends access unless another way into the course is left. The shop calls it after a refund or a
   * reversal, and learning knows the other ways.
   */
  settleAccess: (ctx: Deps, enrollment: EnrollmentKey) => Promise<SettledEnrollment | undefined>
  /**
   * Finds a learner's grade in basis points, null where nothing is graded. Learning prints it on
   * certificates, and assessment, which stands upon learning, has it.
   */
  gradeOf: (db: Db, learner: { userId: string; versionId: string }) => Promise<number | null>
  /**
   * Checks that a signed-in user is asking: a password or a mailed code. Keys and webhooks of the
   * platform call it, and people has both.
   */
  checkProof: (ctx: SessionContext, proof: Proof, purpose: ProvenPurpose) => Promise<CheckedProof>
}

export interface InFlight {
  /** Claims by user and course. */
  certificateClaims: SingleFlight<string, object>
  /** Prints by the certificate's id. */
  certificatePrints: SingleFlight<string, Uint8Array>
  /** Prints by the version of the content. */
  receiptPrints: SingleFlight<string, Uint8Array>
}

/** Dependencies of functions that record the actor: the caller, or nobody at the command line. */
export type ActorDeps = Deps & { user?: SignedInUser | undefined }

/** The key of a program, which acts for the administrator who made it. */
export interface CallerKey {
  id: string
  scopes: readonly Permission[]
  /** The courses that it reads and writes for authors. */
  courseIds: readonly string[]
}

/** The caller: a signed-in user, a key of one, or the reason why there is none. */
export type Caller =
  | { user: SignedInUser; sessionId: string; key?: never; refusal?: never }
  | { user: SignedInUser; sessionId?: never; key: CallerKey; refusal?: never }
  | {
      user?: never
      sessionId?: never
      key?: never
      refusal: Extract<
        ErrorName,
        'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended'
      >
    }

/** Returns the learner: a key acts for its maker at work, and never as a learner. */
export function learnerOf({ key, user }: Caller): SignedInUser | undefined {
  return key === undefined ? user : undefined
}

/** The caller's browser, as far as a procedure may use it. */
export interface Browser {
  cookie(name: string): string | undefined
  /**
   * Sets a cookie only for this host, hidden from scripts, and sent from other sites only when they
   * link here. Zero seconds delete it.
   */
  setCookie(name: string, value: string, maxAgeSeconds: number): void
}

/** An operation of the router, as far as its domain function must know it. */
export interface CalledOperation {
  /** Path in the router: `cart.add`. */
  name: string
  limits: readonly LimitName[]
}

/** The context of a procedure call. */
export interface Context extends Deps {
  caller: Caller
  user: SignedInUser | undefined
  sessionId: string | undefined
  /** The client's IP as limits count it: IPv6 by its /64. */
  ip: string
  requestId: string
  /** The User-Agent header. */
  userAgent?: string | undefined
  /** The language that the client prefers among ours (Accept-Language). */
  language: () => Language
  browser: Browser
  /** The signal that aborts when the client disconnects before the response. */
  signal: () => AbortSignal
  /** The called operation, if it takes an Idempotency-Key. */
  operation?: CalledOperation | undefined
  /** The Idempotency-Key header, unchecked. */
  idempotencyKey?: string | string[] | undefined
  /**
   * `created`: a domain function sets it to false when it returns something that existed before.
   * `replayed`: the response is a stored one.
   */
  outcome: { created: boolean; replayed?: boolean }
  /**
   * Names all that an answer depends on, before it is composed: over REST its ETag.
   *
   * @throws NotModified when the client has this answer already
   */
  revalidate: (state: readonly unknown[]) => void
}

/** Context of a known caller: a signed-in user, or a key of one. */
export interface UserContext extends Context {
  user: SignedInUser
}

/** Context of a signed-in user. */
export interface SessionContext extends UserContext {
  sessionId: string
}

/**
 * Runs `work` in one transaction, or in the current one. Work with the same mutex key runs one at a
 * time in this process.
 */
export async function inTransaction<Ctx extends Deps, Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
  mutexKey?: string,
): Promise<Result> {
  let actions: (() => void)[] = []
  const result = await ctx
    .withTransaction((db) => {
      actions = []
      return work({
        ...ctx,
        db,
        withTransaction: (inner) => inner(db),
        afterCommit: (action) => actions.push(action),
      })
    }, mutexKey)
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  for (const action of actions) ctx.afterCommit(action)
  return result
}

/** Does the work in a transaction that is rolled back, and returns what came of it. */
export async function rehearse<Ctx extends Deps, Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const rehearsed = inTransaction(ctx, async (ctx) => {
    throw new RolledBack(await work(ctx))
  })
  return rehearsed.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.result as Result
    throw error
  })
}

class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('This transaction is only a rehearsal.')
    this.result = result
  }
}

export interface CheckedProof {
  /** Holds the proof until the end of the transaction, or uses it up; throws if it is stale. */
  hold: (ctx: SessionContext) => Promise<void>
  giveBack?: () => Promise<void>
}
