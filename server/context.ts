import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import type { CertificateRenderer } from './adapters/certificate-renderer/renderer.ts'
import type { Jobs } from './adapters/jobs.ts'
import type { Mailer } from './adapters/mailer.ts'
import type { PaymentProvider } from './adapters/payments.ts'
import type { Config } from './config.ts'
import type { ErrorName } from './errors.ts'
import type { Keys } from './security/keys.ts'
import type { Limits } from './security/limits.ts'
import type { Passwords } from './security/passwords.ts'
import type { Sessions, SignedInUser } from './security/sessions.ts'
import type { Tokens } from './security/tokens.ts'

/** What a domain function may touch. Time and the outside are given, so that a test can give others. */
export interface Deps {
  config: Config
  log: Logger
  now: () => Date
  db: Db
  withTransaction: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs once the surrounding transaction is committed; at once where there is none. */
  afterCommit: (action: () => void) => void
  keys: Keys
  passwords: Passwords
  tokens: Tokens
  sessions: Sessions
  limits: Limits
  jobs: Jobs
  mailer: Mailer
  /** Undefined where no payments are taken. */
  payments: PaymentProvider | undefined
  renderer: CertificateRenderer
}

/** Who is calling: a signed-in user, or the reason why the caller is a stranger. */
export type Caller =
  | { user: SignedInUser; sessionId: string; refusal?: never }
  | { user?: never; sessionId?: never; refusal: Extract<ErrorName, 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'> }

/** What a procedure is called with. */
export interface Context extends Deps {
  caller: Caller
  /** The client's address as limits count it: IPv6 by its /64. */
  address: string
  requestId: string
  /** Aborted when the client goes away before it was answered. */
  signal: AbortSignal
  /** Set to false by a domain function that answers with something that existed before. */
  outcome: { created: boolean }
}

export interface UserContext extends Context {
  user: SignedInUser
  sessionId: string
}

/** Runs `work` in one transaction, or in the one that is going on already. */
export async function inTransaction<Ctx extends Deps, Result>(ctx: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  let actions: (() => void)[] = []
  const result = await ctx.withTransaction((db) => {
    actions = []
    return work({ ...ctx, db, withTransaction: (inner) => inner(db), afterCommit: (action) => actions.push(action) })
  })
  for (const action of actions) ctx.afterCommit(action)
  return result
}
