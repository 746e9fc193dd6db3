import { setTimeout as sleep } from 'node:timers/promises'
import { ask as request } from '../support/ask.ts'
import { type Answers, count } from './history.ts'

export interface Answer {
  /** 2xx and 3xx, 4xx, or unknown: the answer was lost or is 503, and nobody can say. */
  outcome: 'acknowledged' | 'refused' | 'unknown'
  status: number | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind are inspected
  body: any
  text: string
}

export interface Request {
  server: number
  token?: string | undefined
  body?: object
  key?: string | undefined
}

export interface Client {
  ask(address: string, request: Request): Promise<Answer>
  /** Retries until there is an answer, alternating servers: with its key, or a safe request. */
  insist(address: string, request: Request): Promise<Answer>
}

const triesAtMost = 12

export function createClient(servers: readonly string[], history: Answers): Client {
  async function ask(address: string, { server, token, body, key }: Request): Promise<Answer> {
    try {
      const { status, text } = await request(servers[server % servers.length] ?? '', address, {
        token,
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
        seconds: 60,
        redirect: 'manual',
      })
      return judge(address, status, text)
    } catch (error) {
      count(
        history,
        error instanceof DOMException
          ? `no answer in a minute: ${withoutIds(address)}`
          : 'connection lost or refused',
      )
      return { outcome: 'unknown', status: undefined, body: undefined, text: '' }
    }
  }

  function judge(address: string, status: number, text: string): Answer {
    const body = parse(text)
    count(history, `${status}${status < 400 ? '' : ` ${body?.error}`}`)
    if (status >= 500 && status !== 503)
      history.violations.push(`${withoutIds(address)} answered ${status}: ${text}`)
    return {
      outcome: status < 400 ? 'acknowledged' : status === 503 ? 'unknown' : 'refused',
      status,
      body,
      text,
    }
  }

  return {
    ask,
    insist: async (address, request) => {
      for (let tries = 1; ; tries++) {
        const answer = await ask(address, { ...request, server: request.server + tries - 1 })
        const isUnderWay = answer.status === 409 && answer.body?.error === 'IdempotencyKeyInUse'
        if ((answer.outcome !== 'unknown' && !isUnderWay) || tries === triesAtMost)
          return isUnderWay ? { ...answer, outcome: 'unknown' } : answer
        await sleep(isUnderWay ? 2_000 : 1_000)
      }
    },
  }
}

function withoutIds(address: string): string {
  return address.replace(/[0-9a-f-]{36}/g, 'ID')
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
