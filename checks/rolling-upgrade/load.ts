import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { password } from '../../server/test/given.ts'
import { createClient } from '../chaos/client.ts'
import type { Answers } from '../chaos/history.ts'

/** The actions of one run's users, and the answers to them. */
export interface History extends Answers {
  /** Ids of purchases that were paid. */
  paid: string[]
  /** `email lessonKey` of lessons that were reported complete. */
  completed: string[]
}

export interface Load {
  history: History
  /** Waits until every user has finished a round. */
  end(): Promise<void>
}

interface LoadOptions {
  /** The servers in rotation at the moment. */
  servers: readonly string[]
  users: string[]
  courses: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind are inspected
type Body = any

/** Lets users sign in, read, learn and buy through the public API, as fast as one browser would. */
export function startLoad({ servers, users, courses }: LoadOptions): Load {
  const history: History = { answers: new Map(), violations: [], paid: [], completed: [] }
  const client = createClient(servers, history)
  let isOver = false

  /** Returns the body of a success; the only other answer allowed is that it is unavailable. */
  async function ask(address: string, token?: string, body?: object): Promise<Body> {
    const key = address.startsWith('POST ') ? randomUUID() : undefined
    const server = Math.floor(Math.random() * servers.length)
    const answer = await client.ask(address, { server, token, key, ...(body && { body }) })
    if (answer.outcome === 'acknowledged') return answer.body ?? {}
    if (answer.status !== 503)
      history.violations.push(`${address} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    return undefined
  }

  async function round(email: string, course: string | undefined): Promise<void> {
    const login = await ask('POST /api/v1/auth/login', undefined, { email, password })
    const token = login?.token
    if (token === undefined) return
    await ask('GET /api/courses?limit=20', token)
    await ask('GET /api/v1/me', token)
    if (course !== undefined) await buyAndLearn({ email, token, course })
    await ask('GET /api/v1/transaction/user', token)
    await ask('POST /api/v1/auth/logout', token)
  }

  async function buyAndLearn(learner: Learner): Promise<void> {
    const { token, course } = learner
    const purchase = await ask('POST /api/v1/transaction', token, { courseIds: [course] })
    if (purchase === undefined) return
    const page = new URL(purchase.checkoutUrl).pathname
    if ((await ask(`POST ${page}/pay`)) === undefined) return
    history.paid.push(purchase.id)
    for (let look = 0; look < 150; look++) {
      const { status } = (await ask(`GET /api/v1/transaction/${purchase.id}`, token)) ?? {}
      if (status === 'fulfilled') return learn(learner)
      await sleep(200)
    }
    history.violations.push(`The purchase ${purchase.id} was not fulfilled in 30 seconds.`)
  }

  async function learn({ email, token, course }: Learner): Promise<void> {
    const outline = await ask(`GET /api/v1/courses/${course}`, token)
    for (const { lessons } of outline?.sections ?? []) {
      for (const { id: lessonId, key } of lessons) {
        await ask(`GET /api/lessons/${lessonId}`, token)
        for (const percent of [30, 60, 100]) {
          const answer = await ask('POST /api/progress/update', token, { lessonId, percent })
          if (answer !== undefined && percent === 100)
            history.completed.push(`${email} ${course} ${key}`)
        }
      }
    }
    await ask(`GET /api/v1/progress/${course}`, token)
  }

  async function live(email: string): Promise<void> {
    const wanted = [...courses].sort(() => Math.random() - 0.5)
    while (!isOver) {
      await round(email, wanted.pop())
      await sleep(Math.random() * 1_000)
    }
  }
  const living = Promise.all(users.map(live))
  return {
    history,
    end: async () => {
      isOver = true
      await living
    },
  }
}

interface Learner {
  email: string
  token: string
  course: string
}
