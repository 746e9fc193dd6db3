import type { Logger } from 'pino'
import type { Database, Db } from '../db/client.ts'
import type { FileStorage } from './adapters/file-storage/file-storage.ts'
import type { IdentityProviders } from './adapters/identity-providers/identity-providers.ts'
import type { Jobs } from './adapters/jobs/jobs.ts'
import type { Mailer } from './adapters/mailer/mailer.ts'
import type { PaymentProvider } from './adapters/payments/payments.ts'
import type { CertificateRenderer } from './adapters/pdf-printer/pdf-printer.ts'
import type { Config } from './config/config.ts'
import type { ErrorName } from './errors/errors.ts'
import type { Language } from './lib/languages.ts'
import type { Credentials } from './security/credentials.ts'
import type { KeyRing } from './security/key-ring.ts'
import type { Limits } from './security/limits.ts'
import type { Passwords } from './security/passwords.ts'
import type { Sessions, SignedInUser } from './security/sessions.ts'
import type { Tokens } from './security/tokens.ts'

/**
 * What a domain function may touch. Time and the outside are given, so that a test can give others.
 */
export interface Deps {
  config: Config
  log: Logger
  now: () => Date
  db: Db
  withTransaction: <Result>(work: (db: Db) => Promise<Result>, line?: string) => Promise<Result>
  poolState: Database['poolState']
  /** Runs once the surrounding transaction is committed; at once where there is none. */
  afterCommit: (action: () => void) => void
  keys: KeyRing
  passwords: Passwords
  tokens: Tokens
  credentials: Credentials
  sessions: Sessions
  limits: Limits
  jobs: Jobs
  mailer: Mailer
  /** Undefined where no payments are taken. */
  payments: PaymentProvider | undefined
  renderer: CertificateRenderer
  /** Where PDFs are kept; undefined where they are in the database. */
  files: FileStorage | undefined
  /** Third parties that people sign in with. */
  identityProviders: IdentityProviders
  /** Who runs the command line: the name that the operating system knows. Absent in the server. */
  operator?: string | undefined
}

/** Who is calling: a signed-in user, or the reason why the caller is a stranger. */
export type Caller =
  | { user: SignedInUser; sessionId: string; refusal?: never }
  | {
      user?: never
      sessionId?: never
      refusal: Extract<ErrorName, 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'>
    }

/** What a procedure may do with the caller's browser. */
export interface Browser {
  cookie(name: string): string | undefined
  /**
   * For this host alone, out of reach of scripts, and not sent along by other sites but when they
   * lead here. Zero seconds take it away.
   */
  setCookie(name: string, value: string, maxAgeSeconds: number): void
}

/** What a procedure is called with. */
export interface Context extends Deps {
  caller: Caller
  user: SignedInUser | undefined
  sessionId: string | undefined
  /** The client's address as limits count it: IPv6 by its /64. */
  ip: string
  requestId: string
  /** What the client says it is (User-Agent). */
  userAgent?: string | undefined
  /** The one of ours that the client likes best (Accept-Language). */
  language: Language
  browser: Browser
  /** Aborted when the client goes away before it was answered. */
  signal: AbortSignal
  /** As the request's header gives it. */
  idempotencyKey?: string | string[] | undefined
  /**
   * `created`: set to false by a domain function that answers with something that existed before.
   * `replayed`: the answer was given before.
   */
  outcome: { created: boolean; replayed?: boolean }
}

export interface UserContext extends Context {
  user: SignedInUser
  sessionId: string
}

/**
 * Runs `work` in one transaction, or in the one that is going on already. Of one line, one after
 * the other in this process.
 */
export async function inTransaction<Ctx extends Deps, Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
  line?: string,
): Promise<Result> {
  let actions: (() => void)[] = []
  const result = await ctx.withTransaction((db) => {
    actions = []
    return work({
      ...ctx,
      db,
      withTransaction: (inner) => inner(db),
      afterCommit: (action) => actions.push(action),
    })
  }, line)
  for (const action of actions) ctx.afterCommit(action)
  return result
}
