import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import { certificates } from '../../../../db/schema/learning/certificates.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import {
  day,
  givenLearnerSince,
  isoBefore,
  minute,
  rowsOf,
  sendBatch,
} from './batch-test-support.ts'
import type { ProgressEvent } from './schema.ts'
import { videoOf } from './test-support.ts'

const options = { isClockStopped: true }
const servers = await Promise.all([forAllTests(startApi(options)), forAllTests(startApi(options))])
const [api, other] = servers
other.advance(api.deps.now().getTime() - other.deps.now().getTime())

const lessonsWith = (text: { details?: LessonDetails }) => [
  { key: 'video', type: 'video' as const, details: videoOf(60) },
  { key: 'text', ...text },
  { key: 'last', required: false },
]
const courses = [
  await publish(api, lessonsWith({})),
  await publish(api, lessonsWith({ details: { available: '10 days after enrollment' } }), {
    order: 'sequence',
  }),
]

/** How far the clocks of the two devices are off. */
const skews = [0, 700 * day + 3 * minute + 5000]

const range = fc
  .tuple(fc.nat(59), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]): [number, number] => [from, Math.min(60, from + length)])
const ago = fc.oneof(
  // Uses few instants, so that many events share one.
  { weight: 3, arbitrary: fc.constantFrom(0, minute) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 25 * day }) },
  { weight: 1, arbitrary: fc.constantFrom(60 * 365 * day, -70 * 365 * day) },
)
const said = fc.record(
  {
    percent: fc.integer({ min: 0, max: 100 }),
    completed: fc.boolean(),
    positionSeconds: fc.integer({ min: 0, max: 60 }),
  },
  { requiredKeys: ['positionSeconds'] },
)
const event = fc.record({
  id: fc.uuid(),
  device: fc.constantFrom(0, 1),
  lesson: fc.constantFrom(0, 0, 0, 1, 2),
  ago,
  said: fc.oneof(said, fc.constant({})),
  watched: fc.option(fc.array(range, { minLength: 1, maxLength: 2 }), { nil: undefined }),
})
type History = typeof event extends fc.Arbitrary<infer Value> ? Value[] : never

interface Learner extends GivenUser {
  course: GivenCourse
}

async function givenLearner(course: GivenCourse): Promise<Learner> {
  return { ...(await givenLearnerSince(api, course, 28)), course }
}

/** A batch from one device, for one server. */
interface Batch {
  history: History
  device: number
  server: Api
}

function toEvent(
  { lessons }: GivenCourse,
  { device, lesson, ago, said, watched, id }: History[number],
): ProgressEvent {
  const at = isoBefore(api, ago - (skews[device] ?? 0))
  const lessonId = lessons[lesson]?.id ?? ''
  return { id, lessonId, at, ...said, ...(lesson === 0 && watched && { watched }) }
}

/** Returns what a lock refuses. */
async function send(learner: Learner, { history, device, server }: Batch): Promise<History> {
  if (history.length === 0) return []
  const sentAt = isoBefore(api, -(skews[device] ?? 0))
  const sent = history.map((event) => toEvent(learner.course, event))
  const { events } = await sendBatch(server, learner, sent, sentAt)
  expect(events.flatMap(({ reason }) => reason?.error ?? 'LessonLocked')).toEqual(
    history.map(() => 'LessonLocked'),
  )
  return history.filter((_, index) => events[index]?.reason !== undefined)
}

/** Sends again what a lock refuses, as both devices do, for as long as that opens anything. */
async function sendAgain(learner: Learner, left: History): Promise<void> {
  const still: History = []
  for (const device of [1, 0])
    still.push(...(await send(learner, { history: ofDevice(left, device), device, server: api })))
  if (still.length < left.length) await sendAgain(learner, still)
}

const ofDevice = (history: History, device: number) =>
  history.filter((event) => event.device === device)

test('any order, repetition and split over devices and servers leaves the same rows and one certificate', async () => {
  const deliveries = fc
    .array(event, { minLength: 1, maxLength: 12 })
    .chain((history) =>
      fc.tuple(
        fc.constant(history),
        fc.shuffledSubarray([...history, ...history], { minLength: history.length * 2 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 24, maxLength: 24 }),
        fc.boolean(),
        fc.constantFrom(...courses),
      ),
    )
  await fc.assert(
    fc.asyncProperty(deliveries, async ([history, shuffled, sizes, isAtOnce, course]) => {
      const [once, often] = [await givenLearner(course), await givenLearner(course)]
      const left: History = []
      for (const device of [0, 1])
        left.push(
          ...(await send(once, { history: ofDevice(history, device), device, server: api })),
        )
      await sendAgain(once, left)

      const batches: Batch[] = []
      let rest = shuffled
      for (const size of sizes) {
        for (const device of [0, 1]) {
          const server = servers[(size + device) % 2] ?? api
          batches.push({ history: ofDevice(rest.slice(0, size), device), device, server })
        }
        rest = rest.slice(size)
      }
      const refused: History[] = isAtOnce
        ? await Promise.all(batches.map((batch) => send(often, batch)))
        : []
      if (!isAtOnce) for (const batch of batches) refused.push(await send(often, batch))
      await sendAgain(often, refused.flat())

      const [rows, others] = [await rowsOf(api, once), await rowsOf(api, often)]
      const plain = (all: typeof rows) => all.map(({ userId, ...row }) => row)
      expect(plain(others)).toEqual(plain(rows))
      const required = rows.filter(({ lessonKey }) => lessonKey !== 'last')
      const isDone =
        required.length === 2 && required.every(({ completedAt }) => completedAt !== null)
      for (const { id } of [once, often]) {
        const issued = await api.deps.db
          .select({ id: certificates.id })
          .from(certificates)
          .where(eq(certificates.userId, id))
        expect(issued).toHaveLength(isDone ? 1 : 0)
      }
    }),
    propertyRuns(24),
  )
})
