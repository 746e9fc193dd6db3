import type { Deps } from './context.ts'
import { createLimits } from './security/limits.ts'
import { createPasswords } from './security/passwords.ts'
import { createSessions } from './security/sessions.ts'
import { createTokens } from './security/tokens.ts'

/** What differs between the service, its tests and its benchmark. */
export type GivenDeps = Pick<
  Deps,
  'config' | 'log' | 'now' | 'db' | 'withTransaction' | 'keys' | 'jobs' | 'mailer' | 'payments' | 'renderer'
>

/** All dependencies: those given, and those that follow from them. */
export async function assembleDeps(given: GivenDeps): Promise<Deps> {
  const { config, keys, db, now } = given
  return {
    ...given,
    afterCommit: (action) => action(),
    passwords: createPasswords({ peppers: keys.peppers, cost: config.bcryptCost }),
    tokens: await createTokens({ keys: keys.signing, issuer: config.publicUrl }),
    sessions: createSessions(config.tokenTtlMilliseconds),
    limits: createLimits({ db, now, scale: config.rateLimitScale }),
  }
}
