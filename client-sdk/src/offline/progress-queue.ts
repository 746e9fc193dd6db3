import type { Lyceum } from '../create-lyceum.ts'
import { LyceumError } from '../errors.ts'
import type { ProgressEvent, ReportedBatch } from '../generated/router.ts'
import { notify } from '../session.ts'
import { inOneTab, openQueueStore } from './queue-store.ts'
import {
  completes,
  fitting,
  inOrder,
  isLockedYet,
  maxEvents,
  newEvent,
  type PendingProgress,
  type ProgressReport,
  pendingIn,
  refusedIn,
  together,
} from './queued-events.ts'
import type { ProgressQueue, ProgressQueueOptions, QueueState } from './types.ts'

const longestPause = 300_000

/**
 * Creates a queue for the progress of whoever is signed in: events of one user are never sent for
 * another, and wait until that user signs in again. One for each page is enough; all tabs share what
 * waits.
 *
 * @example
 * ```ts
 * const queue = createProgressQueue(lyceum)
 * await queue.report({ lessonId, positionSeconds: 240 })
 * ```
 */
export function createProgressQueue(
  lyceum: Pick<Lyceum, 'session' | 'progress'>,
  {
    name = 'lyceum.progress',
    delayMilliseconds = 5_000,
    storage,
    onApplied,
    onRefused,
  }: ProgressQueueOptions = {},
): ProgressQueue {
  const { session } = lyceum
  const store = openQueueStore(name, storage)
  const listeners = new Set<() => void>()
  let state: QueueState = { pending: 0, sending: false, lastError: undefined }
  /** The owner of the events: the user that the page shows. */
  let owner: string | undefined
  let events = new Map<string, ProgressEvent>()
  let views = new Map<string, PendingProgress | undefined>()
  /** Events that are being written, and that a run has sent: what it leaves is for the next. */
  const unwritten = new Set<string>()
  const sent = new Set<string>()
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isLeaving = false
  let isClosed = false

  function become(change: Partial<QueueState> = {}): void {
    state = { ...state, ...change, pending: events.size }
    views = new Map()
    for (const listener of listeners) notify(listener)
  }

  /** Whether a call that starts now is made for this user. */
  function isFor(userId: string): boolean {
    const now = session.state
    return now.status === 'signedIn' && now.userId === userId
  }

  function follow(): void {
    const now = session.state
    // A page goes on to show its user until it accepts another one.
    if (now.status === 'unknown' || now.status === 'changed') return
    const next = now.status === 'signedIn' ? now.userId : undefined
    if (next === owner) return
    owner = next
    events = new Map()
    failures = 0
    become({ lastError: undefined })
    if (next !== undefined)
      refresh(next).then(
        (stored) => stored > 0 && sendIn(0),
        () => undefined,
      )
  }

  /** Looks at what other tabs and earlier visits have stored, or sent; returns how much that is. */
  async function refresh(userId: string): Promise<number> {
    const stored = await store.read(userId)
    if (userId !== owner) return 0
    const own = [...events.values()].filter(({ id }) => unwritten.has(id))
    events = new Map([...stored, ...own].map((event) => [event.id, event]))
    become()
    return stored.length
  }

  function sendIn(milliseconds: number): void {
    // Does not put off a run that is due; after a failure the pause decides.
    if (isClosed || (timer !== undefined && (milliseconds > 0 || failures > 0))) return
    clearTimeout(timer)
    timer = setTimeout(flush, milliseconds)
    ;(timer as { unref?: () => void }).unref?.()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }

  async function sendAll(): Promise<void> {
    const userId = owner
    const isOffline = page.navigator?.onLine === false
    if (userId === undefined || isOffline) return
    become({ sending: true })
    let lastError: unknown
    try {
      await inOneTab(`${name}.${userId}`, async () => {
        for (await refresh(userId); unsent().length > 0 && isFor(userId); )
          await send(userId, unsent().slice(0, maxEvents))
      })
      failures = 0
    } catch (error) {
      lastError = error
      retry(error as LyceumError)
    }
    sent.clear()
    become({ sending: false, lastError: lastError as LyceumError | undefined })
  }

  function unsent(): ProgressEvent[] {
    return inOrder(events.values()).filter(({ id }) => !sent.has(id))
  }

  async function send(userId: string, batch: ProgressEvent[]): Promise<void> {
    for (const { id } of batch) sent.add(id)
    try {
      await settle(userId, batch, await mutate(batch))
    } catch (error) {
      const refused = refusedIn(error as LyceumError, batch)
      if (refused.length === 0) throw error
      await settle(userId, batch, { events: refused, courses: [] })
      // The others are sent again, without those refused.
      sent.clear()
    }
  }

  function mutate(batch: ProgressEvent[], keepalive = false): Promise<ReportedBatch> {
    const sentAt = new Date().toISOString()
    return lyceum.progress.batch.mutate({ sentAt, events: batch }, { keepalive })
  }

  /** Removes events that got a final answer, and tells the application. */
  async function settle(
    userId: string,
    batch: readonly ProgressEvent[],
    { events: results, courses }: ReportedBatch,
  ): Promise<void> {
    const settled = results.flatMap(({ id, reason }) => {
      const event = batch.find((one) => one.id === id)
      return event === undefined || isLockedYet(event, reason) ? [] : [{ event, reason }]
    })
    const ids = settled.map(({ event }) => event.id)
    await store.write(userId, [], ids)
    if (userId === owner) {
      for (const id of ids) events.delete(id)
      become()
    }
    if (courses.length > 0) notify(() => onApplied?.(courses))
    for (const { event, reason } of settled)
      if (reason !== undefined) notify(() => onRefused?.(event, reason))
  }

  function retry({ name, retryAfterSeconds }: LyceumError): void {
    // The next sign-in resumes.
    if (/^(Token|Session)/.test(name)) return
    const pause = Math.min(2_000 * 2 ** failures, longestPause) * (0.75 + Math.random() / 2)
    sendIn(Math.max(pause, 1000 * (retryAfterSeconds ?? 0)))
    failures += 1
  }

  async function report(said: ProgressReport): Promise<void> {
    if (session.state.status === 'unknown') await session.check()
    follow()
    const userId = owner
    if (userId === undefined)
      throw new LyceumError('TokenMissing', 'Progress is kept for a user: sign in first.')
    let event = newEvent(said)
    const replaced: string[] = []
    for (const waiting of events.values()) {
      const both = sent.has(waiting.id) ? undefined : together(waiting, event)
      if (both === undefined) continue
      event = both
      replaced.push(waiting.id)
      events.delete(waiting.id)
    }
    events.set(event.id, event)
    unwritten.add(event.id)
    become()
    sendIn(completes(said) ? 0 : delayMilliseconds)
    try {
      await store.write(userId, [event], replaced)
    } finally {
      unwritten.delete(event.id)
    }
  }

  /** Sends when the page may go before an answer comes: what was sent stays stored until then. */
  function leave(): void {
    const userId = owner
    if (isLeaving || userId === undefined || events.size === 0 || !isFor(userId)) return
    isLeaving = true
    const batch = fitting(inOrder(events.values()))
    mutate(batch, true)
      .then((answer) => settle(userId, batch, answer))
      .catch(() => undefined)
      .finally(() => {
        isLeaving = false
      })
  }

  const page = globalThis as unknown as Page
  const handlers = {
    online: () => {
      failures = 0
      void flush()
    },
    pagehide: leave,
    visibilitychange: () => {
      if (page.document?.visibilityState === 'hidden') leave()
    },
  }
  for (const [type, handler] of Object.entries(handlers)) page.addEventListener?.(type, handler)
  const unfollow = session.subscribe(follow)
  if (session.state.status === 'unknown') session.check().catch(() => undefined)
  follow()

  return {
    report,
    flush,
    clear: async () => {
      const userId = owner
      if (userId === undefined) return
      const stored = await store.read(userId)
      const ids = [...stored.map(({ id }) => id), ...events.keys()]
      await store.write(userId, [], ids)
      if (userId === owner) events = new Map()
      become({ lastError: undefined })
    },
    pendingFor: (lessonId) => {
      if (!views.has(lessonId)) views.set(lessonId, pendingIn(events.values(), lessonId))
      return views.get(lessonId)
    },
    get state() {
      return state
    },
    subscribe: (onChange) => {
      const listener = () => onChange()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      unfollow()
      for (const [type, handler] of Object.entries(handlers))
        page.removeEventListener?.(type, handler)
    },
  }
}

/** The part of a page's `window` that the queue uses. */
interface Page {
  addEventListener?(type: string, listener: () => void): void
  removeEventListener?(type: string, listener: () => void): void
  document?: { visibilityState: string }
  navigator?: { onLine?: boolean }
}
