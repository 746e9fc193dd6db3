import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../server/test/free-port.ts'
import type { GivenUser } from '../../server/test/given.ts'
import type { ServerProcess } from '../../server/test/server-process.ts'
import {
  type FakeSession,
  secretKey,
  startFakeStripe,
  webhookSecret,
} from '../../server/test/stripe/fake-stripe.ts'
import { send } from '../support/ask.ts'
import { rowsOf } from '../support/database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openPlace, type Settings } from '../support/place.ts'
import { secondsUntil, until } from '../support/until.ts'

/** SHA-256 of each PDF, by the code of its certificate. */
export type Printed = Map<string, string>

export type School = Awaited<ReturnType<typeof openSchool>>

const lanes = 8

/** Runs the work for each item, a few at a time. */
async function each<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  async function lane(): Promise<void> {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Opens a school with a shop, a mail server, PDFs in a folder and one running server. */
export async function openSchool() {
  const stripe = await startFakeStripe()
  const mailPort = await freePort()
  const mails = await startMailServer(mailPort)
  const place = await openPlace('backup-restore', {
    PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
    CERTIFICATE_STORAGE: 'folder',
    PUBLIC_OPERATIONS: 'certificates.verify',
    LOG_LEVEL: 'warn',
  })
  const { folder, databaseUrl, given, settings: before } = place
  const course = await given.course({ slug: 'knots', lessons: ['required'] })
  const wares = await given.course({
    slug: 'sails',
    lessons: ['required'],
    price: { amount: 4_900, currency: 'USD' },
  })
  let servers: ServerProcess[] = []

  async function serve(settings: Settings, processes: number): Promise<void> {
    for (let count = 0; count < processes; count++) servers.push(await place.startServer(settings))
  }

  function ask(path: string, learner?: GivenUser, body?: unknown): Promise<Response> {
    const server = servers[Math.floor(Math.random() * servers.length)]
    const method = body === undefined ? 'GET' : 'POST'
    return send(server?.url ?? '', `${method} ${path}`, { token: learner?.token, body })
  }

  async function require(answer: Response): Promise<void> {
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    await answer.arrayBuffer()
  }

  /** Everything ends that ran until now. */
  async function lose(): Promise<void> {
    await place.close()
    servers = []
    // Nothing can come from the old database any more.
    await rm(join(folder, 'postgres'), { recursive: true, force: true, maxRetries: 5 })
  }

  async function sha256Of(code: string): Promise<string> {
    const answer = await ask(`/certificates/${code}.pdf`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return answer.ok ? createHash('sha256').update(bytes).digest('hex') : `${answer.status}`
  }

  await serve(before, 1)
  return {
    folder,
    before,
    stripe,
    mails: mails.taken,
    enroll: async (count: number) => {
      const learners: GivenUser[] = []
      await each(Array.from({ length: count }), async () => {
        const learner = await given.learner({ name: `Ada ${learners.length} Lovelace` })
        await given.enrollment(learner, course)
        learners.push(learner)
      })
      return learners
    },
    complete: (learners: GivenUser[]) =>
      each(learners, async (learner) => {
        const lessonId = course.lessons[0]?.id
        await require(await ask('/api/progress/update', learner, { lessonId, completed: true }))
      }),
    /** Waits until so many certificates are printed. */
    printed: async (count: number): Promise<Printed> => {
      const found: Printed = new Map()
      const arePrinted = async () => {
        const rows = await rowsOf(
          databaseUrl,
          `select c.code, f.sha256 from certificates c
            join certificate_files f on f.certificate_id = c.id`,
        )
        for (const { code, sha256 } of rows) found.set(String(code), String(sha256))
        return rows.length >= count
      }
      await until('the certificates are printed', arePrinted, { most: 1_800, every: 500 })
      return found
    },
    register: async (count: number) => {
      const people: GivenUser[] = []
      await each(Array.from({ length: count }), async () => {
        people.push(await given.learner())
      })
      return people
    },
    /** Purchases that await their payment, one for each buyer. */
    buy: async (buyers: GivenUser[]) => {
      const sessions: FakeSession[] = []
      await each(buyers, async (learner) => {
        const answer = await ask('/api/v1/transaction', learner, { courseIds: [wares.id] })
        const { id } = (await answer.json()) as { id: string }
        const session = stripe.sessions.find(({ metadata }) => metadata.transactionId === id)
        if (session === undefined) throw new Error('No checkout was opened.')
        sessions.push(session)
      })
      return sessions
    },
    pay: async (sessions: FakeSession[]) => {
      await each(sessions, async ({ id }) => {
        const event = stripe.event('checkout.session.completed', stripe.pay(id))
        const url = `${servers[0]?.url}/api/v1/payments/stripe/webhook`
        await require(await fetch(url, { method: 'POST', ...event }))
      })
      return sessions
    },
    startLoad: () => {
      let isOn = true
      let [requests, failures] = [0, 0]
      async function user(): Promise<void> {
        const learner = await given.learner()
        while (isOn) {
          for (const answer of [
            await ask('/api/courses', learner),
            await ask('/api/cart', learner, { courseId: wares.id }),
          ]) {
            requests += 1
            if (!answer.ok) failures += 1
            await answer.arrayBuffer()
          }
        }
      }
      const users = Promise.all(Array.from({ length: 4 }, user))
      return {
        stop: async () => {
          isOn = false
          await users
          return { requests, failures }
        },
      }
    },
    /** `2026-12`, in the order of their numbers. */
    receipts: async (settings: Settings = before) => {
      const rows = await rowsOf(
        settings.DATABASE_URL ?? '',
        `select year || '-' || number as number from receipts order by year, receipts.number`,
      )
      return rows.map(({ number }) => String(number))
    },
    lose,
    /** The settings of a machine that has the keys, and nothing else. */
    elsewhere: (databaseUrl: string): Settings => ({
      ...before,
      DATA_DIR: join(folder, 'data-elsewhere'),
      DATABASE_URL: databaseUrl,
      KEYS_FILE: join(folder, 'keys/keys.json'),
    }),
    serve,
    compare: async (printed: Printed) => {
      let [same, verifying] = [0, 0]
      await each([...printed], async ([code, sha256]) => {
        if ((await sha256Of(code)) === sha256) same += 1
        const answer = await ask(`/certificates/verify/${code}`)
        const body = (await answer.json()) as { valid?: boolean; status?: string }
        if (answer.ok && (body.valid === true || body.status === 'valid')) verifying += 1
      })
      return { same, verifying }
    },
    /** The status of each write that was tried. */
    tryToWrite: async () => {
      const session = stripe.sessions[0]
      if (session === undefined) throw new Error('Nothing was bought.')
      const event = stripe.event('checkout.session.completed', session)
      const answers = await Promise.all([
        ask('/auth/login', undefined, { email: 'ada@example.com', password: 'not known here' }),
        ask('/api/v1/auth/register', undefined, {
          email: 'eve@example.com',
          password: 'Long en0ugh',
        }),
        ask('/api/v1/auth/forget-password', undefined, { email: 'ada@example.com' }),
        fetch(`${servers[0]?.url}/api/v1/payments/stripe/webhook`, { method: 'POST', ...event }),
      ])
      return answers.map(({ status }) => status)
    },
    /** Waits until no job is due any more. */
    settled: (settings: Settings) =>
      secondsUntil(
        async () => {
          const rows = await rowsOf(
            settings.DATABASE_URL ?? '',
            `select count(*)::int as open from pgboss.job where state < 'completed'
              and name in ('send-notification', 'fulfill-transaction', 'send-refund')`,
          )
          return rows[0]?.open === 0
        },
        { every: 500 },
      ),
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]()
      await mails.close()
      await stripe[Symbol.asyncDispose]()
    },
  }
}
