import { readConfig } from '../../server/config/config.ts'
import type { Deps } from '../../server/context.ts'
import { assembleDeps, type GivenDeps } from '../../server/deps.ts'
import { createHashPool } from '../../server/security/hash-pool.ts'
import { createKeyRing } from '../../server/security/key-ring/key-ring.ts'
import { type Keys, makeKeys } from '../../server/security/key-ring/keys.ts'
import { switchablePrinter } from '../../server/test/printers.ts'

/** Shares keys among a run's processes, so that all contenders accept the same tokens. */
export async function benchKeys(): Promise<Keys> {
  const given = process.env.BENCH_KEYS
  return given === undefined ? makeKeys() : JSON.parse(given)
}

/** Lyceum's dependencies, with limits out of a benchmark's reach and without printing or mail. */
export async function benchDeps(
  given: Pick<GivenDeps, 'log' | 'database' | 'jobs'>,
): Promise<Deps> {
  // As in production, where nothing measures requests unless METRICS_TOKEN is set.
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://bench.test',
      RATE_LIMIT_SCALE: '1000000',
    }),
    production: true,
  }
  const keys = await benchKeys()
  const now = () => new Date()
  return assembleDeps({
    ...given,
    config,
    now,
    keys: createKeyRing({ keys, now }),
    mailer: { send: async () => undefined, check: async () => undefined },
    hashPool: createHashPool(),
    printer: { ...switchablePrinter({ available: false }), isUnavailable: true },
  })
}
