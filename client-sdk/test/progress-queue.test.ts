import { expect, onTestFinished, test, vi } from 'vitest'
import { publish } from '../../server/features/authoring/moves/test-support.ts'
import { forAllTests, startApi } from '../../server/test/api.ts'
import type { GivenUser } from '../../server/test/given.ts'
import { lessonOf } from '../../server/test/learning.ts'
import type { FetchInit, FetchLike, Inputs, ReportedCourse } from '../src/index.ts'
import {
  createProgressQueue,
  type ProgressQueueOptions,
  type QueueStorage,
} from '../src/offline.ts'
import { connect, failureOf, fetchFrom } from './support.ts'

const api = await forAllTests(startApi())
const course = await api.given.course({ lessons: ['required', 'required'] })
const [one, two] = [lessonOf(course, 0).id, lessonOf(course, 1).id]

/** What several visits and tabs share. */
function openStorage(): QueueStorage {
  const items = new Map<string, string>()
  return {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
  }
}

async function givenLearner(): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course)
  return learner
}

/** A page of a user whose connection can be cut. */
function openPage(user?: GivenUser, options: ProgressQueueOptions = {}) {
  const network = { isDown: false, sent: [] as (FetchInit & { body: string })[] }
  const fetch: FetchLike = async (url, init) => {
    if (network.isDown) throw new TypeError('fetch failed')
    if (url.includes('progress.batch')) network.sent.push({ ...init, body: String(init.body) })
    return fetchFrom(api)(url, init)
  }
  const { lyceum } = connect(api, { fetch, retries: 0, ...(user && { token: user.token }) })
  const queue = createProgressQueue(lyceum, { delayMilliseconds: 20, ...options })
  onTestFinished(() => queue.close())
  return { lyceum, queue, network }
}

function eventsIn({ body }: { body: string }) {
  return (JSON.parse(body)[0] as Inputs['progress']['batch']).events
}

const progressOf = async (learner: GivenUser) =>
  (await api.as(learner).progress.get.query({ courseId: course.id })).items

test('what was done offline is sent after the next visit begins, as of when it was done', async () => {
  const learner = await givenLearner()
  const storage = openStorage()
  const before = openPage(learner, { storage })
  before.network.isDown = true
  await before.queue.report({ lessonId: one, percent: 10, positionSeconds: 5 })
  await before.queue.report({ lessonId: one, percent: 40, positionSeconds: 90 })
  await before.queue.report({ lessonId: one, completed: true })
  const doneAt = Date.now()
  await before.queue.flush()
  expect(before.queue.state).toMatchObject({ pending: 2, lastError: { name: 'NetworkError' } })
  before.queue.close()

  const { queue, network } = openPage(learner, { storage })
  await expect.poll(() => network.sent.length).toBe(1)
  await queue.flush()

  expect(queue.state).toEqual({ pending: 0, sending: false, lastError: undefined })
  expect(network.sent.flatMap(eventsIn).map(({ positionSeconds }) => positionSeconds)).toEqual([
    90,
    undefined,
  ])
  const [lesson] = await progressOf(learner)
  expect(lesson).toMatchObject({ percent: 100, positionSeconds: 90 })
  expect(Math.abs(Date.parse(lesson?.completedAt ?? '') - doneAt)).toBeLessThan(1_500)
})

test('once there is a connection again, what waits is sent without being asked', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  onTestFinished(() => void vi.unstubAllGlobals())
  const learner = await givenLearner()
  const { queue, network } = openPage(learner)
  network.isDown = true
  await queue.report({ lessonId: one, percent: 40 })
  await expect.poll(() => queue.state.lastError?.name).toBe('NetworkError')

  network.isDown = false
  page.dispatchEvent(new Event('online'))

  await expect.poll(() => queue.state.pending).toBe(0)
  expect((await progressOf(learner))[0]?.percent).toBe(40)
})

test('a page that is left sends what waits in a request that outlives it', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  onTestFinished(() => void vi.unstubAllGlobals())
  const learner = await givenLearner()
  const { queue, network } = openPage(learner, { delayMilliseconds: 60_000 })
  await queue.report({ lessonId: one, positionSeconds: 12 })

  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(new Event('pagehide'))

  await expect.poll(() => queue.state.pending).toBe(0)
  expect(network.sent).toHaveLength(1)
  expect(network.sent[0]).toMatchObject({
    keepalive: true,
    headers: { authorization: `Bearer ${learner.token}` },
  })
  expect((await progressOf(learner))[0]?.positionSeconds).toBe(12)
})

test('a page that is left sends no more than such a request may hold, and keeps the rest', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { queue, network } = openPage(await givenLearner(), { delayMilliseconds: 60_000 })
  network.isDown = true
  for (let count = 0; count < 450; count += 1)
    await queue.report({ lessonId: one, completed: true, positionSeconds: count })
  await queue.flush()
  network.isDown = false

  page.dispatchEvent(new Event('pagehide'))

  await expect.poll(() => network.sent.length).toBe(1)
  expect(network.sent[0]?.body.length).toBeLessThan(64_000)
  await expect.poll(() => queue.state.pending).toBeLessThan(450)
  expect(queue.state.pending).toBeGreaterThan(0)
})

test('what waits for one user is never sent for another, and goes on when they return', async () => {
  const [ada, grace] = [await givenLearner(), await givenLearner()]
  const { lyceum, queue, network } = openPage(ada)
  network.isDown = true
  await queue.report({ lessonId: one, percent: 70 })
  await queue.flush()
  network.isDown = false

  await lyceum.signOut()
  expect(queue.state.pending).toBe(0)
  await lyceum.signIn(grace)
  await queue.flush()
  expect(network.sent).toEqual([])
  expect(await progressOf(grace)).toMatchObject([{ percent: 0 }, { percent: 0 }])

  await lyceum.signIn(ada)
  await expect.poll(() => network.sent.length).toBe(1)
  await queue.flush()
  const { items } = await lyceum.progress.get.query({ courseId: course.id })
  expect(items[0]?.percent).toBe(70)
})

test('where a browser forbids even to ask for its database, progress waits in memory', async () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))
  const learner = await givenLearner()
  const { queue } = openPage(learner)

  await queue.report({ lessonId: one, completed: true })
  await queue.flush()

  expect((await progressOf(learner))[0]?.percent).toBe(100)
})

test('nobody who is not signed in can report, and a user can forget what waits', async () => {
  const { queue } = openPage()
  expect(await failureOf(queue.report({ lessonId: one }))).toMatchObject({ name: 'TokenMissing' })

  const learner = await givenLearner()
  const signedIn = openPage(learner, { delayMilliseconds: 60_000 })
  await signedIn.queue.report({ lessonId: one, percent: 70 })
  await signedIn.queue.clear()
  await signedIn.queue.flush()
  expect([signedIn.queue.state.pending, signedIn.network.sent]).toEqual([0, []])
})

test('two tabs share what waits, and send it once', async () => {
  const learner = await givenLearner()
  const storage = openStorage()
  const tabs = [openPage(learner, { storage }), openPage(learner, { storage })]
  for (const { network } of tabs) network.isDown = true
  await Promise.all(tabs.map(({ queue }, index) => queue.report({ lessonId: one, percent: index })))
  await Promise.all(tabs.map(({ queue }) => queue.flush()))
  for (const { network } of tabs) network.isDown = false

  await Promise.all(tabs.map(({ queue }) => queue.flush()))

  expect(tabs.flatMap(({ network }) => network.sent.flatMap(eventsIn))).toHaveLength(2)
  expect(tabs.map(({ queue }) => queue.state.pending)).toEqual([0, 0])
})

test('refused and malformed events are dropped and told, and the others count', async () => {
  const learner = await givenLearner()
  const refused: string[] = []
  const courses: ReportedCourse[] = []
  const { queue } = openPage(learner, {
    delayMilliseconds: 60_000,
    onRefused: ({ lessonId }, { error, message }) =>
      refused.push(`${lessonId} ${error} ${message}`),
    onApplied: (told) => courses.push(...told),
  })
  const foreign = crypto.randomUUID()
  await queue.report({ lessonId: one, percent: 101 })
  await queue.report({ lessonId: foreign, percent: 5 })
  await queue.report({ lessonId: two, percent: 50 })
  await queue.report({ lessonId: one, completed: true })
  await queue.report({ lessonId: two, completed: true })

  await queue.flush()

  expect(queue.state).toMatchObject({ pending: 0, lastError: undefined })
  expect(refused).toEqual([
    expect.stringMatching(`^${one} InvalidFields percent `),
    expect.stringMatching(`^${foreign} LessonNotFound `),
  ])
  expect(courses.at(-1)).toMatchObject({ courseId: course.id, percent: 100 })
  expect(courses.at(-1)?.certificate?.status).toBe('issued')
})

test('what a lock refuses waits until another device has done what opens it, for 30 days', async () => {
  const ordered = await publish(api, ['a', 'b'], { order: 'sequence' })
  const [a, b] = [lessonOf(ordered, 0).id, lessonOf(ordered, 1).id]
  const learner = await givenLearner()
  await api.given.enrollment(learner, ordered)
  const refused: string[] = []
  const storage = openStorage()
  const old = { id: crypto.randomUUID(), lessonId: b, at: '2026-01-01T00:00:00.000Z' }
  await storage.setItem(`lyceum.progress.${learner.id}`, JSON.stringify([old]))
  const options: ProgressQueueOptions = {
    delayMilliseconds: 60_000,
    onRefused: ({ id }, { error }) => refused.push(`${id} ${error}`),
  }
  const [phone, laptop] = [openPage(learner, { ...options, storage }), openPage(learner, options)]
  await phone.queue.report({ lessonId: one, percent: 9 })
  await phone.queue.report({ lessonId: b, completed: true })
  const doneAt = Date.now()

  await phone.queue.flush()
  expect([phone.queue.state.pending, refused]).toEqual([1, [`${old.id} LessonLocked`]])
  expect((await progressOf(learner))[0]?.percent).toBe(9)

  await laptop.queue.report({ lessonId: a, completed: true })
  await laptop.queue.flush()
  const { length } = phone.network.sent
  await phone.queue.flush()

  expect(phone.network.sent).toHaveLength(length + 1)
  expect([phone.queue.state.pending, refused.length]).toEqual([0, 1])
  const { items } = await api.as(learner).progress.get.query({ courseId: ordered.id })
  expect(Math.abs(Date.parse(items[1]?.completedAt ?? '') - doneAt)).toBeLessThan(1_500)
})

test('what waits can be shown before it is sent, and says when it changes', async () => {
  const { queue } = openPage(await givenLearner(), { delayMilliseconds: 60_000 })
  const seen: number[] = []
  const stop = queue.subscribe(() => seen.push(queue.state.pending))
  expect(queue.pendingFor(one)).toBeUndefined()
  await queue.report({ lessonId: one, percent: 30, positionSeconds: 8 })
  await queue.report({ lessonId: one, completed: true })
  await queue.report({ lessonId: one, positionSeconds: 4, watched: [[0, 4]] })

  const shown = queue.pendingFor(one)
  expect(shown).toEqual({ percent: 100, completed: true, positionSeconds: 4 })
  const { state } = queue
  expect([queue.pendingFor(one) === shown, queue.state === state]).toEqual([true, true])
  stop()
  await queue.flush()
  expect(queue.pendingFor(one)).toBeUndefined()
  expect(seen.at(-1)).toBe(2)
})
