import { setTimeout as sleep } from 'node:timers/promises'
import { ask, logIn, type Question } from '../support/ask.ts'

/** A write, and how the server answered; times are those of `performance.now()`. */
export interface ProbedWrite {
  server: number
  startedAt: number
  endedAt: number
  isGood: boolean
  /** Such as `503 ServiceUnavailable`. */
  answer: string
}

export interface Probe {
  urls: string[]
  isOver: () => boolean
}

const writeEvery = 100
const readEvery = 250

/** Writes to each server over and over, whatever it answers. */
export async function probeWrites({ urls, isOver }: Probe, token: string): Promise<ProbedWrite[]> {
  const writes: ProbedWrite[] = []
  async function probe(server: number, url: string): Promise<void> {
    for (let count = 0; !isOver(); count++) {
      const startedAt = performance.now()
      const answer = await call(url, 'PATCH /api/v1/me', {
        token,
        body: { name: `Server ${server + 1}, write ${count}` },
      })
      writes.push({
        server,
        startedAt,
        endedAt: performance.now(),
        isGood: answer.startsWith('200'),
        answer,
      })
      await sleep(writeEvery)
    }
  }
  await Promise.all(urls.map((url, server) => probe(server, url)))
  return writes
}

export interface ProbedSession {
  token: string
  /** When the service acknowledged its end. */
  endedAt: number | undefined
  /** How many milliseconds after that some server still accepted it. */
  acceptedFor: number
}

/** Asks every server about every session, over and over. */
export async function probeSessions(
  { urls, isOver }: Probe,
  sessions: ProbedSession[],
): Promise<void> {
  async function probe(url: string, session: ProbedSession): Promise<void> {
    while (!isOver()) {
      const { endedAt } = session
      const startedAt = performance.now()
      const answer = await call(url, 'GET /api/v1/me', { token: session.token })
      if (answer.startsWith('200') && endedAt !== undefined)
        session.acceptedFor = Math.max(session.acceptedFor, startedAt - endedAt)
      await sleep(readEvery)
    }
  }
  await Promise.all(urls.flatMap((url) => sessions.map((session) => probe(url, session))))
}

/** Ends the session; retries until the service acknowledges it. */
export async function endSession(url: string, session: ProbedSession): Promise<void> {
  for (;;) {
    const { token } = session
    const answer = await call(url, 'POST /api/v1/auth/logout', { token })
    // 401: an earlier try ended it, but its answer was lost.
    if (answer.startsWith('200') || answer.startsWith('401')) break
    await sleep(200)
  }
  session.endedAt = performance.now()
}

export async function openSession(
  url: string,
  credentials: { email: string; password: string },
): Promise<ProbedSession> {
  for (;;) {
    const token = await logIn(url, credentials).catch(() => undefined)
    if (token !== undefined) return { token, endedAt: undefined, acceptedFor: 0 }
    await sleep(500)
  }
}

/** Returns the status and a failure's name; `no answer` if the connection breaks. */
async function call(url: string, route: string, question: Question): Promise<string> {
  try {
    const { status, text } = await ask(url, route, { ...question, seconds: 30 })
    const [, error = ''] = /"error":"(\w+)"/.exec(text) ?? []
    return `${status} ${error}`.trim()
  } catch {
    return 'no answer'
  }
}
