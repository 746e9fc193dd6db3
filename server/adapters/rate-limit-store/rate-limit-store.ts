import type { Logger } from 'pino'
import { DeadlineExceeded, withDeadline } from '../../../lib/deadline.ts'
import { describeCause } from '../../errors/describe-cause.ts'

/** Valkey or Redis, in which all processes count requests together. */
export type RateLimitStore = Awaited<ReturnType<typeof openRateLimitStore>>

/** The longest that a request waits for a count. */
const answerMilliseconds = 100
/** The longest that a start waits for a store. One that loads its data takes counts only later. */
const connectMilliseconds = 2_000
/** How often a store that was left alone is tried again. */
const retryMilliseconds = 1_000
/** Keys of counts start with it. */
export const keyPrefix = 'lyceum:requests:'

/**
 * Opens the store of a URL; never rejects. After a failure it is left alone and tried once a
 * second, so that a slow one delays only the requests of its first moment.
 */
export async function openRateLimitStore(url: string, { log }: { log: Logger }) {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMilliseconds,
    // Gives up the connection to a vanished host, which would stay silent.
    socketTimeout: 5_000,
    retryStrategy: () => retryMilliseconds,
    connectionName: 'lyceum',
  })
  let isReachable = true
  let retries: NodeJS.Timeout | undefined
  // Keeps the connection's own error, such as a wrong password or certificate; commands only tell
  // that there is none.
  let refusal: unknown
  client.on('error', (error) => {
    refusal = error
  })
  client.on('ready', () => {
    refusal = undefined
  })

  function leaveAlone(error: unknown): void {
    if (!isReachable) return
    isReachable = false
    log.error(
      { cause: describeCause(refusal ?? error) },
      'the store of rate limits does not answer: each process counts for itself',
    )
    retries = setInterval(() => void tryAgain(), retryMilliseconds)
    retries.unref()
  }

  async function tryAgain(): Promise<void> {
    try {
      await check()
    } catch {
      return
    }
    if (isReachable) return
    clearInterval(retries)
    isReachable = true
    log.info('the store of rate limits answers again: all processes count together')
  }

  /**
   * Rejects when the store is out of reach or not writable: a replica and a full store answer, but
   * cannot count.
   */
  async function check(): Promise<void> {
    try {
      await inTime(client.set(`${keyPrefix}probe`, '', 'PX', retryMilliseconds))
    } catch (error) {
      throw refusal ?? error
    }
  }

  await withDeadline(connectMilliseconds, client.connect().then(check)).catch(leaveAlone)
  return {
    client,
    /** False while it is left alone, because it was late or refused. */
    get isReachable() {
      return isReachable
    },
    /** Returns the result of the work, or undefined if the store is late. */
    ask: async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
      if (!isReachable) return undefined
      try {
        return await inTime(work())
      } catch (error) {
        leaveAlone(error)
        return undefined
      }
    },
    check,
    close: () => {
      clearInterval(retries)
      client.disconnect()
    },
  }
}

/**
 * Rejects when the answer is late. Grants one turn more: an answer that arrived while this process
 * itself was busy is in time.
 */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => setImmediate(() => setImmediate(() => reject(late()))),
    answerMilliseconds,
  )
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}

function late(): Error {
  return new DeadlineExceeded(`no answer within ${answerMilliseconds} ms`)
}
