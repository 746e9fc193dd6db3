import { createFileStorage } from './adapters/file-storage/file-storage.ts'
import type { Deps } from './context.ts'
import { createCredentials } from './security/credentials.ts'
import { createLimits } from './security/limits.ts'
import { createPasswords } from './security/passwords.ts'
import { createSessions } from './security/sessions.ts'
import { createTokens } from './security/tokens.ts'

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
