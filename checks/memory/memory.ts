import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../lib/ids.ts'
import { freePort } from '../../server/test/free-port.ts'
import type { GivenCourse } from '../../server/test/given.ts'
import { residentOf } from '../bench/processes.ts'
import { numberAfter } from '../bench/setting.ts'
import { send as request } from '../support/ask.ts'
import { openPlace } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import { connectInspector } from './inspector.ts'
import { slopeOf } from './slope.ts'

/*
 * `npm run checks -- memory [--minutes 30] [--clients 6]`: a server under a mixed load: reads, reports, carts, logins, refusals, completed courses whose
 * certificates are printed and fetched. How much memory V8 keeps for later depends on the moment,
 * so the server collects its garbage before each reading: what grows then is a leak, or fragments.
 * Exit code 1 when memory or open handles grow in the second half, or a request fails.
 */
const minutes = numberAfter('--minutes', 30)
const clients = numberAfter('--clients', 6)

/** The most growth a minute in the second half. */
const most = { resident: 1, heap: 0.3, handles: 0.5 }
const readings = 30

interface Reading {
  minute: number
  /** Resident memory, in MB. */
  resident: number
  /** The JavaScript heap, in MB. */
  heap: number
  /** Files, sockets and pipes. */
  handles: number
}

await using place = await openPlace('memory')
const { deps, given } = place
const inspectorPort = await freePort()
const server = await place.startServer({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` })
const counts = { requests: 0, prints: 0, later: 0 }
const failures = new Map<string, number>()
const courses = await Promise.all(
  Array.from({ length: 5 }, (_, index) =>
    given.course({
      title: `Memory, part ${index + 1}`,
      lessons: Array.from({ length: 10 }, () => 'required' as const),
    }),
  ),
)
await fillCaches()
const began = performance.now()
const minute = () => (performance.now() - began) / 60_000
const learning = Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; minute() < minutes; turn++) {
      const course = courses[turn % courses.length]
      if (course !== undefined) await learn(course)
    }
  }),
)
// Awaited at the end: an earlier failure must not keep this process from cleaning up.
learning.catch(() => undefined)

const inspector = await connectInspector(inspectorPort)
const taken: Reading[] = []
while (minute() < minutes) {
  const before = residentOf(server.process.pid)
  const { heap, buffers } = await inspector.collectGarbage()
  const reading: Reading = {
    minute: minute(),
    resident: residentOf(server.process.pid),
    heap,
    handles: await handlesOf(server.process.pid),
  }
  taken.push(reading)
  say(
    `minute ${reading.minute.toFixed(1)}`,
    `${reading.resident.toFixed(0)} MB resident (${before.toFixed(0)} before the collection), ` +
      `heap ${heap.toFixed(1)}, buffers ${buffers.toFixed(1)}, ${reading.handles} handles; ` +
      `${counts.requests} requests, ${counts.prints} prints`,
  )
  await sleep((minutes * 60_000) / readings)
}
inspector.close()
await learning
judge(taken.filter((reading) => reading.minute >= minutes / 2))

/** Fills the caches as after days: 10,000 tokens and ended sessions each, after which they stop. */
async function fillCaches(): Promise<void> {
  const from = new Date()
  const until = new Date(from.getTime() + 3_600_000)
  for (let round = 0; round < 500; round++)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sessionId = randomBytes(25).toString('hex')
        const token = await deps.tokens.issue({ userId: newId(), sessionId }, { from, until })
        await send('GET /api/v1/me', { token, status: 401 })
      }),
    )
}

function judge(taken: readonly Reading[]): void {
  for (const [part, unit] of [
    ['resident', 'MB'],
    ['heap', 'MB'],
    ['handles', 'handles'],
  ] as const) {
    const slope = slopeOf(
      taken.map((reading) => ({ minute: reading.minute, value: reading[part] })),
    )
    const isFlat = slope < most[part]
    const finding = `${slope.toFixed(2)} ${unit} a minute in the second half (most: ${most[part]})`
    report(isFlat, part, finding)
  }
  const failed = [...failures].map(([what, times]) => `${times} × ${what}`)
  report(
    failed.length === 0 && counts.prints > 0,
    'requests',
    `${failed.join(', ') || '0 failed'}; ${counts.later} times a print was not ready and asked for again`,
  )
}

/** Takes a new learner all the way to the printed certificate. */
async function learn(course: GivenCourse): Promise<void> {
  const learner = await given.learner()
  await given.enrollment(learner, course)
  const { token, email, password } = learner
  await send('POST /api/v1/auth/login', { body: { email, password } })
  await send('POST /api/v1/auth/login', { body: { email, password: 'wrong' }, status: 401 })
  await send('GET /api/courses?limit=20', { token })
  await send(`GET /api/v1/courses/${course.id}`, { token })
  await send('GET /nothing', { token, status: 404 })
  for (const lesson of course.lessons) {
    await send(`GET /api/lessons/${lesson.id}`, { token })
    for (const percent of [30, 60, 100])
      await send('POST /api/progress/update', { token, body: { lessonId: lesson.id, percent } })
  }
  const answer = await send(`POST /api/v1/courses/${course.id}/certificate`, { token })
  const { verificationCode: code } = JSON.parse(new TextDecoder().decode(answer)) as {
    verificationCode: string
  }
  const pdf = await send(`GET /certificates/${code}.pdf`, { token })
  if (new TextDecoder().decode(pdf.subarray(0, 5)) === '%PDF-') counts.prints++
}

interface Sent {
  token?: string | undefined
  body?: unknown
  status?: number | undefined
  attempt?: number
}

/** Returns the answer's body, whatever its status. */
async function send(
  route: string,
  { token, body, status, attempt = 0 }: Sent,
): Promise<Uint8Array> {
  const [method = '', path = ''] = route.split(' ')
  counts.requests++
  const answer = await request(server.url, route, { token, body })
  // Printing may lag on a busy machine: asks again, as the answer says.
  if (answer.status === 503 && path.startsWith('/certificates/') && attempt < 5) {
    counts.later++
    await answer.arrayBuffer()
    await sleep(1_000)
    return send(route, { token, body, status, attempt: attempt + 1 })
  }
  const isExpected = status === undefined ? answer.ok : answer.status === status
  if (!isExpected) {
    const [address] = path.split('?')
    const what = `${method} ${address?.replaceAll(/[\w-]{20,}/g, '…')}: ${answer.status}`
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }
  return new Uint8Array(await answer.arrayBuffer())
}

/** Counts open files, sockets and pipes. */
async function handlesOf(pid: number | undefined): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}
