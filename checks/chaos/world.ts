import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../db/queries/courses/lessons.ts'
import type { Deps } from '../../server/context.ts'
import { quizOf, withQuiz } from '../../server/features/assessment/test-support.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { createCoupon } from '../../server/features/shop/coupons/manage-coupons.ts'
import { freePort } from '../../server/test/free-port.ts'
import { courseContent } from '../../server/test/given.ts'
import {
  type FakeStripe,
  secretKey,
  startFakeStripe,
  webhookSecret,
} from '../../server/test/stripe/fake-stripe.ts'
import { openPlace, type Place } from '../support/place.ts'
import { type RestartableServer, restartableServer } from '../support/restartable-server.ts'
import { report, say } from '../support/say.ts'

export const couponCodes = ['CHAOS-20', 'CHAOS-500', 'CHAOS-FREE', 'CHAOS-FEW'] as const

/** Attempts at each quiz. */
export const attemptsAllowed = 3

export interface Course {
  id: string
  price: number
  lessons: { id: string; key: string; required: boolean }[]
  /** The lesson that is a quiz, if there is one. */
  quizId?: string | undefined
}

export interface World {
  folder: string
  databaseUrl: string
  /** The dependencies of this process, on the same database. */
  deps: Deps
  given: Place['given']
  courses: Course[]
  /** An administrator's token. */
  token: string
  servers: RestartableServer[]
  /** The local Stripe that takes the payments; without it, the sandbox does. */
  stripe?: FakeStripe
  /** Whether certificates are printed, by real browsers. */
  isPrinting?: boolean
  close(): Promise<void>
}

/** Opens a connection that the check never cuts. */
export async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'chaos' })
  // Once everything is closed, nobody waits for its answers.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

interface WorldOptions {
  /** Default: sandbox. */
  payments?: 'sandbox' | 'stripe'
  /** Whether certificates are printed. Default: no. */
  isPrinting?: boolean
  /** The number of servers. */
  processes: number
  /** An empty database. Default: an embedded PostgreSQL of its own. */
  databaseUrl?: string | undefined
  /** Further settings of the servers, or overrides. */
  settings?: Record<string, string>
}

/** Works in a world of its own; keeps the database and the logs if the check fails. */
export async function withWorld(
  options: WorldOptions,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const world = await makeWorld(options)
  try {
    await work(world)
  } catch (error) {
    report(false, 'the check', error instanceof Error ? String(error.stack) : String(error))
  } finally {
    await world.close()
  }
  if (process.exitCode === 1) say('database and logs', world.folder)
  else await rm(world.folder, { recursive: true, force: true })
}

/** Creates a database with courses for sale, and servers that are not running yet. */
async function makeWorld(options: WorldOptions): Promise<World> {
  const { payments = 'sandbox', isPrinting = false, processes } = options
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
    // Printing would take most of the processor.
    ...(!isPrinting && { CHROMIUM_PATH: '/nonexistent' }),
  })
  const { folder, databaseUrl, deps, given, settings } = place
  const servers = ports.map((port, index) =>
    restartableServer(join(folder, `server-${index + 1}.log`), {
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
    courses: await openShop(deps),
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

async function openShop(deps: Deps): Promise<Course[]> {
  const courses: Course[] = []
  const quiz = quizOf({ attempts: attemptsAllowed, passPercent: 80 })
  for (const [index, amount] of prices.entries()) {
    const kinds = (['required', 'optional', 'required'] as const).slice(0, 1 + (index % 3))
    const price = { amount, currency: 'USD' }
    const content = courseContent({ slug: `chaos-${index}`, price, lessons: kinds })
    const hasQuiz = index % 4 === 0
    await publishCourse(deps, hasQuiz ? withQuiz(content, quiz) : content)
    const course = await findCourse(deps.db, { slug: content.slug })
    if (course === undefined) throw new Error('The course was not published.')
    const lessons = await listLessons(deps.db, course.versionId)
    const quizId = hasQuiz ? lessons[0]?.id : undefined
    courses.push({ id: course.id, price: amount, lessons, quizId })
  }
  await deps.db.execute(sql`update courses set lesson_questions = 'named'`)
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
  const percent = (percent: number) => ({ ...forAll, takesOff: { percent } })
  const takesOff = { amount: 500, currency: 'USD' }
  await createCoupon(deps, { ...percent(20), code: twenty })
  await createCoupon(deps, { ...forAll, takesOff, code: fiveDollars })
  await createCoupon(deps, { ...percent(100), code: free, maxUses: 15 })
  await createCoupon(deps, { ...percent(33), code: few, maxUses: 3, maxUsesPerUser: 1 })
}
