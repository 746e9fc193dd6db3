import type { Logger } from 'pino'
import { createSandboxPayments } from '../../server/adapters/payments/payments.ts'
import { RendererUnavailable } from '../../server/adapters/pdf-printer/pdf-printer.ts'
import { readConfig } from '../../server/config/config.ts'
import type { Deps } from '../../server/context.ts'
import { assembleDeps } from '../../server/deps.ts'
import { createKeyRing } from '../../server/security/key-ring.ts'
import { type Keys, makeKeys } from '../../server/security/keys.ts'

/** The same keys in every process of a run, so that all contenders know the same tokens. */
export async function benchKeys(): Promise<Keys> {
  const given = process.env.BENCH_KEYS
  return given === undefined ? makeKeys() : JSON.parse(given)
}

/**
 * The product's dependencies with limits that a benchmark does not reach, and nothing that prints
 * or mails.
 */
export async function benchDeps(
  given: Pick<Deps, 'log' | 'db' | 'withTransaction' | 'poolState' | 'jobs'> & { log: Logger },
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
    payments: createSandboxPayments({ publicUrl: config.publicUrl }),
    identityProviders: new Map(),
    renderer: {
      known: undefined,
      missing: true,
      render: () => Promise.reject(new RendererUnavailable('the benchmark prints nothing')),
      renderReceipt: () => Promise.reject(new RendererUnavailable('the benchmark prints nothing')),
      findUncovered: () => Promise.resolve(undefined),
      status: () => Promise.resolve({ available: false, detail: 'the benchmark prints nothing' }),
      close: () => Promise.resolve(),
    },
  })
}
