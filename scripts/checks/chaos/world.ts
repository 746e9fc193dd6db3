import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Deps } from '../../../server/context.ts'
import { createCoupon } from '../../../server/features/shop/coupons/manage-coupons.ts'
import { freePort } from '../../../server/test/free-port.ts'
import {
  type FakeStripe,
  secretKey,
  startFakeStripe,
  webhookSecret,
} from '../../../server/test/stripe/fake-stripe.ts'
import { openPlace, type Place } from '../support/place.ts'

export const couponCodes = ['CHAOS-20', 'CHAOS-500', 'CHAOS-FREE', 'CHAOS-FEW'] as const

export interface Course {
  id: string
  price: number
  lessons: { id: string; key: string; required: boolean }[]
}

export interface World {
  folder: string
  databaseUrl: string
  /** The dependencies of this process, on the same database. */
  deps: Deps
  given: Place['given']
  courses: Course[]
  /** Of an administrator. */
  token: string
  servers: ServerProcess[]
  /** The local Stripe that takes the payments; without it the sandbox does. */
  stripe?: FakeStripe
  /** Whether certificates are printed, by real browsers. */
  isPrinting?: boolean
  close(): Promise<void>
}

export interface ServerProcess {
  url: string
  /** Retries until the server is ready. */
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  /** With SIGTERM, as an operator does. */
  stop(): Promise<number | null>
  /** How the server ended by itself, if it did. */
  crash(): string | undefined
}

/** A connection of this check, which is not cut. */
export async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'chaos' })
  // Once everything is put away nobody waits for its answers any more.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export interface WorldOptions {
  payments: 'sandbox' | 'stripe'
  isPrinting: boolean
  /** How many servers. */
  processes: number
  /** An empty database. Default: an embedded PostgreSQL of its own. */
  databaseUrl?: string | undefined
  /** More settings of the servers, or others. */
  settings?: Record<string, string>
}

/** Creates a database with courses for sale, and servers that are not started yet. */
export async function makeWorld(options: WorldOptions): Promise<World> {
  const { payments, isPrinting, processes } = options
  const stripe = payments === 'stripe' ? await startFakeStripe() : undefined
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const place = await openPlace('chaos', {
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
    PAYMENT_PROVIDER: payments,
    ...(stripe !== undefined && {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
    }),
    LOG_LEVEL: 'warn',
    // Printing takes most of the processor.
    ...(!isPrinting && { CHROMIUM_PATH: '/nonexistent' }),
  })
  const { folder, databaseUrl, deps, given, settings } = place
  const servers = ports.map((port, index) =>
    serverProcess(join(folder, `server-${index + 1}.log`), {
      ...settings,
      ...options.settings,
      PORT: String(port),
    }),
  )
  await makeCoupons(deps)
  return {
    folder,
    databaseUrl,
    deps,
    given,
    courses: await openShop(given),
    token: (await given.admin()).token,
    servers,
    isPrinting,
    ...(stripe !== undefined && { stripe }),
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await place.close()
      await stripe?.[Symbol.asyncDispose]()
    },
  }
}

const prices = [
  0, 0, 0, 100, 999, 2900, 4999, 12_345, 700, 0, 333, 1000, 4900, 50, 9999, 1, 0, 1500, 250, 6000,
]

async function openShop(given: Place['given']): Promise<Course[]> {
  const courses: Course[] = []
  for (const [index, amount] of prices.entries()) {
    const lessons = (['required', 'optional', 'required'] as const).slice(0, 1 + (index % 3))
    const price = { amount, currency: 'USD' }
    const course = await given.course({ slug: `chaos-${index}`, price, lessons })
    courses.push({ ...course, price: amount })
  }
  return courses
}

async function makeCoupons(deps: Deps): Promise<void> {
  const forAll = {
    validFrom: null,
    validUntil: null,
    maxUses: null,
    maxUsesPerUser: null,
    courses: [],
  }
  const [twenty, fiveDollars, free, few] = couponCodes
  const percent = (percent: number) => ({ ...forAll, percent, amount: null, currency: null })
  const amount = { percent: null, amount: 500, currency: 'USD' }
  await createCoupon(deps, { ...percent(20), code: twenty })
  await createCoupon(deps, { ...forAll, ...amount, code: fiveDollars })
  await createCoupon(deps, { ...percent(100), code: free, maxUses: 15 })
  await createCoupon(deps, { ...percent(33), code: few, maxUses: 3, maxUsesPerUser: 1 })
}

function serverProcess(logFile: string, settings: Record<string, string>): ServerProcess {
  const url = `http://127.0.0.1:${settings.PORT}`
  const { PATH = '' } = process.env
  let child: ChildProcess | undefined
  let isWanted = false
  let isReady = false
  let crash: string | undefined
  process.once('exit', () => child?.kill('SIGKILL'))

  function launch(): ChildProcess {
    const started = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../server/main.ts')],
      {
        env: { ...settings, PATH },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const file = createWriteStream(logFile, { flags: 'a' })
    started.stdout.pipe(file, { end: false })
    started.stderr.pipe(file, { end: false })
    started.on('exit', (code, signal) => {
      if (isReady) crash ??= `exit code ${code}, signal ${signal}`
    })
    return started
  }

  async function becomesReady(started: ChildProcess): Promise<boolean> {
    while (started.exitCode === null && started.signalCode === null) {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(
        () => undefined,
      )
      if (answer?.status === 200) return true
      await sleep(200)
    }
    return false
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    isWanted = false
    isReady = false
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    const exit = once(child, 'exit')
    child.kill(signal)
    const [code] = await exit
    return code
  }

  return {
    url,
    start: async () => {
      isWanted = true
      while (isWanted && !isReady) {
        child = launch()
        // It may say that the database was taken from it, and is started again then, as by whatever
        // runs it.
        isReady = await becomesReady(child)
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    crash: () => crash,
  }
}
